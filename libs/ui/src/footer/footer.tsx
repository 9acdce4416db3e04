import type { ReactNode } from 'react'
import { Logo } from '../logo/logo.tsx'
import { useUi } from '../provider/ui-provider.tsx'

type FooterLink = { href: string; label: string }

export type FooterColumn = { title: string; links: FooterLink[] }

export function Footer({ note, columns }: { note?: ReactNode; columns: FooterColumn[] }) {
  return (
    <footer className="rf-footer">
      <div className="rf-footer-grid">
        <div className="rf-footer-about">
          <Logo />
          {note && <p>{note}</p>}
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="rf-footer-title">{title}</p>
            <Links links={links} />
          </nav>
        ))}
      </div>
    </footer>
  )
}

/** A short footer for pages inside the product. It starts out of view, so that loading never moves it. */
export function FooterLine({ note, label, links }: { note?: ReactNode; label: string; links: readonly FooterLink[] }) {
  return (
    <footer className="rf-footer rf-footer-line">
      <div>
        <Logo />
        {note && <p>{note}</p>}
        <nav aria-label={label}>
          <Links links={links} />
        </nav>
      </div>
    </footer>
  )
}

function Links({ links }: { links: readonly FooterLink[] }) {
  const { link: Link } = useUi()
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li key={href}>
          <Link href={href}>{label}</Link>
        </li>
      ))}
    </ul>
  )
}
