import type { StatementLine, Transfer } from '@reelfair/contracts'
import {
  type Column,
  Entry,
  formatCents,
  formatDate,
  formatDateTime,
  formatSignedCents,
  LoadError,
  MoreButton,
  StationMark,
  Table,
  TextLink,
} from '@reelfair/ui'
import { useBalance } from '../../components/queries.ts'
import { useText } from './messages/index.ts'
import { nameOf } from './money.tsx'
import { historyUrl, useStatement, useTransfers } from './queries.ts'

const marks = { accruing: 'earned', held: 'held', payable: 'available', inTransfer: 'inTransfer', paid: 'paid' } as const

export function StatementTable() {
  const { t, locale } = useText()
  const statement = useStatement()
  const balance = useBalance()
  const columns = useColumns()
  if (statement.isError && !statement.items) return <LoadError title={t('statement-failed')} query={statement} />
  return (
    <>
      <Table
        caption={t('statement-title')}
        columns={columns}
        rows={statement.items ?? []}
        rowKey={({ id }) => id}
        loading={statement.isPending}
        empty={t('statement-empty')}
        {...(balance.data && { sum: { entry: t('statement-now'), after: formatCents(balance.data.payable, locale) } })}
      />
      <MoreButton className="creator-more" pages={statement}>
        {t('statement-more')}
      </MoreButton>
    </>
  )
}

function useColumns(): Column<StatementLine>[] {
  const { t, locale } = useText()
  const transfers = useTransfers()
  const transferOf = ({ subject }: StatementLine) => transfers.items?.find(({ id }) => id === subject)
  return [
    { key: 'date', head: t('column-date'), width: '90px', stack: 'hide', cell: ({ at }) => formatDate(at, locale) },
    {
      key: 'entry',
      head: t('column-entry'),
      stack: 'name',
      rowHead: true,
      cell: (line) => <Movement line={line} transfer={transferOf(line)} />,
    },
    {
      key: 'state',
      head: t('column-state'),
      width: '152px',
      stack: 'state',
      cell: ({ moves, at }) => (
        <>
          <Where moves={moves} />
          {/* In the stacked table on phones, the date and the stage share one line. */}
          <span className="creator-line-date">{formatDate(at, locale)}</span>
        </>
      ),
    },
    {
      key: 'amount',
      head: t('column-amount'),
      width: '120px',
      align: 'end',
      weight: 'strong',
      stack: 'amount',
      cell: ({ moves, reason }) => {
        const available = availableOf(moves)
        if (available) return formatSignedCents(available.amount, locale)
        const moved = arrived(moves)
        if (!moved) return null
        if (reason === 'earned' || reason === 'reduced') return formatSignedCents(moved.amount, locale)
        // Moving an amount between stages does not change the available balance, so the amount has no sign.
        return <span className="creator-moved">{formatCents(moved.amount, locale)}</span>
      },
    },
    {
      key: 'after',
      head: t('column-after'),
      width: '144px',
      align: 'end',
      weight: 'quiet',
      stack: 'after',
      cell: ({ moves }) => {
        const available = availableOf(moves)
        return available ? formatCents(available.after, locale) : null
      },
    },
  ]
}

function Movement({ line, transfer }: { line: StatementLine; transfer: Transfer | undefined }) {
  const { t, locale } = useText()
  const { subject, of, title, reason, until } = line
  const name = nameOf(line)
  const noteOf = () => {
    if (reason === 'transfer_failed') return transfer?.failure?.sentence ?? t('why-transfer_failed')
    if (reason === 'transfer_started' && transfer?.waiting) {
      const { sentence, until: again } = transfer.waiting
      return `${sentence} ${t('station-transfer-again', { at: formatDateTime(again, locale) })}`
    }
    const isTier = of === 'partnership' && reason === 'earned'
    const cause = isTier ? t('why-earned-partnership') : t(`why-${reason}`)
    const why = until ? t('why-until', { at: formatDateTime(until, locale) }) : cause
    return name ? `${t(`reason-${reason}`)}. ${why}` : why
  }
  return (
    <Entry note={noteOf()}>
      {title === undefined ? (name ?? t(`reason-${reason}`)) : <TextLink href={historyUrl(subject)}>{title}</TextLink>}
    </Entry>
  )
}

const availableOf = (moves: StatementLine['moves']) => moves.find(({ station }) => station === 'payable')

/** The movement into the receiving stage or, if money left the creator's balance, the deduction. */
const arrived = (moves: StatementLine['moves']) => moves.find(({ amount }) => amount > 0) ?? moves[0]

function Where({ moves }: Pick<StatementLine, 'moves'>) {
  const move = arrived(moves)
  return move ? <StationMark of={marks[move.station]} /> : null
}
