import type { ReactNode } from 'react'
import { useSignatureWords } from '../signature/words.ts'
import { asCell, asColumnHead, asGroup, asHidden, asRow, asRowHead, asTable } from './roles.ts'

/**
 * Where a cell goes when rows are stacked on phones: `name` and `amount` on the first line, `state` and `after` on the
 * second, `date` and `receipt` on the third. `fact` prints the column header above the cell; `hide` omits the cell.
 */
type StackPlace = 'name' | 'amount' | 'state' | 'after' | 'date' | 'receipt' | 'fact' | 'hide'

export interface Column<Row> {
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Use `end` for numbers. */
  readonly align?: 'start' | 'end'
  /** `strong` for the main figure, `quiet` for figures derived from it. */
  readonly weight?: 'strong' | 'quiet'
  /** CSS width of the column: "90px" or "20%". */
  readonly width?: string
  readonly stack?: StackPlace
  /** Set to true for the one column whose cells are row headers. */
  readonly rowHead?: boolean
}

export interface TableProps<Row> {
  /** Describes the table to screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /**
   * Use dense tables on admin pages and for more than ten rows: they have 36 px rows, a sticky header and scrolling.
   * They stack on phones if any column sets `stack`.
   */
  readonly dense?: boolean
  /** Shows skeleton rows instead of data. */
  readonly loading?: boolean
  readonly skeletonRows?: number
  /** The message for an empty table should suggest what to do next. */
  readonly empty?: ReactNode
  /** Cells of the total row, by column key. */
  readonly sum?: Readonly<Record<string, ReactNode>>
}

/**
 * A table with an optional total row. On phones, plain tables and dense tables with `stack` columns
 * stack each row; other dense tables scroll.
 *
 * @example <Table caption="Videos" columns={[{ key: 'seen', head: 'Seen', align: 'end', cell: (v) => formatCount(v.seen, locale) }]} rows={videos} rowKey={(v) => v.id} />
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, dense = false, loading = false, empty, sum } = props
  const words = useSignatureWords()
  const stacks = !dense || columns.some(({ stack }) => stack)
  const table = (
    <table
      {...asTable}
      className={`rf-table${dense ? ' rf-table-dense' : ''}${stacks ? ' rf-table-plain' : ''}`}
      aria-busy={loading || undefined}
    >
      <caption className="rf-hidden">
        {caption}
        {loading && <span className="rf-hidden"> {words.loadingRows}</span>}
      </caption>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={width ? { inlineSize: width } : undefined} />
        ))}
      </colgroup>
      <thead {...asGroup}>
        <tr {...asRow}>
          {columns.map(({ key, head, align }) => (
            <th {...asColumnHead} key={key} scope="col" className={align === 'end' ? 'rf-end' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...asGroup}>
        {loading ? (
          <Skeleton columns={columns} count={props.skeletonRows ?? 4} />
        ) : rows.length === 0 ? (
          <tr {...asRow} className="rf-table-empty">
            <td {...asCell} colSpan={columns.length}>
              {empty ?? words.nothingHere}
            </td>
          </tr>
        ) : (
          <Rows {...props} />
        )}
      </tbody>
      {sum && !loading && rows.length > 0 && <SumRow columns={columns} sum={sum} />}
    </table>
  )
  if (!dense) return <div className="rf-table-room">{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to reach a scrollable region
    <section className={stacks ? 'rf-table-scroll rf-table-room' : 'rf-table-scroll'} aria-label={caption} tabIndex={0}>
      {table}
    </section>
  )
}

const classOf = <Row,>({ align, weight, stack = 'fact' }: Column<Row>) =>
  `rf-at-${stack}${align === 'end' ? ' rf-end' : ''}${weight ? ` rf-${weight}` : ''}`

function SumRow<Row>({ columns, sum }: { columns: readonly Column<Row>[]; sum: Readonly<Record<string, ReactNode>> }) {
  return (
    <tfoot {...asGroup}>
      <tr {...asRow}>
        {columns.map((column) => (
          <td {...asCell} key={column.key} className={classOf(column)} data-label={sum[column.key] === undefined ? undefined : column.head}>
            {sum[column.key]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

const Rows = <Row,>({ columns, rows, rowKey }: TableProps<Row>) =>
  rows.map((row) => (
    <tr {...asRow} key={rowKey(row)}>
      {columns.map((column) => {
        const content = column.cell(row)
        const shared = { className: classOf(column), 'data-label': column.head, children: content }
        return column.rowHead ? (
          <th {...asRowHead} key={column.key} scope="row" {...shared} />
        ) : (
          <td {...asCell} key={column.key} {...shared} {...(isBlank(content) ? { 'data-blank': '' } : {})} />
        )
      })}
    </tr>
  ))

/** Stacked rows omit empty cells. */
const isBlank = (content: ReactNode) => content === null || content === undefined || content === '' || content === false

/** Lengths of the skeleton bars in percent, varied to look like real content. */
const lengths = [62, 78, 54, 70]

function Skeleton<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no key but their index
    <tr {...asRow} key={row} className="rf-table-skeleton" {...asHidden}>
      {columns.map((column, index) => (
        <td {...asCell} key={column.key} className={classOf(column)}>
          <i style={{ inlineSize: `${lengths[(row + index) % lengths.length]}%` }} />
        </td>
      ))}
    </tr>
  ))
}

/** @example <Entry note="On its way, due Friday">Transfer to Stripe</Entry> */
export function Entry({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <span className="rf-entry">
      <span>{children}</span>
      {note && <small>{note}</small>}
    </span>
  )
}
