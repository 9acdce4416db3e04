import type { Partnership } from '@reelfair/contracts'
import { dueSettlement } from '@reelfair/rules'
import { Countdown, formatCents, formatCount, formatDateTime, formatPercent, NextStep, useNow } from '@reelfair/ui'
import Clock from 'lucide-react/icons/clock'
import { endingSettlementAt, finalAt, type PartnershipPhase } from '../../components/partnership/phase.ts'
import { useText } from './messages/index.ts'
import { nextTier, tierNow } from './tiers.ts'

interface HeadProps {
  readonly partnership: Partnership
  readonly phase: PartnershipPhase
}

/** Where the partnership stands, what happens next, and when. */
export function Head(props: HeadProps) {
  const { sentence, consequence } = useSentences(props)
  return <NextStep level={2} icon={Clock} sentence={sentence} consequence={consequence} action={<Time {...props} />} />
}

function useSentences({ partnership, phase }: HeadProps): { sentence: string; consequence: string } {
  const { t, locale } = useText()
  const now = useNow()
  const { username, viewsGoal, startsAt, endsAt, decisions } = partnership
  const at = (instant: Date | string) => formatDateTime(instant, locale, { weekday: 'short' })
  const count = (figure: number) => formatCount(figure, locale)
  const percent = (tier: number) => formatPercent(tier / 100, locale)
  const tier = tierNow(partnership)
  switch (phase) {
    case 'planned':
      return { sentence: t('head-planned', { at: at(startsAt) }), consequence: t('head-planned-note', { credits: count(viewsGoal) }) }
    case 'active': {
      const next = nextTier(partnership)
      if (!next) return { sentence: t('head-goal', { at: at(endingSettlementAt(endsAt, now)) }), consequence: t('head-goal-note') }
      const figures = { count: next.missing, views: count(next.missing), next: percent(next.tier), tier: percent(tier) }
      return { sentence: t(tier === 0 ? 'head-first-tier' : 'head-next-tier', figures), consequence: t('next-running-note') }
    }
    case 'over':
      return { sentence: t('head-over'), consequence: t('head-over-note', { at: at(endingSettlementAt(endsAt, now)) }) }
    case 'ended': {
      const due = dueSettlement(finalAt(partnership), new Date(now))
      const consequence = t(due.isLate ? 'head-ended-late' : 'head-ended-note', { at: at(due.at) })
      return { sentence: t(tier === 0 ? 'head-ended-below' : 'head-ended', { tier: percent(tier) }), consequence }
    }
    case 'settled': {
      const { consumed, returned, cents } = decisions.at(-1) ?? { consumed: 0, returned: viewsGoal, cents: 0 }
      const figures = {
        tier: percent(tier),
        consumed: count(consumed),
        returned: count(returned),
        username,
        pay: formatCents(cents, locale),
      }
      if (tier === 0) return { sentence: t('head-settled-below', figures), consequence: t('head-settled-below-note', figures) }
      return {
        sentence: t('head-settled', figures),
        consequence: t(partnership.payements === 'payed' ? 'head-settled-payed' : 'head-settled-pending', figures),
      }
    }
  }
}

/** A countdown always stands next to its date. */
function Time({ partnership: { startsAt, endsAt, endedAt }, phase }: HeadProps) {
  const { t, locale } = useText()
  const at = (instant: string) => formatDateTime(instant, locale, { weekday: 'short' })
  if (phase === 'planned' || phase === 'active') {
    const isPlanned = phase === 'planned'
    return (
      <p className="brand-partnership-time">
        <Countdown
          to={isPlanned ? startsAt : endsAt}
          wrap={(time) => <strong>{t(isPlanned ? 'starts-in' : 'campaign-left', { time })}</strong>}
        />
        <span className="rf-note">{isPlanned ? t('starts-at', { at: at(startsAt) }) : t('campaign-ends', { at: at(endsAt) })}</span>
      </p>
    )
  }
  return (
    <p className="brand-partnership-time">
      <span className="rf-note">{t('ended-at', { at: at(endedAt ?? endsAt) })}</span>
    </p>
  )
}
