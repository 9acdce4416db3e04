import type { ReactNode } from 'react'
import { formatCount } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { useLedgerWords } from '../signature/ledger-words.ts'

export interface RefusedReason {
  readonly reason: string
  readonly views: number
  readonly actionTaken?: ReactNode
}

export interface NotChargedProps {
  readonly reasons: readonly RefusedReason[]
  readonly emptyText?: string
}

/** Width as a percentage of the widest bar; at least 1, so that every bar is visible. */
const wide = (views: number, most: number) => Math.max(1, (views / most) * 100)

/**
 * Lists refused views by reason, largest number first, with a total.
 * @example <NotCharged reasons={[{ reason: 'Link not in bio', views: 4120, actionTaken: 'Creator reminded 18 Nov.' }]}
 * />
 */
export function NotCharged({ reasons, emptyText: none }: NotChargedProps) {
  const locale = useLocale()
  const words = useLedgerWords()
  const sorted = [...reasons].filter(({ views }) => views > 0).sort((a, b) => b.views - a.views)
  if (sorted.length === 0) return <p className="rf-note rf-chart-none">{none ?? words.nothingRefused}</p>
  const most = sorted[0]?.views ?? 0
  const total = sorted.reduce((sum, { views }) => sum + views, 0)
  return (
    <div className="rf-refused">
      <ul>
        {sorted.map(({ reason, views, actionTaken: doing }) => (
          <li key={reason}>
            <span className="rf-refused-reason">{reason}</span>
            <span className="rf-refused-views">{formatCount(views, locale)}</span>
            <i className="rf-refused-bar" aria-hidden="true" style={{ inlineSize: `${wide(views, most).toFixed(2)}%` }} />
            {doing && <span className="rf-refused-doing">{doing}</span>}
          </li>
        ))}
      </ul>
      <p className="rf-refused-sum">
        <span>{words.notCharged}</span>
        <strong>{formatCount(total, locale)}</strong>
      </p>
    </div>
  )
}
