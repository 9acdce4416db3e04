import { type FormHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonProps } from '../button/button.tsx'
import { useUi } from '../provider/ui-provider.tsx'
import { ErrorLine } from './field.tsx'

export type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & {
  onSubmit: () => void | Promise<void>
  /** On a sheet, as sign-up; otherwise straight on the page. */
  sheet?: boolean
  children: ReactNode
}

/** One column of at most 480 px. The browser's own bubbles are off: each field says its error itself. */
export function Form({ onSubmit, sheet = false, children, className, ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      className={`rf-form${sheet ? ' rf-sheet' : ''}${className ? ` ${className}` : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** The one filled button of a form; while `busy` it takes no second press. */
export const Submit = (props: ButtonProps) => <Button look="filled" {...props} type="submit" />

/** Buttons of a form in one line; stacked on the phone, the filled one first. */
export const FormActions = ({ children }: { children: ReactNode }) => <div className="rf-form-actions">{children}</div>

/**
 * A failed request as a sentence, from UiProvider's `errorSentence`; an unknown one says that nothing is lost. Nothing while there is no error.
 * @example <ErrorText error={mutation.error} />
 */
export function ErrorText({ error }: { error: unknown }) {
  const { locale, words, errorSentence } = useUi()
  const none = error === undefined || error === null
  return (
    // The region stands there before the error does: readers announce only what changes inside it.
    <div role="alert" className="rf-error-text">
      {!none && <ErrorLine>{errorSentence?.(error, locale) ?? words.unknownError}</ErrorLine>}
    </div>
  )
}

/**
 * All errors of a sent form with links to their fields; takes the focus when it appears. Give it a `key` that counts the attempts to send,
 * so that it takes the focus again when a second attempt still has errors.
 * @param errors by field id, as given to the fields.
 */
export function ErrorSummary({ errors }: { errors: { id: string; text: ReactNode }[] }) {
  const { words } = useUi()
  const box = useRef<HTMLDivElement>(null)
  const any = errors.length > 0
  useEffect(() => {
    if (any) box.current?.focus()
  }, [any])
  if (!any) return null
  return (
    <div className="rf-error-summary" ref={box} tabIndex={-1} role="alert">
      <p>{words.errorsTitle(errors.length)}</p>
      <ul>
        {errors.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                const target = document.getElementById(id)
                const control = target?.matches('fieldset') ? target.querySelector<HTMLElement>('input') : target
                control?.focus()
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
