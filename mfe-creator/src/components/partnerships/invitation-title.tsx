import type { Invitation } from '@reelfair/contracts'
import { formatCents, formatCount } from '@reelfair/ui'
import { BrandName } from '../brand-name.tsx'
import { useText } from './messages/index.ts'

/** Who invites which account, how the brand's earlier partnerships ended, and the offer in one line. */
export function InvitationTitle({ of: invitation }: { of: Invitation }) {
  const { t, locale } = useText()
  const { username, amountCents, weeklyViewsGoal, brandRecord } = invitation
  return (
    <span className="creator-invite-title">
      <span className="creator-invite-who">
        <BrandName of={invitation} /> {t('invite-who', { username })}
      </span>{' '}
      {brandRecord && (
        <>
          <span className="creator-invite-record">
            {t('invite-record', {
              count: brandRecord.settled,
              paid: formatCount(brandRecord.paid, locale),
              settled: formatCount(brandRecord.settled, locale),
            })}
          </span>{' '}
        </>
      )}
      <span className="creator-invite-offer">
        {t('invite-offer', { amount: formatCents(amountCents, locale), views: formatCount(weeklyViewsGoal, locale) })}
      </span>
    </span>
  )
}
