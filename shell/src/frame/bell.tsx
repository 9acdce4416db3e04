import { Icon, IconButton, SkeletonRows } from '@reelfair/ui'
import { LazyPage, pageModule, RouterLink, useRead } from '@reelfair/web-kit'
import BellShape from 'lucide-react/icons/bell'
import { Suspense, useId, useRef, useState } from 'react'
import { RetryBoundary } from '../components/retry-boundary.tsx'
import { useText } from '../messages/index.ts'

const panel = pageModule(async () => (await import('./bell-panel.tsx')).BellPanel)

/**
 * The bell with the unread count. It opens a panel, or on phones the page `/notifications`. A native popover closes on
 * Escape, which returns the focus to the bell, and on a click outside.
 */
export function Bell() {
  const { t } = useText()
  const id = useId()
  const bell = useRef<HTMLButtonElement>(null)
  const element = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const unread = useRead('notifications', '/identity/notifications/unread').data?.unread ?? 0
  const count = unread > 99 ? '99+' : String(unread)
  const label = unread > 0 ? t('notifications-unread', { number: count }) : t('notifications')
  const onToggle = (newState: string) => {
    setOpen(newState === 'open')
    // The browser returns the focus unless the focused element, such as “Mark all as read”, has disappeared.
    if (newState === 'closed' && document.activeElement === document.body) bell.current?.focus()
  }
  const placeBelowMasthead = () => {
    const end = element.current?.closest('header')?.getBoundingClientRect().bottom
    if (end !== undefined) element.current?.style.setProperty('--masthead-end', `${end}px`)
  }
  return (
    <>
      <IconButton
        ref={bell}
        icon={BellShape}
        label={label}
        badge={unread}
        className="shell-bell"
        popoverTarget={id}
        aria-expanded={isOpen}
      />
      <RouterLink href="/notifications" className="shell-bell-link rf-icon-button" aria-label={label}>
        <Icon of={BellShape} />
        {unread > 0 && (
          <span className="rf-badge" aria-hidden="true">
            {count}
          </span>
        )}
      </RouterLink>
      <section
        id={id}
        ref={element}
        popover="auto"
        className="shell-bell-panel"
        aria-label={t('notifications')}
        onBeforeToggle={placeBelowMasthead}
        onToggle={({ newState }) => onToggle(newState)}
      >
        {isOpen && (
          <RetryBoundary automaticRetries={() => 1} isPart>
            {(attempt) => (
              <Suspense fallback={<SkeletonRows rows={4} height={92} />}>
                <LazyPage of={panel} given={{ close: () => element.current?.hidePopover() }} attempt={attempt} />
              </Suspense>
            )}
          </RetryBoundary>
        )}
      </section>
    </>
  )
}
