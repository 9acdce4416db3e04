import type { AdminTransfer, TransferStatus } from '@reelfair/contracts'
import { type Column, Entry, ErrorPanel, formatCents, formatDateTime, ReasonChip, Table } from '@reelfair/ui'
import Loader from 'lucide-react/icons/loader'
import { useText } from '../../messages/index.ts'
import { useQueue } from './queries.ts'

const kinds = { pending: 'held', processing: 'held', completed: 'passed', failed: 'out' } as const

/** The transfers, newest first: what each waits for, or why it failed. */
export function Queue({ status }: { status: TransferStatus | undefined }) {
  const { t, locale } = useText()
  const queue = useQueue(status)
  if (queue.isError && !queue.data) {
    return <ErrorPanel title={t('queue-failed')} error={queue.error} onRetry={queue.refetch} busy={queue.isFetching} />
  }
  const stateOf = (transfer: AdminTransfer) => {
    const { failure, nextAttemptAt, reversed } = transfer
    if (failure) return failure.sentence
    if (reversed > 0) return t('queue-reversed', { amount: formatCents(reversed, locale) })
    return transfer.status === 'pending' && nextAttemptAt && t('queue-next', { at: formatDateTime(nextAttemptAt, locale) })
  }
  const columns: Column<AdminTransfer>[] = [
    { key: 'created', head: t('queue-created'), width: '150px', cell: ({ createdAt }) => formatDateTime(createdAt, locale) },
    {
      key: 'id',
      head: t('queue-id'),
      rowHead: true,
      cell: ({ id, stripeTransferId }) => <Entry note={stripeTransferId}>{<span className="rf-mono">{id}</span>}</Entry>,
    },
    { key: 'creator', head: t('queue-creator'), cell: ({ creatorId }) => <span className="rf-mono">{creatorId}</span> },
    { key: 'cause', head: t('queue-cause'), width: '130px', cell: ({ cause }) => t(`cause-${cause}`) },
    {
      key: 'state',
      head: t('queue-state'),
      width: '280px',
      cell: (transfer) => (
        <ReasonChip
          kind={kinds[transfer.status]}
          {...(transfer.status === 'processing' && { icon: Loader })}
          reason={t(`status-${transfer.status}`)}
          mend={stateOf(transfer)}
        />
      ),
    },
    { key: 'attempts', head: t('queue-attempts'), align: 'end', width: '90px', cell: ({ attempts }) => attempts },
    {
      key: 'amount',
      head: t('queue-amount'),
      align: 'end',
      weight: 'strong',
      width: '120px',
      cell: ({ amount }) => formatCents(amount, locale),
    },
  ]
  return (
    <Table
      caption={t('queue-title')}
      dense
      columns={columns}
      rows={queue.data?.items ?? []}
      rowKey={({ id }) => id}
      loading={queue.isPending}
      empty={status ? t('queue-empty-status') : t('queue-empty')}
    />
  )
}
