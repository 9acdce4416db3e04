import Check from 'lucide-react/icons/check'
import CloseShape from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useWords } from '../provider/ui-provider.tsx'

/** The system, not the user, performs these steps. */
export type JobStep = { label: ReactNode; state: 'waiting' | 'running' | 'done' | 'failed'; detail?: ReactNode; key?: string }

/**
 * Shows a long job as a checklist instead of a spinner.
 * @param label Accessible name of the list.
 */
export function StepList({ label, steps }: { label: string; steps: JobStep[] }) {
  const words = useWords()
  const stateWords = { waiting: words.stepWaiting, running: words.stepCurrent, done: words.stepDone, failed: words.stepProblem }
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role from lists without list-style.
    <ol className="rf-steps" role="list" aria-label={label} aria-live="polite">
      {steps.map((step, index) => (
        <li key={step.key ?? index} data-state={step.state}>
          <span className="rf-steps-mark" aria-hidden="true">
            {step.state === 'done' && <Icon of={Check} />}
            {step.state === 'failed' && <Icon of={CloseShape} />}
          </span>
          <span className="rf-steps-text">
            <span>
              {step.label}
              <span className="rf-hidden">, {stateWords[step.state]}</span>
            </span>
            {step.detail && <span className="rf-note">{step.detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
