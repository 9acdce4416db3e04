import type { AnchorHTMLAttributes, Ref } from 'react'
import { Link } from 'react-router-dom'
import { useViewedPath } from './session/viewed-brand.tsx'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  /** Passed to one of our pages without appearing in its URL. */
  state?: unknown
  ref?: Ref<HTMLAnchorElement>
}

/** The landing page is a separate document. */
const LANDING = /^\/(?:fr)?(?:[?#]|$)/

/** Links to our own pages open without a reload. Other links are plain links. */
export function RouterLink({ href, state, ...rest }: Props) {
  const ours =
    href.startsWith('/') && !LANDING.test(href) && !href.startsWith('//') && !href.startsWith('/api/') && rest.target === undefined
  const to = useViewedPath(href)
  return ours ? <Link to={to} state={state} {...rest} /> : <a href={href} {...rest} />
}
