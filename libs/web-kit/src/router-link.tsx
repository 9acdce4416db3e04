import type { AnchorHTMLAttributes, Ref } from 'react'
import { Link } from 'react-router-dom'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }

/** The link component of `@reelfair/ui`. Only links to our own pages open without a reload. */
export function RouterLink({ href, ...rest }: Props) {
  const ours = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/') && rest.target === undefined
  return ours ? <Link to={href} {...rest} /> : <a href={href} {...rest} />
}
