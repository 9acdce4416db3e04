import { formatCents, formatCount, formatPercent } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import type { TierMark } from './tier-bar.tsx'
import { useSignatureWords } from './words.ts'

/** A brand also sees how a tier divides the credits held. */
interface TierRow extends TierMark {
  readonly consumed?: number
  readonly returned?: number
}

export interface TierTableProps {
  /** In the order of the rows: highest first for an offer, lowest first for a result. Includes the tier of 0. */
  readonly tiers: readonly TierRow[]
  /** The tier that would be paid now. Without it, the table stresses the full pay, as in an invitation. */
  readonly today?: number
  /** Head of the pay column; "You earn" by default. */
  readonly payLabel?: string
  /** Accessible name of the table; "Pay by tier" by default. */
  readonly label?: string
}

/**
 * What each tier pays, including nothing below the lowest one.
 * @example <TierTable tiers={payOfTiers(10_000, 200).toReversed()} />
 */
export function TierTable({ tiers, today, payLabel, label }: TierTableProps) {
  const built = useSignatureWords()
  const hasCredits = tiers.some(({ consumed }) => consumed !== undefined)
  const ascending = tiers.toSorted((a, b) => a.tier - b.tier)
  return (
    <table className="rf-tiers" aria-label={label ?? built.tiersLabel} data-credits={hasCredits || undefined}>
      <thead>
        <tr>
          <th scope="col">{built.tierViews}</th>
          <th scope="col">{built.tier}</th>
          {hasCredits && <th scope="col">{built.tierConsumed}</th>}
          {hasCredits && <th scope="col">{built.tierReturned}</th>}
          <th scope="col">{payLabel ?? built.tierPay}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((row) => (
          <Row key={row.tier} row={row} above={ascending[ascending.indexOf(row) + 1]} today={today} hasCredits={hasCredits} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly row: TierRow
  readonly above: TierRow | undefined
  readonly today: number | undefined
  readonly hasCredits: boolean
}

function Row({ row: { tier, views, cents, consumed = 0, returned = 0 }, above, today, hasCredits }: RowProps) {
  const locale = useLocale()
  const built = useSignatureWords()
  const count = (figure: number) => formatCount(figure, locale)
  const percent = (share: number) => formatPercent(share / 100, locale)
  const range = () => {
    if (!above) return built.orMore(count(views))
    return tier === 0 ? built.below(count(above.views)) : built.fromTo(count(views), count(above.views - 1))
  }
  const isStressed = tier === (today ?? 100)
  return (
    <tr data-none={tier === 0 || undefined} data-stressed={isStressed || undefined} aria-current={tier === today || undefined}>
      <th scope="row">{range()}</th>
      <td className="rf-tiers-tier">
        <span>{tier === 0 && above ? built.below(percent(above.tier)) : percent(tier)}</span>
        <svg className="rf-tiers-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect width={tier === 0 ? 100 : tier} height="10" />
        </svg>
      </td>
      {hasCredits && <td>{count(consumed)}</td>}
      {hasCredits && <td>{count(returned)}</td>}
      <td className="rf-tiers-pay">{formatCents(cents, locale)}</td>
    </tr>
  )
}
