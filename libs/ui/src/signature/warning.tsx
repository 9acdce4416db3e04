import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

export interface WarningProps {
  readonly title: string
  /** Describes the measured values in a sentence. */
  readonly children: ReactNode
  readonly fixes?: readonly ReactNode[]
  readonly actions?: ReactNode
  readonly level?: 2 | 3 | 4
}

/**
 * A problem that does not block the user.
 * @example <Warning title="Hard to recognise" fixes={['Darken the line']}>On a phone the small line can't be
 * read.</Warning>
 */
export function Warning({ title, children, fixes: ways = [], actions, level = 3 }: WarningProps) {
  const Heading = `h${level}` as const
  return (
    <section className="rf-warning">
      <Heading className="rf-warning-title">
        <Icon of={TriangleAlert} size={20} />
        {title}
      </Heading>
      <div className="rf-warning-text">{children}</div>
      {ways.length > 0 && (
        <ul className="rf-warning-ways">
          {ways.map((way, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change their order
            <li key={index}>{way}</li>
          ))}
        </ul>
      )}
      {actions && <div className="rf-warning-actions">{actions}</div>}
    </section>
  )
}
