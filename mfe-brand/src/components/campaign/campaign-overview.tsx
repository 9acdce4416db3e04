import type { Campaign } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Countdown, formatCents, formatCount, formatDateTime, useNow, ViewBar } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { categoryLabel } from '../categories.ts'
import { CampaignState } from './campaign-state.tsx'

/** A campaign's audience in one line: "Food and cooking, any language, Instagram". */
export function CampaignAudience({ campaign: { category, language, network } }: { campaign: Campaign }) {
  const { t, locale } = useText()
  const audience = [
    categoryLabel(category, locale),
    language ? t(`language-${language}`) : t('campaign-any-language'),
    NETWORK_NAMES[network],
  ]
  return <p className="rf-note">{audience.join(', ')}</p>
}

export function CampaignTime({ campaign: { phase, createdAt, endsAt, endedAt } }: { campaign: Campaign }) {
  const { t, locale } = useText()
  const now = useNow()
  const date = (at: string) => formatDateTime(at, locale, { weekday: 'short' })
  if ((phase === 'open' || phase === 'closed') && endsAt !== undefined && Date.parse(endsAt) > now) {
    return (
      <p className="brand-campaign-time">
        <Countdown to={endsAt} wrap={(time) => <strong>{t('campaign-left', { time })}</strong>} />
        <span className="rf-note">{t('campaign-ends', { at: date(endsAt) })}</span>
      </p>
    )
  }
  const end = endedAt ?? endsAt
  return (
    <p className="brand-campaign-time">
      <span className="rf-note">{end ? t('campaign-ended-at', { at: date(end) }) : t('campaign-requested', { at: date(createdAt) })}</span>
    </p>
  )
}

export function CampaignViews({ campaign }: { campaign: Campaign }) {
  const { t, locale } = useText()
  const { phase, viewsGoal, actualViews, reservedViews, observedViews, hasViews, cashprizeCents, rateCard } = campaign
  const counts = phase !== 'funding' && phase !== 'unfunded'
  return (
    <>
      <CampaignState campaign={campaign} />
      {counts ? (
        <>
          <ViewBar
            goal={viewsGoal}
            qualified={actualViews}
            inReview={reservedViews}
            // Excluded views include views beyond the goal.
            excluded={Math.max(0, observedViews - actualViews - reservedViews)}
            words={{
              qualified: t('bar-charged'),
              excluded: t('bar-not-charged'),
              ...(phase === 'settled' && { remaining: t('bar-returned') }),
            }}
          />
          {phase !== 'settled' && hasViews && <p className="rf-note">{t('bar-as-of')}</p>}
        </>
      ) : (
        <p className="rf-note">{t('campaign-goal', { views: formatCount(viewsGoal, locale) })}</p>
      )}
      <p className="rf-note">
        {t('campaign-prize', { prize: formatCents(cashprizeCents, locale), rate: formatCents(rateCard.centsPer1000, locale) })}
      </p>
    </>
  )
}
