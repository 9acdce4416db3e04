import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

export const Disclosures = ({ children }: { children: ReactNode }) => <div className="rf-disclosures">{children}</div>

/** A collapsible section. Native `<details>` works before scripts load, and the browser's search finds its text. */
export function Disclosure({
  title,
  open = false,
  small = false,
  children,
}: {
  title: ReactNode
  open?: boolean
  /** Small disclosures suit forms: they are as tall as a form row, with a title in the body font. */
  small?: boolean
  children: ReactNode
}) {
  return (
    <details className={small ? 'rf-disclosure rf-disclosure-small' : 'rf-disclosure'} open={open}>
      <summary>
        <span>{title}</span>
        <Icon of={Plus} />
      </summary>
      <div className="rf-disclosure-text">{children}</div>
    </details>
  )
}
