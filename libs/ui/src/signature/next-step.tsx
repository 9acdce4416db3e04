import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'

export interface NextStepProps {
  /** One sentence with its key part between asterisks: "Put the link back *before midnight.*" */
  readonly sentence: string
  /** Consequence if the user does nothing, in one line. */
  readonly consequence?: ReactNode
  /** Icon before the consequence: a clock for deadlines, a bank for money. */
  readonly icon?: IconShape
  /** The only button. Omit it if there is nothing to do; the sentence should then say what happens next. */
  readonly action?: ReactNode
  /** Heading level; 2 by default. */
  readonly level?: 1 | 2 | 3
}

/** Splits a sentence at its asterisks; every second piece is emphasised. */
const pieces = (sentence: string) => sentence.split('*').map((text, index) => ({ text, essential: index % 2 === 1, at: index }))

/**
 * The prompt at the top of a page: what to do next, and by when.
 * @example <NextStep sentence="One video shows your logo too small. *6,940 views wait for your answer.*" action={<Button>See the video</Button>} />
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
