import { Page, Section } from '@reelfair/ui'
import { useLocation, usePage } from '@reelfair/web-kit'
import type { ReactNode } from 'react'

interface LinkPageProps {
  readonly title: string
  readonly note: string
  /** `token` is undefined if the link is incomplete. */
  readonly children: (token: string | undefined) => ReactNode
}

/** The page that an e-mailed link opens. The link's token is in the hash, which browsers never send to a server. */
export function LinkPage({ title, note, children }: LinkPageProps) {
  usePage(title)
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? undefined
  return (
    <Page>
      <Section title={title} level={1} note={note}>
        {/* Opening another link in the same tab changes only the hash, so `key` resets the form and its error. */}
        <div key={token} className="shell-link">
          {children(token)}
        </div>
      </Section>
    </Page>
  )
}
