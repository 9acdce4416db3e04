import type { AdminTransfer, TransferStatus } from '@reelfair/contracts'
import {
  type Column,
  Countdown,
  Entry,
  formatCents,
  formatCount,
  formatDateTime,
  LoadError,
  ReasonChip,
  Table,
  TextLink,
} from '@reelfair/ui'
import Loader from 'lucide-react/icons/loader'
import { useText } from '../../messages/index.ts'
import { useQueue } from './queries.ts'

const kinds = { pending: 'held', processing: 'held', completed: 'passed', failed: 'out' } as const

/** Failures with their own text for administrators, because the service's text is written for creators. */
const failures = ['transfer_refused', 'transfer_given_up', 'transfer_account_not_active', 'transfer_account_closed'] as const

export function Queue({ status }: { status: TransferStatus | undefined }) {
  const { t } = useText()
  const queue = useQueue(status)
  const columns = useColumns()
  if (queue.isError && !queue.data) return <LoadError title={t('queue-failed')} query={queue} />
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

function useColumns(): Column<AdminTransfer>[] {
  const { t, locale } = useText()
  return [
    { key: 'created', head: t('queue-created'), width: '150px', stack: 'date', cell: ({ createdAt }) => formatDateTime(createdAt, locale) },
    {
      key: 'id',
      head: t('queue-id'),
      stack: 'name',
      rowHead: true,
      cell: ({ id, stripeTransferId }) => (
        <span className="admin-ids">
          <Entry note={stripeTransferId}>
            <span className="rf-mono">{id}</span>
          </Entry>
        </span>
      ),
    },
    {
      key: 'creator',
      head: t('queue-creator'),
      stack: 'fact',
      cell: ({ creatorId, creatorEmail }) => creatorEmail ?? <span className="rf-mono">{creatorId}</span>,
    },
    { key: 'cause', head: t('queue-cause'), width: '130px', stack: 'fact', cell: (transfer) => <Cause transfer={transfer} /> },
    {
      key: 'state',
      head: t('queue-state'),
      width: '300px',
      stack: 'state',
      cell: (transfer) => <TransferState transfer={transfer} />,
    },
    { key: 'attempts', head: t('queue-attempts'), align: 'end', width: '90px', stack: 'fact', cell: ({ attempts }) => attempts },
    {
      key: 'amount',
      head: t('queue-amount'),
      align: 'end',
      weight: 'strong',
      width: '120px',
      stack: 'amount',
      cell: ({ amount }) => formatCents(amount, locale),
    },
  ]
}

function Cause({ transfer: { cause, partnershipId, brandId, viewsGoal } }: { transfer: AdminTransfer }) {
  const { t, locale } = useText()
  const name = t(`cause-${cause}`)
  return (
    <Entry note={viewsGoal !== undefined && t('queue-goal', { goal: formatCount(viewsGoal, locale) })}>
      {partnershipId && brandId ? <TextLink href={`/admin/brands/${brandId}/partnerships/${partnershipId}`}>{name}</TextLink> : name}
    </Entry>
  )
}

function TransferState({ transfer }: { transfer: AdminTransfer }) {
  const { t, locale } = useText()
  const { status, doubt, failure, nextAttemptAt, reversed, waiting } = transfer
  const failureOf = ({ code, sentence }: NonNullable<AdminTransfer['failure']>) => {
    const known = failures.find((one) => one === code)
    return known ? t(`failure-${known}`) : sentence
  }
  const stateOf = () => {
    if (doubt) return `${doubt.sentence} (${doubt.stripeTransferIds.join(', ')})`
    if (failure) return failureOf(failure)
    if (reversed > 0) return t('queue-reversed', { amount: formatCents(reversed, locale) })
    const until = waiting?.until ?? nextAttemptAt
    if (status !== 'pending' || !until) return undefined
    return (
      <>
        {waiting && <span className="admin-line">{waiting.sentence}</span>}
        <span className="admin-line">
          {t('queue-next', { at: formatDateTime(until, locale) })}
          {', '}
          <Countdown to={until} wrap={(left) => t('queue-next-in', { left })} over={t('queue-next-now')} />
        </span>
      </>
    )
  }
  return (
    <div className="admin-state">
      <ReasonChip kind={kinds[status]} {...(status === 'processing' && { icon: Loader })} reason={t(`status-${status}`)} fix={stateOf()} />
    </div>
  )
}
