import Check from 'lucide-react/icons/check'
import { Icon } from '../icon/icon.tsx'
import { useUi } from '../provider/ui-provider.tsx'

export type Step = {
  label: string
  /** Present if the user can go back to the step. */
  href?: string | undefined
}

/**
 * Shows the user's position in a multi-page form: a list in the margin, or a row of bars on phones.
 * @param current Zero-based index of the current step.
 */
export function Stepper({ label, steps, current }: { label: string; steps: Step[]; current: number }) {
  const { words, link: Link } = useUi()
  return (
    <nav className="rf-stepper" aria-label={label}>
      <p className="rf-hidden">{words.stepOf(current + 1, steps.length)}</p>
      <ol>
        {steps.map((step, index) => {
          const state = index < current ? 'done' : index === current ? 'current' : 'coming'
          return (
            <li key={step.label} data-state={state} {...(state === 'current' && { 'aria-current': 'step' as const })}>
              <span className="rf-stepper-mark" aria-hidden="true">
                {state === 'done' ? <Icon of={Check} size={14} /> : index + 1}
              </span>
              {step.href && state !== 'current' ? (
                <Link href={step.href} className="rf-stepper-label">
                  {step.label}
                </Link>
              ) : (
                <span className="rf-stepper-label">{step.label}</span>
              )}
              {state === 'done' && <span className="rf-hidden">, {words.stepDone}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
