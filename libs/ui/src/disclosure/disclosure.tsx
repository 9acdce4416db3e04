import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

export const Disclosures = ({ children }: { children: ReactNode }) => <div className="rf-disclosures">{children}</div>

/**
 * Native `<details>` works before scripts load, and the browser's page search opens it.
 * @param name Only one disclosure per name can be open.
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
  /** Small disclosures suit forms: they are as tall as a form row, with a title in the body font. */
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
