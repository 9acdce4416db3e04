import type { AnchorHTMLAttributes, Ref } from 'react'
import { Link } from 'react-router-dom'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }

/** The link that `@reelfair/ui` components render: our own pages open without a reload, all others as plain links. */
export function RouterLink({ href, ...rest }: Props) {
  const ours = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/') && rest.target === undefined
  return ours ? <Link to={href} {...rest} /> : <a href={href} {...rest} />
}
