import type { Partnership } from '@reelfair/contracts'
import { formatCents, formatPercent, StationMark } from '@reelfair/ui'
import { type PartnershipStage, payNow } from './figures.ts'
import { useText } from './messages/index.ts'

const STATIONS = { planned: 'earned', active: 'earned', over: 'earned', ended: 'held', settled: 'available' } as const
const WORDS = { planned: 'now-pays', active: 'now-pays', over: 'now-pays', ended: 'held-pays', settled: 'earned-pays' } as const

/** What the present tier pays. Until a settlement decides the tier, nothing is held, and the label is conditional. */
export function PartnershipMoney({ partnership, stage }: { partnership: Partnership; stage: PartnershipStage }) {
  const { t, locale } = useText()
  const { tier, cents } = payNow(partnership)
  const isPaid = partnership.payements === 'payed' && cents > 0
  const reached = tier === 0 ? t('now-none') : t('now-tier', { tier: formatPercent(tier / 100, locale) })
  return (
    <p className="creator-part-money">
      <StationMark of={isPaid ? 'paid' : STATIONS[stage]}>{`${t(isPaid ? 'paid-pays' : WORDS[stage])}, ${reached}`}</StationMark>
      <strong className="creator-part-cents">{formatCents(cents, locale)}</strong>
    </p>
  )
}
