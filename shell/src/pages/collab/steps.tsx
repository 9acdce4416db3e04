import { Button, Icon } from '@reelfair/ui'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from './messages/index.ts'

interface StepHead {
  readonly number: number
  readonly count: number
  readonly title: string
}

interface OpenStepProps extends StepHead {
  /** Whether the reader came from another step, so that screen readers announce this one. */
  readonly takesFocus: boolean
  readonly children: ReactNode
}

export function OpenStep({ number, count, title, takesFocus, children }: OpenStepProps) {
  const { t } = useText()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <li className="rf-sheet collab-step" aria-labelledby={id} aria-current="step">
      <div className="collab-step-head">
        <span className="collab-step-mark" aria-hidden="true">
          {number}
        </span>
        <h3 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <span className="rf-note">{t('step', { number, count })}</span>
      </div>
      {children}
    </li>
  )
}

interface ClosedStepProps extends StepHead {
  readonly note: ReactNode
  /** Present if the step is done. */
  readonly onChange?: () => void
}

export function ClosedStep({ number, title, note, onChange }: ClosedStepProps) {
  const { t } = useText()
  return (
    <li className="collab-step-closed">
      <span className="collab-step-mark" aria-hidden="true">
        {onChange ? <Icon of={Check} size={16} /> : number}
      </span>
      <div>
        <h3>{title}</h3>
        <p className="rf-note">{note}</p>
      </div>
      {onChange && (
        <Button look="quiet" size="small" onClick={onChange} aria-label={t('change-step', { step: title })}>
          {t('change')}
        </Button>
      )}
    </li>
  )
}
