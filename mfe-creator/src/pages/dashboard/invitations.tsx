import type { Invitation } from '@reelfair/contracts'
import {
  EmptyState,
  ErrorPanel,
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  houseNow,
  ReasonChip,
  SkeletonRows,
} from '@reelfair/ui'
import { BrandName } from '../../components/brand-name.tsx'
import { useInvitations } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

/** Invitations that have not expired. */
export function Invitations() {
  const { t } = useText()
  const invitations = useInvitations()
  if (invitations.isPending) return <SkeletonRows rows={2} height={96} />
  if (!invitations.items) {
    return (
      <ErrorPanel title={t('invitations-failed')} error={invitations.error} onRetry={invitations.refetch} busy={invitations.isFetching} />
    )
  }
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
  const { amountCents, weeklyViewsGoal, brandName, brandSince, username, network, beginning, expiresAt } = invitation
  return (
    <li>
      <div className="creator-row-text">
        <h3 className="creator-row-name">
          {t('invitation-from', { amount: formatCents(amountCents, locale), views: formatCount(weeklyViewsGoal, locale) })}
        </h3>
        <p className="rf-note">
          <BrandName brandName={brandName} brandSince={brandSince} />
          {', '}
          {t('invitation-text', {
            username,
            network: t(`network-${network}`),
            // A business day has no time of its own; noon lies within it in Paris the year round.
            // Another year than this one is said.
            day: formatDate(`${beginning}T12:00:00Z`, locale, { year: !beginning.startsWith(String(new Date(houseNow()).getFullYear())) }),
          })}
        </p>
        {expiresAt && (
          <ReasonChip kind="held" reason={t('invitation-until', { at: formatDateTime(expiresAt, locale) })} mend={t('invitation-later')} />
        )}
      </div>
    </li>
  )
}
