import './notifications.css'
import type { Notification } from '@reelfair/contracts'
import { ButtonLink, EmptyState, ErrorLine, formatTime, Icon, LoadError, MoreButton, SkeletonRows, serverNow, TextLink } from '@reelfair/ui'
import { usePages, useRead, useRefetchOnLanguageChange, useWrite } from '@reelfair/web-kit'
import { useId } from 'react'
import { byDay, type DayGroup } from './by-day.ts'
import { icons } from './icons.ts'
import { useText } from './messages/index.ts'

export const useNotifications = () => {
  const pages = usePages('notifications', '/identity/notifications')
  useRefetchOnLanguageChange(pages.refetch)
  return pages
}

type Pages = ReturnType<typeof useNotifications>

/** How many are unread, and the button that marks everything shown as read. */
export function ReadState({ items = [] }: Pick<Pages, 'items'>) {
  const { t } = useText()
  const unread = useRead('notifications', '/identity/notifications/unread').data?.unread ?? 0
  const markAll = useWrite('PUT', '/identity/notifications/read', { changes: ['notifications'] })
  const newest = items[0]?.number
  return (
    <>
      <p className="shell-notes-unread" role="status">
        {unread > 0 && (unread > 99 ? t('unread-many') : t('unread', { count: unread }))}
      </p>
      {unread > 0 && newest !== undefined && (
        <button
          type="button"
          className="rf-link shell-notes-mark"
          aria-disabled={markAll.isPending}
          onClick={() => !markAll.isPending && markAll.mutate({ upTo: newest })}
        >
          {t('mark-all')}
        </button>
      )}
      <div role="alert">{markAll.error && <ErrorLine>{t('mark-failed')}</ErrorLine>}</div>
    </>
  )
}

interface ListProps {
  readonly pages: Pages
  /** Heading level of the days. */
  readonly level: 2 | 3
  /** Called when the reader follows a link. */
  readonly onFollow?: () => void
}

/** The notifications by day, newest first. */
export function NotificationList({ pages, level, onFollow }: ListProps) {
  const { t, locale } = useText()
  if (!pages.items) return pages.error ? <LoadError title={t('failed')} query={pages} /> : <SkeletonRows rows={4} height={92} />
  if (pages.items.length === 0)
    return (
      <div className="shell-notes-empty">
        <EmptyState title={t('empty-title')}>{t('empty-text')}</EmptyState>
      </div>
    )
  return (
    <>
      {byDay(pages.items, serverNow(), locale).map((day) => (
        <Day key={day.date + day.items[0]?.id} day={day} level={level} onFollow={onFollow} />
      ))}
      <div className="shell-notes-more">
        <MoreButton pages={pages} size="small">
          {t('more')}
        </MoreButton>
      </div>
    </>
  )
}

interface DayProps extends Pick<ListProps, 'level'> {
  readonly day: DayGroup
  readonly onFollow: (() => void) | undefined
}

function Day({ day: { relative, date, items }, level, onFollow }: DayProps) {
  const { t } = useText()
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="shell-notes-day">
        {relative && <b>{t(relative)}</b>} <span>{date}</span>
      </Heading>
      <ul>
        {items.map((one) => (
          <Entry key={one.id} entry={one} onFollow={onFollow} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry, onFollow }: { entry: Notification; onFollow: (() => void) | undefined }) {
  const { t, locale } = useText()
  const { id, kind, title, text, link, answerBy, createdAt, isRead } = entry
  const mark = useWrite('PUT', '/identity/notifications/:notificationId/read', { changes: ['notifications'] })
  const follow = () => {
    if (!isRead) mark.mutate({ notificationId: id })
    onFollow?.()
  }
  return (
    <li className="shell-note" data-unread={!isRead || undefined}>
      <Icon of={icons[kind]} />
      <p className="shell-note-title">
        {!isRead && <span className="rf-hidden">{t('unread-entry')} </span>}
        {title}
      </p>
      <time dateTime={createdAt}>{formatTime(createdAt, locale)}</time>
      <p className="shell-note-text">{text}</p>
      {link && (
        <p className="shell-note-link">
          {answerBy === undefined ? (
            <TextLink href={link.href} onClick={follow}>
              {link.label}
            </TextLink>
          ) : (
            <ButtonLink href={link.href} size="small" onClick={follow}>
              {link.label}
            </ButtonLink>
          )}
        </p>
      )}
    </li>
  )
}
