import { Icon, type IconShape } from '../icon/icon.tsx'
import { useUi } from '../provider/ui-provider.tsx'

export type TabBarItem = { href: string; label: string; icon: IconShape; current?: boolean }

/** The tab bar is for phones: it has four items, is 62 px tall and is hidden above 760 px. */
export function TabBar({ items }: { items: TabBarItem[] }) {
  const { words, link: Link } = useUi()
  return (
    <nav className="rf-tab-bar" aria-label={words.mainNavigation}>
      <ul>
        {items.map(({ href, label, icon, current }) => (
          <li key={href}>
            <Link href={href} {...(current && { 'aria-current': 'page' as const })}>
              <Icon of={icon} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
