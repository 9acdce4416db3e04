import type { ReactNode } from 'react'
import { Logo } from '../logo/logo.tsx'
import { useUi } from '../provider/ui-provider.tsx'

export type FooterColumn = { title: string; links: { href: string; label: string }[] }

export function Footer({ note, columns }: { note?: ReactNode; columns: FooterColumn[] }) {
  const { link: Link } = useUi()
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
            <ul>
              {links.map(({ href, label }) => (
                <li key={href}>
                  <Link href={href}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
