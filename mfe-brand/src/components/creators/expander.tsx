import { Icon } from '@reelfair/ui'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'

interface ExpanderProps {
  readonly title: ReactNode
  /** Figures at the end of the line. */
  readonly aside?: ReactNode
  readonly isOpen?: boolean
  /** Made when it is opened for the first time: until then nothing is asked of a service. */
  readonly children: () => ReactNode
}

/** A line that opens what belongs to it. The browser's own `<details>`. */
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
