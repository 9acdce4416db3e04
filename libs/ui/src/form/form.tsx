import type { FormHTMLAttributes, ReactNode } from 'react'
import { Button, type ButtonProps } from '../button/button.tsx'
import { useUi } from '../provider/ui-provider.tsx'
import { ErrorLine } from './field.tsx'

export type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & {
  onSubmit: () => void | Promise<void>
  /** Shows the form on a sheet, as on the sign-up page. */
  sheet?: boolean
  children: ReactNode
}

/** Turns off native validation bubbles, because each field shows its own error. */
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

/** The button ignores clicks while `busy`. */
export const Submit = (props: ButtonProps) => <Button look="filled" {...props} type="submit" />

/**
 * Shows the message that UiProvider's `errorMessage` returns for a failed request.
 * @param otherwise the message for an unknown error, which is a bug; by default a general one
 * @example <ErrorText error={mutation.error} otherwise={t('name-failed')} />
 */
export function ErrorText({ error, otherwise }: { error: unknown; otherwise?: string }) {
  const { locale, words, errorMessage } = useUi()
  const none = error === undefined || error === null
  return (
    // Screen readers announce only changes inside an existing region, so the region is always present.
    <div role="alert" className="rf-error-text">
      {!none && <ErrorLine>{errorMessage?.(error, locale) ?? otherwise ?? words.unknownError}</ErrorLine>}
    </div>
  )
}
