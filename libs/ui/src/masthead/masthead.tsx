import MenuShape from 'lucide-react/icons/menu'
import CloseShape from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button/button.tsx'
import { Logo } from '../logo/logo.tsx'
import { useUi } from '../provider/ui-provider.tsx'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'

type NavItem = {
  href: string
  label: string
  current?: boolean
}

export type MastheadProps = {
  home: string
  nav?: NavItem[]
  /** Icons before the switches, such as the notification bell. They stay visible on phones. */
  tools?: ReactNode
  /** The account, or the links to sign in and sign up. On phones they are inside the menu. */
  account?: ReactNode
  /** Signed-in pages show a `<ReadingLine …/>`. */
  line?: ReactNode
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(scrollY > 10)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return scrolled
}

function Navigation({ nav, label, className }: { nav: NavItem[]; label: string; className?: string }) {
  const { link: Link } = useUi()
  if (nav.length === 0) return null
  return (
    <nav className={className} aria-label={label}>
      <ul>
        {nav.map(({ href, label, current }) => (
          <li key={href}>
            <Link href={href} {...(current && { 'aria-current': 'page' as const })}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Closes the menu on Escape, on a click outside it, and when focus leaves it. */
function useMenu() {
  const [open, setOpen] = useState(false)
  const header = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const listening = new AbortController()
    const { signal } = listening
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    const onOutside = (event: Event) => {
      if (!header.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener('keydown', onKey, { signal })
    addEventListener('pointerdown', onOutside, { signal })
    addEventListener('focusin', onOutside, { signal })
    return () => listening.abort()
  }, [open])
  return { open, setOpen, header, button }
}

/**
 * @example <Masthead home="/" nav={[{ href: '/campaigns', label: 'Campaigns', current: true }]} account={<AccountMenu
 * />} />
 */
export function Masthead({ home, nav = [], tools, account, line }: MastheadProps) {
  const { words, link: Link } = useUi()
  const scrolled = useScrolled()
  const { open, setOpen, header, button } = useMenu()
  const panelId = useId()
  const closeOnLink = (event: MouseEvent) => {
    if ((event.target as Element).closest('a')) setOpen(false)
  }

  return (
    <header className="rf-masthead" ref={header} data-scrolled={scrolled || undefined} data-open={open || undefined}>
      <a className="rf-skip" href="#content">
        {words.skip}
      </a>
      <div className="rf-masthead-row">
        <Link href={home} className="rf-masthead-home">
          <Logo />
        </Link>
        <Navigation className="rf-masthead-nav" nav={nav} label={words.mainNavigation} />
        {line && <div className="rf-masthead-line">{line}</div>}
        <div className="rf-masthead-tools">
          {tools}
          <LanguageSwitch />
          <span className="rf-masthead-wide">
            <ThemeSwitch />
          </span>
        </div>
        {account && <div className="rf-masthead-account">{account}</div>}
        <IconButton
          ref={button}
          className="rf-masthead-burger"
          icon={open ? CloseShape : MenuShape}
          label={open ? words.close : words.menu}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks bubble up from links, which the keyboard can reach. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires a click event. */}
      <div id={panelId} className="rf-masthead-panel" hidden={!open} onClick={closeOnLink}>
        {open && (
          <>
            <Navigation nav={nav} label={words.menu} />
            <div className="rf-masthead-foot">
              {account}
              <ThemeSwitch withLabel />
            </div>
          </>
        )}
      </div>
    </header>
  )
}
