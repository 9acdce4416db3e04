import type { StatementLine } from '@reelfair/contracts'
import {
  Button,
  type Column,
  Entry,
  ErrorPanel,
  formatCents,
  formatDate,
  formatDateTime,
  formatSignedCents,
  StationMark,
  Table,
} from '@reelfair/ui'
import { useBalance } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { nameOf } from './money.tsx'
import { useStatement, useTransfers } from './queries.ts'

const marks = { accruing: 'earned', held: 'held', payable: 'available', inTransfer: 'inTransfer', paid: 'paid' } as const

/** Every movement with its reason, closed by what is available now. */
export function StatementTable() {
  const { t, locale } = useText()
  const statement = useStatement()
  const balance = useBalance()
  const transfers = useTransfers()
  if (statement.isError && !statement.items) {
    return <ErrorPanel title={t('statement-failed')} error={statement.error} onRetry={statement.refetch} busy={statement.isFetching} />
  }
  const noteOf = ({ reason, subject, until }: StatementLine) => {
    const failure = transfers.items?.find(({ id }) => id === subject)?.failure?.sentence
    if (reason === 'transfer_failed') return failure ?? t('why-transfer_failed')
    const name = nameOf(subject)
    const why = until ? t('why-until', { at: formatDateTime(until, locale) }) : t(`why-${reason}`)
    return name ? `${name}. ${why}` : why
  }
  const columns: Column<StatementLine>[] = [
    { key: 'date', head: t('column-date'), width: '90px', stack: 'date', cell: ({ at }) => formatDate(at, locale) },
    {
      key: 'entry',
      head: t('column-entry'),
      stack: 'name',
      rowHead: true,
      cell: (line) => <Entry note={noteOf(line)}>{t(`reason-${line.reason}`)}</Entry>,
    },
    { key: 'state', head: t('column-state'), width: '152px', stack: 'state', cell: ({ moves }) => <Where moves={moves} /> },
    {
      key: 'amount',
      head: t('column-amount'),
      width: '120px',
      align: 'end',
      weight: 'strong',
      stack: 'amount',
      cell: ({ moves, reason }) => {
        const available = moves.find(({ station }) => station === 'payable')
        if (available) return formatSignedCents(available.amount, locale)
        const moved = arrived(moves)
        if (!moved) return null
        // Money that only went from one station to the next is no plus.
        return reason === 'earned' || reason === 'corrected' ? formatSignedCents(moved.amount, locale) : formatCents(moved.amount, locale)
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
        const available = moves.find(({ station }) => station === 'payable')
        return available ? formatCents(available.after, locale) : null
      },
    },
  ]
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
      {statement.hasNextPage && (
        <Button busy={statement.isFetchingNextPage} onClick={() => void statement.fetchNextPage()}>
          {t('statement-more')}
        </Button>
      )}
    </>
  )
}

/** Where the money went; what was taken away, if it went nowhere of the creator's. */
const arrived = (moves: StatementLine['moves']) => moves.find(({ amount }) => amount > 0) ?? moves[0]

function Where({ moves }: Pick<StatementLine, 'moves'>) {
  const move = arrived(moves)
  return move ? <StationMark of={marks[move.station]} /> : null
}
