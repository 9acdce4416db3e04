import { Icon } from '@reelfair/ui'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'

interface ExpanderProps {
  readonly title: ReactNode
  readonly aside?: ReactNode
  readonly isOpen?: boolean
  /** Rendered when the row is first opened, so that closed rows send no requests. */
  readonly children: () => ReactNode
}

export function Expander({ title, aside, isOpen = false, children }: ExpanderProps) {
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <details className="brand-expander" open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>
        <Icon of={ChevronDown} />
        {title}
        {aside}
      </summary>
      {wasOpened && <div className="brand-expander-body">{children()}</div>}
    </details>
  )
}
