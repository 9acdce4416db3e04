import { Page, PageSkeleton, Section, TextLink } from '@reelfair/ui'
import { useFirstReadsSettled, usePage } from '@reelfair/web-kit'
import { Guarded } from '../../components/guarded.tsx'
import { useText } from '../../components/notifications/messages/index.ts'
import { NotificationList, ReadState, useNotifications } from '../../components/notifications/notification-list.tsx'
import { CHOICES_HREF } from '../../components/notifications/places.ts'

/** The complete list, which the bell also opens on phones. */
export function NotificationsPage() {
  const { t } = useText()
  usePage(t('title'))
  return <Guarded>{() => <Notifications />}</Guarded>
}

function Notifications() {
  const { t } = useText()
  const pages = useNotifications()
  if (!useFirstReadsSettled()) return <PageSkeleton />
  return (
    <Page>
      <Section title={t('title')} level={1} note={t('note')} link={<TextLink href={CHOICES_HREF}>{t('choose')}</TextLink>}>
        <div className="shell-notes-page">
          <div className="shell-notes-head">
            <ReadState items={pages.items} />
          </div>
          <NotificationList pages={pages} level={2} />
        </div>
      </Section>
    </Page>
  )
}
