import type { Campaign } from '@reelfair/contracts'
import { dueSettlement, latestSettlementAt, nextInstantAt, SETTLEMENT_TIME } from '@reelfair/rules'
import { ButtonLink, formatCount, formatDate, formatDateTime, ReasonChip, useNow } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useText } from '../../messages/index.ts'
import { timeIsUp } from './time-is-up.ts'

/** A campaign's current state and what happens next. Updates live. */
export function CampaignState({ campaign }: { campaign: Campaign }) {
  const { t, locale } = useText()
  const now = useNow()
  const {
    phase,
    status,
    viewsGoal,
    actualViews,
    reservedViews,
    hasViews,
    signUps,
    endsAt,
    endedAt,
    payableAt,
    deleteRequestedAt,
    removedAt,
  } = campaign
  const views = (count: number) => formatCount(count, locale)
  const unused = views(Math.max(0, viewsGoal - actualViews))
  switch (phase) {
    case 'funding':
      return <ReasonChip kind="held" reason={t('campaign-funding')} fix={t('campaign-funding-fix')} />
    case 'unfunded':
      return (
        <div className="brand-campaign-unfunded">
          <ReasonChip
            kind="out"
            reason={t('campaign-failed', { missing: views(campaign.missingViews ?? 0) })}
            fix={[t('campaign-failed-fix'), removedAt && t('campaign-failed-until', { at: formatDate(removedAt, locale) })]
              .filter(Boolean)
              .join(' ')}
          />
          <div className="brand-campaign-actions">
            <ButtonLink look="filled" href={`/brand-dashboard/purchase?missing=${campaign.missingViews ?? 0}`} iconAfter={ArrowRight}>
              {t('campaign-buy-missing')}
            </ButtonLink>
            <ButtonLink href="/brand-dashboard/new-campaign">{t('campaign-ask-again')}</ButtonLink>
          </div>
        </div>
      )
    case 'open':
      if (endsAt !== undefined && timeIsUp(campaign, now)) {
        const at = nextInstantAt(SETTLEMENT_TIME, new Date(Date.parse(endsAt) - 1))
        return (
          <ReasonChip
            kind="held"
            reason={t('campaign-over')}
            fix={t('campaign-over-fix', { at: formatDateTime(at, locale, { weekday: 'short' }) })}
          />
        )
      }
      return <ReasonChip kind="passed" reason={t('campaign-open')} fix={t(signUps === 0 ? 'campaign-open-nobody' : 'campaign-open-fix')} />
    case 'closed':
      return <ReasonChip kind="held" reason={t('campaign-closed', { views: views(reservedViews) })} fix={t('campaign-closed-fix')} />
    case 'ended': {
      const date = (instant?: string) => (instant ? formatDateTime(instant, locale, { weekday: 'short' }) : '')
      const at = date(payableAt)
      // Settlement waits no longer than this for a network that does not answer.
      const latest = endedAt ? date(latestSettlementAt(new Date(endedAt)).toISOString()) : ''
      const isLate = payableAt !== undefined && dueSettlement(new Date(payableAt), new Date(now)).isLate
      if (deleteRequestedAt) {
        const look = isLate ? 'campaign-last-look-late' : hasViews ? 'campaign-last-look-known' : 'campaign-last-look-then'
        const then =
          actualViews > 0
            ? t(isLate ? 'campaign-stays-late' : 'campaign-stays', { views: views(actualViews), at, latest })
            : t(look, { end: date(endedAt), at, latest, views: views(viewsGoal) })
        return <ReasonChip kind="held" reason={t(actualViews > 0 ? 'campaign-ended' : 'campaign-last-look')} fix={then} />
      }
      return status === 'completed' ? (
        <ReasonChip
          kind="passed"
          reason={t('campaign-completed')}
          fix={t(isLate ? 'campaign-checks-late' : 'campaign-checks', { at, latest })}
        />
      ) : (
        <ReasonChip
          kind="out"
          reason={t('campaign-ended')}
          fix={t(isLate ? 'campaign-checks-unused-late' : 'campaign-checks-unused', { at, latest })}
        />
      )
    }
    case 'settled':
      // The brand deleted the campaign, and no view was charged. The campaign remains only because its last views were
      // not read.
      if (deleteRequestedAt && actualViews === 0)
        return <ReasonChip kind="out" reason={t('campaign-ended')} fix={t('campaign-unread', { unused })} />
      return status === 'completed' ? (
        <ReasonChip kind="passed" reason={t('campaign-completed')} fix={t('campaign-settled', { views: views(actualViews) })} />
      ) : (
        <ReasonChip
          kind="out"
          reason={t('campaign-ended')}
          fix={t(deleteRequestedAt ? 'campaign-stayed' : 'campaign-settled-unused', { views: views(actualViews), unused })}
        />
      )
  }
}
