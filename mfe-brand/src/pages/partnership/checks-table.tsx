import { exclusionLabel } from '@reelfair/contracts/reasons'
import { formatCount, formatDay, formatTime, Icon } from '@reelfair/ui'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import type { CheckCell, CheckColumn, CheckRow, Checks } from './checks.ts'
import { useText } from './messages/index.ts'

/** A row per check, a column per reading. Scrolls sideways in a narrow container. */
export function ChecksTable({ checks: { columns, rows, sums } }: { checks: Checks }) {
  const { t } = useText()
  const latest = columns.findLastIndex(({ isFuture }) => !isFuture)
  const hasReviews = sums.inReview.cells.some((views) => views !== 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to reach a scrollable region
    <section className="brand-checks-scroll" aria-label={t('checks-caption')} tabIndex={0}>
      <table className="brand-checks-table">
        <caption className="rf-hidden">{t('checks-caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('checks-head')}</th>
            {columns.map((column, at) => (
              <th key={column.days.join()} scope="col" data-latest={at === latest || undefined}>
                <ColumnHead column={column} />
              </th>
            ))}
            <th scope="col">{t('checks-total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} columns={columns} latest={latest} />
          ))}
        </tbody>
        <tbody className="brand-checks-sums">
          <SumRow label={t('checks-seen')} sum={sums.seen} columns={columns} latest={latest} />
          {hasReviews && <SumRow label={t('checks-review')} sum={sums.inReview} columns={columns} latest={latest} look="review" />}
          <SumRow label={t('checks-excluded')} sum={sums.excluded} columns={columns} latest={latest} look="excluded" />
          <SumRow label={t('checks-qualified')} sum={sums.qualified} columns={columns} latest={latest} look="total" />
        </tbody>
      </table>
    </section>
  )
}

function ColumnHead({ column: { days, isFuture, readAt } }: { column: CheckColumn }) {
  const { t, locale } = useText()
  const last = formatDay(days.at(-1) ?? '', locale)
  if (days.length > 1) return t('checks-until', { at: last })
  return (
    <>
      {last}
      {readAt && <small>{formatTime(readAt, locale)}</small>}
      {isFuture && <span className="rf-hidden">, {t('checks-to-come')}</span>}
    </>
  )
}

function Row({ row, columns, latest }: { row: CheckRow; columns: readonly CheckColumn[]; latest: number }) {
  const { t, locale } = useText()
  const label = t(`check-${row.kind}`)
  return (
    <tr>
      <th scope="row">
        {label}
        {row.video && (
          <small>
            <bdi>{row.video.title || t('video-untitled')}</bdi>
          </small>
        )}
      </th>
      {row.cells.map((cell, at) => (
        <td key={columns[at]?.days.join()} data-latest={at === latest || undefined} data-state={cell.state}>
          <Cell cell={cell} />
        </td>
      ))}
      <td data-state={row.total > 0 ? 'fault' : undefined}>{formatCount(-row.total, locale)}</td>
    </tr>
  )
}

const icons = { passed: Check, fault: Ban, held: Clock, answered: Clock }

function Cell({ cell: { state, excluded, faults = [] } }: { cell: CheckCell }) {
  const { t, locale } = useText()
  const views = excluded !== 0 && formatCount(-excluded, locale)
  const reasons = faults.map((reason) => exclusionLabel(reason, locale)).join(', ')
  if (state === 'future' || state === 'none') {
    return (
      views || (
        <>
          <span aria-hidden="true">–</span>
          <span className="rf-hidden">{t(state === 'future' ? 'checks-to-come' : 'checks-none')}</span>
        </>
      )
    )
  }
  return (
    <span className="brand-check">
      <Icon of={icons[state]} size={16} />
      {state === 'answered' ? <span>{t('checks-answered')}</span> : <span className="rf-hidden">{reasons || t(`checks-${state}`)}</span>}
      {views}
    </span>
  )
}

interface SumRowProps {
  readonly label: string
  readonly sum: Checks['sums']['seen']
  readonly columns: readonly CheckColumn[]
  readonly latest: number
  readonly look?: 'review' | 'excluded' | 'total'
}

function SumRow({ label, sum, columns, latest, look }: SumRowProps) {
  const { locale } = useText()
  // Subtracted views have a minus.
  const figure = (views: number) => formatCount(look === 'review' || look === 'excluded' ? -views : views, locale)
  return (
    <tr data-look={look}>
      <th scope="row">{label}</th>
      {sum.cells.map((views, at) => (
        <td key={columns[at]?.days.join()} data-latest={at === latest || undefined}>
          {columns[at]?.isFuture ? <span aria-hidden="true">–</span> : figure(views)}
        </td>
      ))}
      <td>{figure(sum.total)}</td>
    </tr>
  )
}
