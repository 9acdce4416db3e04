import type { TransferLog } from '@reelfair/contracts'
import { type Column, formatDateTime, LoadError, ReasonChip, Table } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { useLogs, useQueue } from './queries.ts'

/**
 * 200 is green, 500 is red, everything else is yellow. An icon and a label carry the same meaning.
 * @source specification §8
 */
const kindOf = (status: number | undefined) => (status === 200 ? 'passed' : status === 500 ? 'out' : 'held')

/** The latest transfer attempts, each with Stripe's response and its outcome. */
export function Logs() {
  const { t, locale } = useText()
  const logs = useLogs()
  const queue = useQueue(undefined)
  if (logs.isError && !logs.data) return <LoadError title={t('logs-failed')} query={logs} />
  // If Stripe's notification arrives before the response, the log never records how the last attempt ended.
  const isPaidByMessage = ({ transferId, attempt, outcome }: TransferLog) =>
    outcome === 'unknown' &&
    queue.data?.items.some(({ id, status, attempts }) => id === transferId && status === 'completed' && attempts === attempt) === true
  const columns: Column<TransferLog>[] = [
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
      cell: (log) => (
        <div className="admin-state">
          {isPaidByMessage(log) ? (
            <ReasonChip kind="passed" reason={t('logs-by-message')} fix={t('logs-by-message-note')} />
          ) : (
            <ReasonChip
              kind={kindOf(log.httpStatus)}
              reason={log.httpStatus === undefined ? t('logs-no-answer') : String(log.httpStatus)}
              fix={t(`outcome-${log.outcome}`)}
            />
          )}
        </div>
      ),
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
