import type { AnchorHTMLAttributes, Ref } from 'react'
import { Link } from 'react-router-dom'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> }

/** The link that the components of `@reelfair/ui` draw: pages of ours without a reload, everything else as the browser does it. */
export function RouterLink({ href, ...rest }: Props) {
  const ours = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/') && rest.target === undefined
  return ours ? <Link to={href} {...rest} /> : <a href={href} {...rest} />
}
