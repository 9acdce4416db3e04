import Check from 'lucide-react/icons/check'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import { Button } from '../button/button.tsx'
import { formatCents, formatCount, formatDateTime, type Moment } from '../format.ts'
import { Icon } from '../icon/icon.tsx'
import { useLocale } from '../provider/ui-provider.tsx'
import { type ReceiptNote, WithLeaders } from './leaders.tsx'
import { useLedgerWords } from './ledger-words.ts'
import { Slip, SlipLine, SlipSection } from './slip.tsx'

export interface ReceiptLine {
  readonly id: string
  readonly label: string
  /** Views are never negative: the receipt adds the sign. */
  readonly views: number
  readonly note?: string
  /** For deducted views: `out` is final, `held` awaits a review. */
  readonly kind?: 'out' | 'held'
}

/** A value is in cents (with four decimals if `exact`) or a string such as "100%". */
export interface PayLine {
  readonly id: string
  readonly label: string
  readonly cents?: number
  readonly exact?: boolean
  readonly text?: string
  readonly note?: string
}

/** Totals are in the receipt's unit: cents or credits. */
export type ReceiptCheck =
  | { readonly state: 'fresh' }
  | { readonly state: 'recomputing' }
  | { readonly state: 'same'; readonly at: Moment }
  | { readonly state: 'differs'; readonly at: Moment; readonly total: number; readonly contact: ReactNode }

/** The receipt computes its view totals from the lines, so the totals always add up. */
export interface ReceiptProps {
  readonly number: string
  readonly writtenAt?: Moment
  /** An example receipt shows this text instead of a date. */
  readonly example?: string
  readonly party: string
  readonly place?: string
  /** Names the brand and the campaign: "Olmo Bikes, “Ride the canal”". */
  readonly title: string
  readonly details?: string
  /** `cents` for what a creator earns, `credits` for what a brand is charged. */
  readonly unit?: 'cents' | 'credits'
  /** A string is printed as is, for a page that fills in its figures later. */
  readonly total: number | string
  /** Names the total, if nothing is paid or charged yet. */
  readonly totalLabel?: string
  readonly seen: readonly ReceiptLine[]
  readonly seenNote?: string
  readonly deducted: readonly ReceiptLine[]
  /** Shows how the qualified views were allocated, before the pay. `sum` is the last line. */
  readonly allocation?: {
    readonly name: string
    readonly note?: string
    readonly lines: readonly PayLine[]
    readonly sum: PayLine
  }
  /** Shows rate, share and rounding. Without `pay`, the receipt ends with the charged views. */
  readonly pay?: readonly PayLine[]
  readonly payNote?: string
  readonly check?: ReceiptCheck
  readonly onRecompute?: () => void
  /** Notes for the landing page. `line` is a line's id, or `seen`, `qualified`, `pay`, `total` or `recompute`. */
  readonly notes?: readonly ReceiptNote[]
  readonly level?: 2 | 3 | 4
}

const sum = (lines: readonly ReceiptLine[]) => lines.reduce((total, { views }) => total + views, 0)

/**
 * Accounts for every view and cent: views seen, deducted and qualified, then pay and total. Users can request a
 * recomputation.
 * @example <Receipt number="R-20391" writtenAt={at} party="@lina.mrtn" title="Olmo Bikes" total={4137} seen={lines}
 * deducted={[]} pay={pay} />
 */
export function Receipt({ notes, ...receipt }: ReceiptProps) {
  const slip = <ReceiptSlip {...receipt} />
  return notes && notes.length > 0 ? <WithLeaders notes={notes}>{slip}</WithLeaders> : slip
}

function ReceiptSlip(receipt: Omit<ReceiptProps, 'notes'>) {
  const { number, title, details, unit = 'cents', total, seen, seenNote, deducted, allocation: granted, pay, payNote } = receipt
  const { check = { state: 'fresh' }, onRecompute, level = 3 } = receipt
  const locale = useLocale()
  const words = useLedgerWords()
  const Heading = `h${level}` as const
  const count = (views: number) => formatCount(views, locale)
  const print = (value: number) => (unit === 'cents' ? formatCents(value, locale) : count(value))
  const printed = typeof total === 'string' ? total : print(total)
  const { totalLabel = unit === 'cents' ? words.yours : words.charged } = receipt
  const totalLine = <SlipLine kind="total" id="total" label={totalLabel} value={printed} />

  return (
    <Slip label={words.receipt(number)} className={`rf-slip-is-${check.state}`}>
      <ReceiptHead {...receipt} />
      <p className="rf-slip-hero">
        {printed}
        {unit === 'credits' && <small>{words.credits}</small>}
      </p>
      <Heading className="rf-slip-title">{title}</Heading>
      {details && <p className="rf-slip-details">{details}</p>}

      <SlipSection name={words.viewsSeen} note={seenNote}>
        {seen.map(({ id, label, views, note }) => (
          <SlipLine key={id} id={id} label={label} value={count(views)} note={note} />
        ))}
        <SlipLine kind="sum" id="seen" label={words.seen} value={count(sum(seen))} />
      </SlipSection>

      <SlipSection name={words.takenOff} note={deducted.length > 0 ? words.eachReason : undefined}>
        {deducted.length === 0 && <SlipLine label={words.nothingTakenOff} value={count(0)} />}
        {deducted.map(({ id, label, views, note, kind = 'out' }) => (
          <SlipLine key={id} id={id} kind={kind} label={label} value={count(-views)} note={note} />
        ))}
        {(pay || granted) && <SlipLine kind="sum" id="qualified" label={words.qualifiedViews} value={count(sum(seen) - sum(deducted))} />}
        {!pay && !granted && totalLine}
      </SlipSection>

      {granted && (
        <SlipSection id="granted" name={granted.name} note={granted.note}>
          <PayLines lines={granted.lines} />
          <SlipLine kind="sum" label={granted.sum.label} value={granted.sum.text} note={granted.sum.note} />
          {!pay && totalLine}
        </SlipSection>
      )}

      {pay && (
        <SlipSection id="pay" name={words.pay} note={payNote}>
          <PayLines lines={pay} />
          {totalLine}
        </SlipSection>
      )}

      {(onRecompute !== undefined || check.state !== 'fresh') && (
        <ReceiptFoot check={check} total={printed} print={print} unit={unit} onRecompute={onRecompute} />
      )}
    </Slip>
  )
}

function ReceiptHead({ number, example, writtenAt, party, place }: Omit<ReceiptProps, 'notes'>) {
  const locale = useLocale()
  const words = useLedgerWords()
  return (
    <header className="rf-slip-top">
      <p>
        <span>{words.receipt(number)}</span>
        <span>{example ?? (writtenAt && words.writtenAt(formatDateTime(writtenAt, locale, { year: true })))}</span>
      </p>
      <p>
        <span>{party}</span>
        {place && <span>{place}</span>}
      </p>
    </header>
  )
}

function PayLines({ lines }: { lines: readonly PayLine[] }) {
  const locale = useLocale()
  return lines.map(({ id, label, cents, exact, text, note }) => (
    <SlipLine
      key={id}
      id={id}
      label={label}
      value={text ?? (cents === undefined ? '' : formatCents(cents, locale, exact ? 4 : 2))}
      note={note}
    />
  ))
}

interface FootProps {
  readonly check: ReceiptCheck
  readonly total: string
  readonly print: (value: number) => string
  readonly unit: 'cents' | 'credits'
  readonly onRecompute: (() => void) | undefined
}

function ReceiptFoot({ check, total, print, unit, onRecompute }: FootProps) {
  const locale = useLocale()
  const words = useLedgerWords()
  // The double rule blinks only after the user's own request, not for an earlier result.
  const [asked, setAsked] = useState(false)
  const busy = check.state === 'recomputing'
  const recompute = () => {
    if (busy) return
    setAsked(true)
    onRecompute?.()
  }
  return (
    <footer className="rf-slip-foot" data-line="recompute" data-asked={asked || undefined}>
      {onRecompute && (
        <Button icon={RefreshCw} onClick={recompute} busy={busy}>
          {words.recompute}
        </Button>
      )}
      <div className="rf-slip-answer" role="status">
        {busy && <p className="rf-slip-wait">{words.recomputing}</p>}
        {check.state === 'same' && <SameAnswer at={formatDateTime(check.at, locale)} unit={unit} />}
        {check.state === 'differs' && (
          <DiffersAnswer at={formatDateTime(check.at, locale)} total={total} again={print(check.total)} contact={check.contact} />
        )}
      </div>
    </footer>
  )
}

/** The result of a recomputation. All figures and dates are formatted. */
export function SameAnswer({ at, unit }: { at: string; unit: 'cents' | 'credits' }) {
  const words = useLedgerWords()
  return (
    <p className="rf-slip-same">
      <Icon of={Check} />
      {(unit === 'cents' ? words.same : words.sameViews)(at)}
    </p>
  )
}

export function DiffersAnswer({ at, total, again, contact }: { at: string; total: string; again: string; contact: ReactNode }) {
  const words = useLedgerWords()
  return (
    <div className="rf-slip-differs">
      <p>
        <Icon of={TriangleAlert} />
        {words.differs}
      </p>
      <dl>
        <Total label={words.onReceipt}>{total}</Total>
        <Total label={words.recomputed(at)}>{again}</Total>
      </dl>
      {contact}
    </div>
  )
}

const Total = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
