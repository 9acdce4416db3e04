import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

/** Questions below each other, opened by an ink rule. */
export const Disclosures = ({ children }: { children: ReactNode }) => <div className="rf-disclosures">{children}</div>

/**
 * A question that opens. The browser's own `<details>`: it works before any script, and in-page search finds its text.
 * @param name opens only one of those that share it.
 */
export function Disclosure({
  title,
  open = false,
  small = false,
  name,
  id,
  children,
}: {
  title: ReactNode
  open?: boolean
  /** In a form: as high as a line of it, without the display face. */
  small?: boolean
  name?: string
  id?: string
  children: ReactNode
}) {
  return (
    <details className={small ? 'rf-disclosure rf-disclosure-small' : 'rf-disclosure'} open={open} id={id} {...(name && { name })}>
      <summary>
        <span>{title}</span>
        <Icon of={Plus} />
      </summary>
      <div className="rf-disclosure-text">{children}</div>
    </details>
  )
}
