import type { Invitation } from '@reelfair/contracts'
import {
  EmptyState,
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
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
            network: t(`network-${network}`),
            // Noon UTC falls on the same date in Paris all year. The year appears only if it is not the current one.
            day: formatDate(`${beginning}T12:00:00Z`, locale, { year: !beginning.startsWith(String(new Date(serverNow()).getFullYear())) }),
          })}
        </p>
        {expiresAt && (
          <ReasonChip kind="held" reason={t('invitation-until', { at: formatDateTime(expiresAt, locale) })} fix={t('invitation-later')} />
        )}
      </div>
    </li>
  )
}
