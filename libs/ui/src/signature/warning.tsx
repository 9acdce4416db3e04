import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'

/** What Warning takes. */
export interface WarningProps {
  /** Names the problem: "Hard to recognise". */
  readonly title: string
  /** The measured values, in a sentence. */
  readonly children: ReactNode
  /** Ways to mend it. */
  readonly ways?: readonly ReactNode[]
  /** Two quiet buttons. */
  readonly actions?: ReactNode
  /** The heading's level; 3 unless told. */
  readonly level?: 2 | 3 | 4
}

/**
 * A problem that does not stop the reader: what was measured, how to mend it, and the way on.
 * @example <Warning title="Hard to recognise" ways={['Darken the line']}>On a phone the small line can't be read.</Warning>
 */
export function Warning({ title, children, ways = [], actions, level = 3 }: WarningProps) {
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
            // biome-ignore lint/suspicious/noArrayIndexKey: ways are fixed texts in a fixed order
            <li key={index}>{way}</li>
          ))}
        </ul>
      )}
      {actions && <div className="rf-warning-actions">{actions}</div>}
    </section>
  )
}
