import type { CreditLine } from '@reelfair/contracts'
import { Button, type Column, Entry, ErrorPanel, formatCount, formatDateTime, formatSignedCount, Table } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { useCreditStatement } from './queries.ts'

/** Each change of the credits with its reason. */
export function CreditLines() {
  const { t, locale } = useText()
  const lines = useCreditStatement()
  if (lines.isError && !lines.items) {
    return <ErrorPanel title={t('lines-failed')} error={lines.error} onRetry={lines.refetch} busy={lines.isFetching} />
  }
  const changes = ({ available, held, spent }: CreditLine) =>
    Object.entries({ available, held, spent })
      .filter(([, change]) => change !== 0)
      .map(([where, change]) => `${formatSignedCount(change, locale)} ${t(`credits-word-${where as 'available' | 'held' | 'spent'}`)}`)
      .join(', ')
  const columns: Column<CreditLine>[] = [
    { key: 'date', head: t('column-date'), width: '150px', stack: 'date', cell: ({ at }) => formatDateTime(at, locale) },
    {
      key: 'entry',
      head: t('lines-entry'),
      stack: 'name',
      rowHead: true,
      cell: ({ reason, subject }) => <Entry note={reason === 'grant' ? subject : undefined}>{t(`credit-${reason}`)}</Entry>,
    },
    { key: 'change', head: t('lines-change'), align: 'end', weight: 'strong', stack: 'amount', cell: changes },
    {
      key: 'after',
      head: t('lines-after'),
      align: 'end',
      weight: 'quiet',
      width: '144px',
      stack: 'after',
      cell: ({ availableAfter }) => (availableAfter === undefined ? null : formatCount(availableAfter, locale)),
    },
  ]
  return (
    <>
      <Table
        caption={t('lines-title')}
        columns={columns}
        rows={lines.items ?? []}
        rowKey={({ id }) => id}
        loading={lines.isPending}
        skeletonRows={3}
        empty={t('lines-empty')}
      />
      {lines.hasNextPage && (
        <Button busy={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
          {t('campaigns-more')}
        </Button>
      )}
    </>
  )
}
