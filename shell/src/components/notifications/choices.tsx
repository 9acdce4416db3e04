import './notifications.css'
import type { NotificationChoices, NotificationGroup } from '@reelfair/contracts'
import { Checkbox, ErrorText, Icon, LoadError, Section, SkeletonRows, Table } from '@reelfair/ui'
import { useRead, useRefetchOnLanguageChange, useWrite } from '@reelfair/web-kit'
import Lock from 'lucide-react/icons/lock'
import { useText } from './messages/index.ts'

type Row = NotificationChoices['items'][number]

/** Lets the user choose which e-mails to receive. The bell shows everything. */
export function ChoicesSection() {
  const { t } = useText()
  const choices = useRead('notifications', '/identity/notifications/choices')
  useRefetchOnLanguageChange(choices.refetch)
  return (
    <Section id="notifications" title={t('title')} note={t('choices-note')}>
      {choices.data ? (
        <Choices items={choices.data.items} />
      ) : choices.error ? (
        <LoadError title={t('choices-failed')} query={choices} />
      ) : (
        <SkeletonRows rows={6} height={46} />
      )}
    </Section>
  )
}

function Choices({ items }: { items: readonly Row[] }) {
  const { t } = useText()
  const save = useWrite('PUT', '/identity/notifications/choices', { changes: ['notifications'] })
  const sent = save.isPending ? save.variables : undefined
  const choose = (group: NotificationGroup, mail: boolean) => save.mutate({ group, mail })
  return (
    <>
      <Table
        caption={t('choices-caption')}
        rows={items}
        rowKey={({ group }) => group}
        columns={[
          { key: 'name', head: t('choices-about'), cell: ({ name }) => <b>{name}</b>, rowHead: true, stack: 'name' },
          { key: 'about', head: t('choices-detail'), cell: ({ about }) => about, weight: 'quiet', stack: 'after' },
          { key: 'app', head: t('choices-app'), cell: () => <Always />, stack: 'fact' },
          {
            key: 'mail',
            head: t('choices-mail'),
            stack: 'fact',
            cell: (row) => <MailCell row={sent?.group === row.group ? { ...row, mail: sent.mail ? 'on' : 'off' } : row} choose={choose} />,
          },
        ]}
      />
      <ErrorText error={save.error} />
    </>
  )
}

function MailCell({ row: { group, name, mail }, choose }: { row: Row; choose: (group: NotificationGroup, mail: boolean) => void }) {
  const { t } = useText()
  if (mail === 'always') return <Always />
  if (mail === 'never') return t('choices-never')
  const label = <span className="rf-hidden">{t('choices-mail-of', { name })}</span>
  return <Checkbox label={label} checked={mail === 'on'} onChange={({ target }) => choose(group, target.checked)} />
}

function Always() {
  const { t } = useText()
  return (
    <span className="shell-notes-always">
      <Icon of={Lock} size={16} />
      {t('choices-always')}
    </span>
  )
}
