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

/** Splits the sentence at its asterisks: every second piece is highlighted. */
const pieces = (sentence: string) => sentence.split('*').map((text, index) => ({ text, essential: index % 2 === 1, at: index }))

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
        {pieces(sentence).map(({ text, essential, at }) => (essential ? <em key={at}>{text}</em> : text))}
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
