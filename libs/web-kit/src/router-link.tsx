import type { AnchorHTMLAttributes, Ref } from 'react'
import { Link } from 'react-router-dom'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }

/** Links to our own pages open without a reload. Other links are plain links. */
export function RouterLink({ href, ...rest }: Props) {
  const ours = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/') && rest.target === undefined
  return ours ? <Link to={href} {...rest} /> : <a href={href} {...rest} />
}
