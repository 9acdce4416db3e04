import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'

/** What NextStep takes. */
export interface NextStepProps {
  /** One sentence; the essential part between asterisks: "Put the link back *before midnight.*" */
  readonly sentence: string
  /** What happens if the reader does nothing, in one line. */
  readonly consequence?: ReactNode
  /** A sign before the consequence: a clock where there is a term, a bank where money moves. */
  readonly icon?: IconShape
  /** The one button. Leave it out when there is nothing to do: the sentence then says when something will happen. */
  readonly action?: ReactNode
  /** The heading's level; 2 unless told. */
  readonly level?: 1 | 2 | 3
}

/** Divides a sentence at its asterisks; every second piece is essential. */
const pieces = (sentence: string) => sentence.split('*').map((text, index) => ({ text, essential: index % 2 === 1, at: index }))

/**
 * The first thing on a page: what to do next, and until when.
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
