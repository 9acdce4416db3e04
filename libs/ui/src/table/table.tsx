import { Fragment, type ReactNode } from 'react'
import { useSignatureWords } from '../signature/words.ts'
import { asCell, asColumnHead, asGroup, asHidden, asRow, asRowHead, asTable } from './roles.ts'

/**
 * Where a cell goes if rows stack on phones: `name` and `amount` on the first line, `state` and `after` on the second,
 * `date` and `receipt` on the third. `fact` prints the column header above the cell; `hide` omits the cell.
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
  /** The page sorts the rows and updates `sort`. */
  readonly sortable?: boolean
  readonly stack?: StackPlace
  /** Set to true for the one column whose cells are row headers. */
  readonly rowHead?: boolean
}

export interface Sort {
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

export interface TableProps<Row> {
  /** Describes the table to screen readers. Visible only with `captionShown`. */
  readonly caption: string
  readonly captionShown?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /**
   * Use dense tables on admin pages and for more than ten rows: they have 36 px rows, a sticky header and scrolling.
   * They stack on phones if any column sets `stack`.
   */
  readonly dense?: boolean
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  readonly loading?: boolean
  readonly skeletonRows?: number
  /** The message for an empty table should suggest what to do next. */
  readonly empty?: ReactNode
  /** Cells of the total row, by column key. */
  readonly sum?: Readonly<Record<string, ReactNode>>
  /** Returns a row's group. Rows of a group must be adjacent; a heading row shows the group's name. */
  readonly group?: (row: Row) => string
  /** `quiet` mutes a row, such as an opening balance. */
  readonly rowTone?: (row: Row) => 'normal' | 'quiet'
  /** Shows each row in two lines on phones instead of three. */
  readonly compact?: boolean
}

/**
 * On phones, plain tables and dense tables with `stack` columns stack each row; other dense tables scroll.
 * @example <Table caption="Videos" columns={[{ key: 'seen', head: 'Seen', align: 'end', cell: (v) =>
 * formatCount(v.seen, locale) }]} rows={videos} rowKey={(v) => v.id} />
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
  // The first click sorts figures in descending order, everything else in ascending order.
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

/** Stacked rows omit empty cells. */
const isBlank = (content: ReactNode) => content === null || content === undefined || content === '' || content === false

/** Skeleton bars have different lengths in percent, to look like real content. */
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
