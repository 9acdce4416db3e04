import { TextLink } from '@reelfair/ui'
import { useText } from '../components/notifications/messages/index.ts'
import { NotificationList, ReadState, useNotifications } from '../components/notifications/notification-list.tsx'
import { CHOICES_HREF } from '../components/notifications/places.ts'

/** The newest notifications, below the masthead. Loads when the bell first opens. */
export function BellPanel({ close }: { close: () => void }) {
  const { t } = useText()
  const pages = useNotifications()
  return (
    <>
      <div className="shell-notes-head">
        <h2 className="shell-notes-title">{t('title')}</h2>
        <ReadState items={pages.items} />
      </div>
      <NotificationList pages={pages} level={3} onFollow={close} />
      <div className="shell-notes-foot">
        <TextLink href="/notifications" onClick={close}>
          {t('all')}
        </TextLink>
        <TextLink href={CHOICES_HREF} onClick={close}>
          {t('choose')}
        </TextLink>
      </div>
    </>
  )
}
