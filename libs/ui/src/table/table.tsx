import { Fragment, type ReactNode } from 'react'
import { useSignatureWords } from '../signature/words.ts'
import { asCell, asColumnHead, asGroup, asNothing, asRow, asRowHead, asTable } from './roles.ts'

/** Where a cell goes when the table is stacked on the phone: first line, second line, third line; `fact` prints its head above, `hide` leaves it out. */
export type StackPlace = 'name' | 'amount' | 'state' | 'after' | 'date' | 'receipt' | 'fact' | 'hide'

/** One column. */
export interface Column<Row> {
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand right. */
  readonly align?: 'start' | 'end'
  /** `strong` for the figure that counts, `quiet` for what follows from it. */
  readonly weight?: 'strong' | 'quiet'
  /** CSS width of the column, "90px" or "20%". */
  readonly width?: string
  /** Shows a button in the head; the page sorts and passes `sort` back. */
  readonly sortable?: boolean
  readonly stack?: StackPlace
  /** True on the one column that names the row for readers. */
  readonly rowHead?: boolean
}

/** The sort shown in the heads. */
export interface Sort {
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

/** What Table takes. */
export interface TableProps<Row> {
  /** Says what the table lists; read out, and printed above where `captionShown`. */
  readonly caption: string
  readonly captionShown?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** 36 px rows, sticky head, scrolls in its own box: admin pages and more than ten rows. Where a column has a `stack`, it stacks on the phone all the same. */
  readonly dense?: boolean
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Skeleton rows instead of rows. */
  readonly loading?: boolean
  readonly skeletonRows?: number
  /** What an empty table says; a sentence with its way out. */
  readonly empty?: ReactNode
  /** Closes the table with the double rule: a cell per column key. */
  readonly sum?: Readonly<Record<string, ReactNode>>
  /** Rows of one group follow each other under its name. */
  readonly group?: (row: Row) => string
  /** `quiet` prints a row in the second ink (carried over). */
  readonly rowTone?: (row: Row) => 'normal' | 'quiet'
  /** Two lines per entry on the phone instead of three. */
  readonly compact?: boolean
}

/**
 * A table: ruled lines, numbers right, the sum closed by the double rule. Plain ones become stacked entries on the phone, and so do dense ones whose columns say where they go; others scroll.
 *
 * @example <Table caption="Videos" columns={[{ key: 'seen', head: 'Seen', align: 'end', cell: (v) => formatCount(v.seen, locale) }]} rows={videos} rowKey={(v) => v.id} />
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, captionShown = false, columns, rows, dense = false, loading = false, empty, sum, compact = false } = props
  const words = useSignatureWords()
  const stacks = !dense || columns.some(({ stack }) => stack)
  const table = (
    <table
      {...asTable}
      className={`rf-table${dense ? ' rf-table-dense' : ''}${stacks ? ' rf-table-plain' : ''}${compact ? ' rf-table-compact' : ''}`}
      aria-busy={loading || undefined}
    >
      <caption className={captionShown ? 'rf-table-caption' : 'rf-hidden'}>
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
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
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
      {sum && !loading && rows.length > 0 && (
        <tfoot {...asGroup}>
          <tr {...asRow}>
            {columns.map((column) => (
              <td
                {...asCell}
                key={column.key}
                className={classOf(column)}
                data-label={sum[column.key] === undefined ? undefined : column.head}
              >
                {sum[column.key]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
  if (!dense) return <div className="rf-table-room">{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={stacks ? 'rf-table-scroll rf-table-room' : 'rf-table-scroll'} aria-label={caption} tabIndex={0}>
      {table}
    </section>
  )
}

const classOf = <Row,>({ align, weight, stack = 'fact' }: Column<Row>) =>
  `rf-at-${stack}${align === 'end' ? ' rf-end' : ''}${weight ? ` rf-${weight}` : ''}`

function Head<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }) {
  const { key, head, sortable, align } = column
  const direction = sort?.key === key ? sort.direction : undefined
  const className = align === 'end' ? 'rf-end' : undefined
  if (!sortable)
    return (
      <th {...asColumnHead} scope="col" className={className}>
        {head}
      </th>
    )
  // Figures are read from the largest down, everything else from A on.
  const next =
    direction === undefined ? (align === 'end' ? 'descending' : 'ascending') : direction === 'ascending' ? 'descending' : 'ascending'
  return (
    <th {...asColumnHead} scope="col" className={className} aria-sort={direction ?? 'none'}>
      <button type="button" className="rf-table-sort" data-direction={direction} onClick={() => onSort?.({ key, direction: next })}>
        {head}
      </button>
    </th>
  )
}

function Rows<Row>({ columns, rows, rowKey, group, rowTone }: TableProps<Row>) {
  return rows.map((row, index) => {
    const before = rows[index - 1]
    const name = group?.(row)
    const opens = name !== undefined && (before === undefined || group?.(before) !== name)
    return (
      <Fragment key={rowKey(row)}>
        {opens && (
          <tr {...asRow} className="rf-table-group">
            <th {...asRowHead} scope="rowgroup" colSpan={columns.length}>
              {name}
            </th>
          </tr>
        )}
        <tr {...asRow} className={rowTone?.(row) === 'quiet' ? 'rf-table-quiet' : undefined}>
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
      </Fragment>
    )
  })
}

/** Nothing printed: the stacked entry then leaves the place out. */
const isBlank = (content: ReactNode) => content === null || content === undefined || content === '' || content === false

/** Bars of different lengths, so that the waiting table has the rhythm of the coming one. */
const lengths = [62, 78, 54, 70]

function Skeleton<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that stand for nothing have only their place
    <tr {...asRow} key={row} className="rf-table-skeleton" {...asNothing}>
      {columns.map((column, index) => (
        <td {...asCell} key={column.key} className={classOf(column)}>
          <i style={{ inlineSize: `${lengths[(row + index) % lengths.length]}%` }} />
        </td>
      ))}
    </tr>
  ))
}

/** What a cell says, with its remark below: "Transfer to Stripe" / "On its way, due Friday". */
export function Entry({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <span className="rf-entry">
      <span>{children}</span>
      {note && <small>{note}</small>}
    </span>
  )
}
