import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'

export interface NextStepProps {
  /** Asterisks mark the key part: "Put the link back *before midnight.*" */
  readonly sentence: string
  /** The consequence if the user does nothing. */
  readonly consequence?: ReactNode
  /** A clock suits deadlines; a bank suits money. */
  readonly icon?: IconShape
  /** Omit the button if the user has nothing to do; the sentence should then say what happens next. */
  readonly action?: ReactNode
  readonly level?: 1 | 2 | 3
}

/** Splits the text at its asterisks: every second piece is highlighted. */
const pieces = (text: string) => text.split('*').map((piece, index) => ({ piece, essential: index % 2 === 1, at: index }))

/**
 * Text whose key parts stand between asterisks.
 * @example <Emphasis as="strong" text="*Only brands can book.* You’ll sign in next." />
 */
export const Emphasis = ({ text, as: Mark = 'em' }: { text: string; as?: 'em' | 'strong' }) =>
  pieces(text).map(({ piece, essential, at }) => (essential ? <Mark key={at}>{piece}</Mark> : piece))

/**
 * Shows, at the top of a page, what the user should do next.
 * @example <NextStep sentence="Your logo is too small in one video. *6,940 views await your answer.*"
 * action={<Button>See the video</Button>} />
 */
export function NextStep({ sentence, consequence, icon, action, level = 2 }: NextStepProps) {
  const Heading = `h${level}` as const
  return (
    <section className={action ? 'rf-next' : 'rf-next rf-next-quiet'}>
      <Heading className="rf-next-sentence">
        <Emphasis text={sentence} />
      </Heading>
      {consequence && (
        <p className="rf-next-consequence">
          {icon && <Icon of={icon} />}
          <span>{consequence}</span>
        </p>
      )}
      {action && <div className="rf-next-action">{action}</div>}
    </section>
  )
}
