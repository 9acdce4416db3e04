import type { ReactNode } from 'react'
import { formatCents, formatDate, formatSignedCents } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { type Station, StationMark } from '../signature/station.tsx'
import { useSignatureWords } from '../signature/words.ts'
import { type Column, Entry, Table } from './table.tsx'

/** One movement of a balance. */
export interface StatementEntry {
  readonly id: string
  /** ISO date or instant. */
  readonly date: string
  readonly entry: string
  readonly note?: string
  readonly state?: Station
  /** Another word for the state than the built-in one. */
  readonly stateWord?: string
  /** A link to the receipt. */
  readonly receipt?: ReactNode
  /** Signed, in cents. */
  readonly amountCents?: number
  /** Balance after this movement, in cents. */
  readonly afterCents: number
}

/** What Statement takes: movements from the newest down, the balance carried over, and the balance now. */
export interface StatementProps {
  readonly caption: string
  readonly entries: readonly StatementEntry[]
  /** "Carried over from October" */
  readonly opening?: { readonly date: string; readonly entry: string; readonly cents: number }
  /** "Available now": closed by the double rule. */
  readonly closing?: { readonly date: string; readonly entry: string; readonly cents: number }
  readonly loading?: boolean
  readonly empty?: ReactNode
}

type Line = StatementEntry & { readonly carried?: true }

/**
 * The statement of a balance; on the phone two lines per entry: entry and amount, then state, date and receipt.
 * @example <Statement caption="Your available balance in November" entries={entries} closing={{ date, entry: 'Available now', cents: 2352 }} />
 */
export function Statement({ caption, entries, opening, closing, loading = false, empty }: StatementProps) {
  const locale = useLocale()
  const words = useSignatureWords()
  const columns: Column<Line>[] = [
    { key: 'date', head: words.date, width: '90px', stack: 'date', cell: ({ date }) => formatDate(date, locale) },
    { key: 'entry', head: words.entry, stack: 'name', rowHead: true, cell: ({ entry, note }) => <Entry note={note}>{entry}</Entry> },
    {
      key: 'state',
      head: words.state,
      width: '152px',
      stack: 'state',
      cell: ({ state, stateWord }) => state && (stateWord ? <StationMark of={state}>{stateWord}</StationMark> : <StationMark of={state} />),
    },
    { key: 'receipt', head: words.receiptHead, width: '110px', stack: 'receipt', cell: ({ receipt }) => receipt },
    {
      key: 'amount',
      head: words.amount,
      width: '120px',
      align: 'end',
      weight: 'strong',
      stack: 'amount',
      cell: ({ amountCents }) => (amountCents === undefined ? null : formatSignedCents(amountCents, locale)),
    },
    {
      key: 'after',
      head: words.availableAfter,
      width: '144px',
      align: 'end',
      weight: 'quiet',
      stack: 'after',
      cell: ({ afterCents }) => formatCents(afterCents, locale),
    },
  ]
  const lines: Line[] = [
    ...entries,
    ...(opening ? [{ id: 'opening', date: opening.date, entry: opening.entry, afterCents: opening.cents, carried: true as const }] : []),
  ]
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={lines}
      rowKey={({ id }) => id}
      rowTone={({ carried }) => (carried ? 'quiet' : 'normal')}
      compact
      loading={loading}
      {...(empty === undefined ? {} : { empty })}
      {...(closing
        ? { sum: { date: formatDate(closing.date, locale), entry: closing.entry, after: formatCents(closing.cents, locale) } }
        : {})}
    />
  )
}
