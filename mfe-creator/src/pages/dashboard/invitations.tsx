import type { Invitation } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import {
  EmptyState,
  formatCents,
  formatCount,
  formatDateTime,
  formatDay,
  LoadError,
  ReasonChip,
  SkeletonRows,
  serverNow,
} from '@reelfair/ui'
import { BrandName } from '../../components/brand-name.tsx'
import { useInvitations } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

export function Invitations() {
  const { t } = useText()
  const invitations = useInvitations()
  if (invitations.isPending) return <SkeletonRows rows={2} height={96} />
  if (!invitations.items) return <LoadError title={t('invitations-failed')} query={invitations} />
  const pending = invitations.items.filter(({ status }) => status === 'pending')
  if (pending.length === 0) {
    return <EmptyState title={t('invitations-empty')} />
  }
  return (
    <ul className="creator-rows">
      {pending.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t, locale } = useText()
  const { amountCents, weeklyViewsGoal, username, network, beginning, expiresAt } = invitation
  return (
    <li>
      <div className="creator-row-text">
        <h3 className="creator-row-name">
          {t('invitation-from', { amount: formatCents(amountCents, locale), views: formatCount(weeklyViewsGoal, locale) })}
        </h3>
        <p className="rf-note">
          <BrandName of={invitation} />
          {', '}
          {t('invitation-text', {
            username,
            network: NETWORK_NAMES[network],
            // The year appears only if it is not the current one.
            day: formatDay(beginning, locale, { year: !beginning.startsWith(String(new Date(serverNow()).getFullYear())) }),
          })}
        </p>
        {expiresAt && (
          <ReasonChip kind="held" reason={t('invitation-until', { at: formatDateTime(expiresAt, locale) })} fix={t('invitation-later')} />
        )}
      </div>
    </li>
  )
}
