import type { TransferLog } from '@reelfair/contracts'
import { type Column, formatDateTime, LoadError, ReasonChip, Table } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { useLogs, useQueue } from './queries.ts'

/**
 * 200 is green, 500 is red, everything else is yellow. An icon and a label carry the same meaning.
 * @source specification §8
 */
const kindOf = (status: number | undefined) => (status === 200 ? 'passed' : status === 500 ? 'out' : 'held')

export function Logs() {
  const { t } = useText()
  const logs = useLogs()
  const columns = useColumns()
  if (logs.isError && !logs.data) return <LoadError title={t('logs-failed')} query={logs} />
  return (
    <Table
      caption={t('logs-title')}
      dense
      columns={columns}
      rows={logs.data?.items ?? []}
      rowKey={({ id }) => id}
      loading={logs.isPending}
      empty={t('logs-empty')}
    />
  )
}

function useColumns(): Column<TransferLog>[] {
  const { t, locale } = useText()
  const queue = useQueue(undefined)
  // If Stripe's notification arrives before its API response, the log never records the last attempt's outcome.
  const isPaidByMessage = ({ transferId, attempt, outcome }: TransferLog) =>
    outcome === 'unknown' &&
    queue.data?.items.some(({ id, status, attempts }) => id === transferId && status === 'completed' && attempts === attempt) === true
  return [
    { key: 'at', head: t('logs-at'), width: '150px', stack: 'date', cell: ({ at }) => formatDateTime(at, locale) },
    {
      key: 'id',
      head: t('queue-id'),
      stack: 'name',
      rowHead: true,
      cell: ({ transferId }) => <span className="rf-mono">{transferId}</span>,
    },
    { key: 'attempt', head: t('logs-attempt'), align: 'end', width: '90px', stack: 'amount', cell: ({ attempt }) => attempt },
    {
      key: 'status',
      head: t('logs-status'),
      stack: 'state',
      width: '280px',
      cell: (log) => <Outcome log={log} isPaid={isPaidByMessage(log)} />,
    },
    {
      key: 'body',
      head: t('logs-body'),
      stack: 'receipt',
      cell: ({ body }) =>
        body && (
          <details className="admin-body">
            <summary>{t('logs-show')}</summary>
            <pre className="rf-mono">{body}</pre>
          </details>
        ),
    },
  ]
}

function Outcome({ log: { httpStatus, outcome }, isPaid }: { log: TransferLog; isPaid: boolean }) {
  const { t } = useText()
  return (
    <div className="admin-state">
      {isPaid ? (
        <ReasonChip kind="passed" reason={t('logs-by-message')} fix={t('logs-by-message-note')} />
      ) : (
        <ReasonChip
          kind={kindOf(httpStatus)}
          reason={httpStatus === undefined ? t('logs-no-answer') : String(httpStatus)}
          fix={t(`outcome-${outcome}`)}
        />
      )}
    </div>
  )
}
