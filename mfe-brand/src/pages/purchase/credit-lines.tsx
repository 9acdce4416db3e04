import type { CreditLine } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { PACKAGE_NAMES } from '@reelfair/rules'
import { type Column, Entry, formatCount, formatDateTime, formatSignedCount, LoadError, MoreButton, Table, TextLink } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { useCreditStatement } from './queries.ts'

export function CreditLines() {
  const { t, locale } = useText()
  const lines = useCreditStatement()
  if (lines.isError && !lines.items) return <LoadError title={t('lines-failed')} query={lines} />
  // One line per balance: credits that leave `available` appear under `held` or `spent`.
  const changes = (line: CreditLine) => (
    <ul>
      {(['available', 'held', 'spent'] as const)
        .filter((where) => line[where] !== 0)
        .map((where) => (
          <li key={where} className={where === 'available' ? undefined : 'brand-moved'}>
            {formatSignedCount(line[where], locale)} {t(`credits-word-${where}`)}
          </li>
        ))}
    </ul>
  )
  const noteOf = ({ reason, subject, title, of, package: bought }: CreditLine) => {
    if (of === 'invitation') {
      const username = title && handleOf(title)
      if (username === undefined) return undefined
      if (reason === 'consume') {
        return (
          <TextLink href={`/partnerships/${subject}`}>
            <bdi>{username}</bdi>
          </TextLink>
        )
      }
      return <bdi>{reason === 'hold' ? t('lines-invited', { username }) : username}</bdi>
    }
    if (title !== undefined) return <TextLink href={`/brand-dashboard/campaigns/${subject}`}>{title}</TextLink>
    if (reason === 'grant') return subject
    return bought && t('lines-order', { name: PACKAGE_NAMES[bought] })
  }
  const textOf = ({ reason, of }: CreditLine) => {
    if (reason === 'hold' && of) return `credit-hold-${of}` as const
    return reason === 'consume' && of === 'invitation' ? 'credit-tier' : (`credit-${reason}` as const)
  }
  const columns: Column<CreditLine>[] = [
    { key: 'date', head: t('column-date'), width: '150px', stack: 'date', cell: ({ at }) => formatDateTime(at, locale) },
    {
      key: 'entry',
      head: t('lines-entry'),
      stack: 'name',
      rowHead: true,
      cell: (line) => <Entry note={noteOf(line)}>{t(textOf(line))}</Entry>,
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
      <MoreButton pages={lines}>{t('campaigns-more')}</MoreButton>
    </>
  )
}
