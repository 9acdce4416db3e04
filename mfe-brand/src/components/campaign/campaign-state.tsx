import type { Campaign } from '@reelfair/contracts'
import { dueSettlement, latestSettlementAt, nextInstantAt, SETTLEMENT_TIME } from '@reelfair/rules'
import { ButtonLink, ForwardLink, formatCount, formatDate, formatDateTime, ReasonChip, useNow } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { BrandOnly } from '../brand-only.tsx'
import { timeIsUp } from './time-is-up.ts'

interface StateProps {
  readonly campaign: Campaign
}

export function CampaignState({ campaign }: StateProps) {
  const { t, locale } = useText()
  switch (campaign.phase) {
    case 'funding':
      return <ReasonChip kind="held" reason={t('campaign-funding')} fix={t('campaign-funding-fix')} />
    case 'unfunded':
      return <Unfunded campaign={campaign} />
    case 'open':
      return <Open campaign={campaign} />
    case 'closed': {
      const reason = t('campaign-closed', { views: formatCount(campaign.reservedViews, locale) })
      return <ReasonChip kind="held" reason={reason} fix={t('campaign-closed-fix')} />
    }
    case 'ended':
      return campaign.deleteRequestedAt ? <EndedForDeletion campaign={campaign} /> : <Ended campaign={campaign} />
    case 'settled':
      return <Settled campaign={campaign} />
  }
}

function Unfunded({ campaign: { missingViews = 0, removedAt } }: StateProps) {
  const { t, locale } = useText()
  const until = removedAt && t('campaign-failed-until', { at: formatDate(removedAt, locale) })
  return (
    <div className="brand-campaign-unfunded">
      <ReasonChip
        kind="out"
        reason={t('campaign-failed', { count: missingViews, missing: formatCount(missingViews, locale) })}
        fix={[t('campaign-failed-fix'), until].filter(Boolean).join(' ')}
      />
      <BrandOnly>
        <div className="brand-campaign-actions">
          <ForwardLink href={`/brand-dashboard/purchase?missing=${missingViews}`}>{t('campaign-buy-missing')}</ForwardLink>
          <ButtonLink href="/brand-dashboard/new-campaign">{t('campaign-ask-again')}</ButtonLink>
        </div>
      </BrandOnly>
    </div>
  )
}

function Open({ campaign }: StateProps) {
  const { t, locale } = useText()
  const { endsAt, signUps } = campaign
  const isOver = timeIsUp(campaign, useNow())
  if (endsAt === undefined || !isOver) {
    return <ReasonChip kind="passed" reason={t('campaign-open')} fix={t(signUps === 0 ? 'campaign-open-nobody' : 'campaign-open-fix')} />
  }
  const at = nextInstantAt(SETTLEMENT_TIME, new Date(Date.parse(endsAt) - 1))
  const fix = t('campaign-over-fix', { at: formatDateTime(at, locale, { weekday: 'short' }) })
  return <ReasonChip kind="held" reason={t('campaign-over')} fix={fix} />
}

/** When the final checks end: `at` is the planned time, `latest` the limit if a network does not respond. */
function useFinalChecks({ endedAt, payableAt }: Campaign) {
  const { locale } = useText()
  const now = useNow()
  const date = (instant?: string) => (instant ? formatDateTime(instant, locale, { weekday: 'short' }) : '')
  return {
    end: date(endedAt),
    at: date(payableAt),
    latest: endedAt ? date(latestSettlementAt(new Date(endedAt)).toISOString()) : '',
    isLate: payableAt !== undefined && dueSettlement(new Date(payableAt), new Date(now)).isLate,
  }
}

function EndedForDeletion({ campaign }: StateProps) {
  const { t, locale } = useText()
  const { isLate, ...dates } = useFinalChecks(campaign)
  const { actualViews, viewsGoal, hasViews } = campaign
  if (actualViews > 0) {
    const stays = t(isLate ? 'campaign-stays-late' : 'campaign-stays', { ...dates, views: formatCount(actualViews, locale) })
    return <ReasonChip kind="held" reason={t('campaign-ended')} fix={stays} />
  }
  const look = isLate ? 'campaign-last-look-late' : hasViews ? 'campaign-last-look-known' : 'campaign-last-look-then'
  return <ReasonChip kind="held" reason={t('campaign-last-look')} fix={t(look, { ...dates, views: formatCount(viewsGoal, locale) })} />
}

function Ended({ campaign }: StateProps) {
  const { t } = useText()
  const { isLate, ...dates } = useFinalChecks(campaign)
  if (campaign.status === 'completed') {
    return <ReasonChip kind="passed" reason={t('campaign-completed')} fix={t(isLate ? 'campaign-checks-late' : 'campaign-checks', dates)} />
  }
  const fix = t(isLate ? 'campaign-checks-unused-late' : 'campaign-checks-unused', dates)
  return <ReasonChip kind="out" reason={t('campaign-ended')} fix={fix} />
}

function Settled({ campaign: { status, viewsGoal, actualViews, deleteRequestedAt } }: StateProps) {
  const { t, locale } = useText()
  const views = formatCount(actualViews, locale)
  const unused = formatCount(Math.max(0, viewsGoal - actualViews), locale)
  // The brand requested deletion and was not charged for any views, but the campaign remains because its last views
  // could not be read.
  if (deleteRequestedAt && actualViews === 0) {
    return <ReasonChip kind="out" reason={t('campaign-ended')} fix={t('campaign-unread', { unused })} />
  }
  if (status === 'completed') {
    return <ReasonChip kind="passed" reason={t('campaign-completed')} fix={t('campaign-settled', { views })} />
  }
  const fix = t(deleteRequestedAt ? 'campaign-stayed' : 'campaign-settled-unused', { views, unused })
  return <ReasonChip kind="out" reason={t('campaign-ended')} fix={fix} />
}
