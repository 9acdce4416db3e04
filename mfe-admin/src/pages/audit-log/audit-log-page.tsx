import type { AuditEntry, SettingKey } from '@reelfair/contracts'
import { ButtonLink, type Column, DensePage, formatDateTime, LoadError, MoreButton, Select, Table } from '@reelfair/ui'
import { usePage, usePages } from '@reelfair/web-kit'
import { useAddressFilters } from '../../components/address-filters.ts'
import { SearchField } from '../../components/search-field.tsx'
import { SettingText } from '../../components/setting-value.tsx'
import { useText } from '../../messages/index.ts'

const KEYS = [
  'packages',
  'rate_card',
  'solvency_margin_cents',
  'public_campaign_networks',
  'video_window_days',
  'review_hours',
  'collab_booking',
  'brand_kyc_required',
  'require_admin_second_factor',
  'support_email',
  'style_reference',
] as const satisfies readonly SettingKey[]

export function AuditLogPage() {
  const { t } = useText()
  usePage(t('audit-title'))
  const { filterOf, set } = useAddressFilters()
  const key = KEYS.find((one) => one === filterOf('key'))
  const person = filterOf('person')
  const log = usePages('settings', '/identity/admin/audit-log', { limit: 50, key, person }, { isFinal: () => true })
  const columns = useColumns()
  return (
    <DensePage
      title={t('audit-title')}
      note={t('audit-note')}
      actions={<ButtonLink href="/admin/settings">{t('settings-title')}</ButtonLink>}
      filters={
        <>
          <Select
            label={t('audit-key')}
            placeholder={t('audit-all')}
            options={KEYS.map((value) => ({ value, label: t(`setting-${value}`) }))}
            value={key ?? ''}
            onChange={({ currentTarget }) => set('key', currentTarget.value)}
          />
          <SearchField label={t('audit-person')} initial={person} onSearch={(text) => set('person', text)} />
        </>
      }
    >
      {log.isError && !log.items ? (
        <LoadError title={t('audit-failed')} query={log} />
      ) : (
        <Table
          caption={t('audit-title')}
          dense
          columns={columns}
          rows={log.items ?? []}
          rowKey={({ id }) => id}
          loading={log.isPending}
          empty={t(key || person ? 'audit-empty-filter' : 'audit-empty')}
        />
      )}
      <MoreButton pages={log}>{t('audit-more')}</MoreButton>
    </DensePage>
  )
}

function useColumns(): Column<AuditEntry>[] {
  const { t, locale } = useText()
  return [
    {
      key: 'at',
      head: t('audit-at'),
      width: '150px',
      stack: 'date',
      cell: ({ changedAt }) => formatDateTime(changedAt, locale, { year: true }),
    },
    { key: 'who', head: t('audit-who'), stack: 'fact', cell: ({ changedBy, changedByEmail }) => changedByEmail ?? changedBy },
    { key: 'key', head: t('settings-setting'), stack: 'name', rowHead: true, cell: (entry) => t(`setting-${entry.key}`) },
    { key: 'from', head: t('audit-from'), stack: 'fact', cell: ({ key, from }) => <SettingText of={key} value={from} /> },
    { key: 'to', head: t('audit-to'), stack: 'fact', cell: ({ key, to }) => <SettingText of={key} value={to} /> },
    {
      key: 'valid',
      head: t('audit-valid'),
      width: '150px',
      stack: 'fact',
      cell: ({ validFrom }) => formatDateTime(validFrom, locale, { year: true }),
    },
    { key: 'why', head: t('audit-why'), stack: 'fact', cell: ({ reason }) => <span className="admin-setting-value">{reason}</span> },
  ]
}
