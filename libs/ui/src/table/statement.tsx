import type { ReactNode } from 'react'
import { formatCents, formatDate, formatSignedCents } from '../format.ts'
import { useLocale } from '../provider/ui-provider.tsx'
import { type Station, StationMark } from '../signature/station.tsx'
import { useSignatureWords } from '../signature/words.ts'
import { type Column, Entry, Table } from './table.tsx'

interface StatementEntry {
  readonly id: string
  readonly date: string
  readonly entry: string
  readonly note?: string
  readonly state?: Station
  /** Text that replaces the state's built-in name. */
  readonly stateWord?: string
  readonly receipt?: ReactNode
  /** Signed amount in cents. */
  readonly amountCents?: number
  /** Balance after this entry, in cents. */
  readonly afterCents: number
}

/** `entries` must be sorted newest first. */
export interface StatementProps {
  readonly caption: string
  readonly entries: readonly StatementEntry[]
  readonly opening?: { readonly date: string; readonly entry: string; readonly cents: number }
  readonly closing?: { readonly date: string; readonly entry: string; readonly cents: number }
  readonly loading?: boolean
  readonly empty?: ReactNode
}

type Line = StatementEntry & { readonly carried?: true }

/**
 * On phones each entry has two lines: entry and amount, then state, date and receipt.
 * @example <Statement caption="Your available balance in November" entries={entries} closing={{ date, entry: 'Available
 * now', cents: 2352 }} />
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
