import { exclusionReasons, exclusionTable, mendTable } from '@reelfair/contracts/reasons'
import { formatPercent, Table } from '@reelfair/ui'
import { useText } from './messages/index.ts'

/** The reasons with the words that creator and brand read beside each excluded view. */
export function ReasonsTable() {
  const { t, locale } = useText()
  return (
    <Table
      caption={t('reasons-caption')}
      columns={[
        { key: 'why', head: t('reasons-why'), width: '50%', rowHead: true, stack: 'name', cell: (code) => exclusionTable[code][locale] },
        { key: 'mend', head: t('reasons-mend'), stack: 'fact', cell: (code) => mendTable[exclusionTable[code].mend][locale] },
      ]}
      rows={exclusionReasons}
      rowKey={(code) => code}
    />
  )
}

/** Shares of the goal, from which on they pay what. @source decisions §4 */
const TIERS = [
  { below: 0.25, pays: 0 },
  { from: 0.25, to: 0.4999, pays: 0.25 },
  { from: 0.5, to: 0.7499, pays: 0.5 },
  { from: 0.75, to: 0.9999, pays: 0.75 },
  { from: 1, pays: 1 },
] as const

/** What a partnership pays by how much of its goal was reached. */
export function TiersTable() {
  const { t, locale } = useText()
  const percent = (share: number) => formatPercent(share, locale, Number.isInteger(share * 100) ? 0 : 2)
  const reached = (tier: (typeof TIERS)[number]) => {
    if ('below' in tier) return t('tiers-below', { to: percent(tier.below) })
    if ('to' in tier) return t('tiers-between', { from: percent(tier.from), to: percent(tier.to) })
    return t('tiers-from', { from: percent(tier.from) })
  }
  return (
    <Table
      caption={t('tiers-caption')}
      columns={[
        { key: 'reached', head: t('tiers-reached'), rowHead: true, stack: 'name', cell: reached },
        { key: 'pays', head: t('tiers-pays'), align: 'end', stack: 'fact', cell: ({ pays }) => percent(pays) },
        { key: 'returns', head: t('tiers-returns'), align: 'end', stack: 'fact', cell: ({ pays }) => percent(1 - pays) },
      ]}
      rows={TIERS}
      rowKey={({ pays }) => String(pays)}
    />
  )
}
