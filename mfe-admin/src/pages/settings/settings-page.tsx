import type { SettingKey, Settings } from '@reelfair/contracts'
import { Button, ButtonLink, type Column, DensePage, formatDate, LoadError, SkeletonRows, Table, TextLink } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { lazy, Suspense, useState } from 'react'
import { SettingText } from '../../components/setting-value.tsx'
import { useText } from '../../messages/index.ts'
import { GROUPS, useSettings } from './queries.ts'

const ChangeDialog = lazy(async () => ({ default: (await import('./change-dialog.tsx')).ChangeDialog }))

export function SettingsPage() {
  const { t } = useText()
  usePage(t('settings-title'))
  const settings = useSettings()
  const [changing, setChanging] = useState<SettingKey>()
  return (
    <DensePage
      title={t('settings-title')}
      note={t('settings-note')}
      actions={<ButtonLink href="/admin/audit-log">{t('audit-title')}</ButtonLink>}
    >
      {settings.isPending && <SkeletonRows rows={8} height={36} />}
      {settings.isError && !settings.data && <LoadError title={t('settings-failed')} query={settings} />}
      {settings.data &&
        GROUPS.map(({ name, keys }) => (
          <div className="admin-part" key={name}>
            <h2>{t(`settings-${name}`)}</h2>
            <SettingsTable caption={t(`settings-${name}`)} keys={keys} settings={settings.data} onChange={setChanging} />
          </div>
        ))}
      {changing && settings.data && (
        <Suspense>
          <ChangeDialog key={changing} name={changing} state={settings.data[changing]} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
    </DensePage>
  )
}

interface TableProps {
  readonly caption: string
  readonly keys: readonly SettingKey[]
  readonly settings: Settings
  readonly onChange: (key: SettingKey) => void
}

function SettingsTable({ caption, keys, settings, onChange }: TableProps) {
  const { t, locale } = useText()
  const day = (at: string) => formatDate(at, locale, { year: true })
  const columns: Column<SettingKey>[] = [
    { key: 'name', head: t('settings-setting'), width: '220px', stack: 'name', rowHead: true, cell: (key) => t(`setting-${key}`) },
    {
      key: 'value',
      head: t('settings-in-force'),
      stack: 'fact',
      cell: (key) => <SettingText of={key} value={settings[key].inForce.value} />,
    },
    { key: 'since', head: t('settings-since'), width: '130px', stack: 'fact', cell: (key) => day(settings[key].inForce.validFrom) },
    {
      key: 'coming',
      head: t('settings-coming'),
      stack: 'fact',
      cell: (key) => {
        const { coming } = settings[key]
        if (coming.length === 0) return t('settings-none')
        return coming.map(({ version, value, validFrom }) => (
          <span className="admin-line admin-setting-value" key={version}>
            {t('settings-from', { day: day(validFrom) })} <SettingText of={key} value={value} />
          </span>
        ))
      },
    },
    {
      key: 'actions',
      head: t('settings-actions'),
      width: '200px',
      stack: 'receipt',
      cell: (key) => (
        <span className="admin-setting-actions">
          <Button size="small" onClick={() => onChange(key)} aria-label={t('settings-change-of', { name: t(`setting-${key}`) })}>
            {t('settings-change')}
          </Button>
          <TextLink href={`/admin/audit-log?key=${key}`} aria-label={t('settings-history-of', { name: t(`setting-${key}`) })}>
            {t('settings-history')}
          </TextLink>
        </span>
      ),
    },
  ]
  return <Table caption={caption} dense columns={columns} rows={keys} rowKey={(key) => key} />
}
