import { useId, useState } from 'react'
import { ApiError, sentenceOfError, sentenceOfField } from '../api/api-error.ts'
import { useLanguage } from '../i18n/i18n.ts'

interface FormOptions<Values, Field> {
  readonly initial: Values | (() => Values)
  /** Returns the fields with missing or invalid values, in display order. */
  readonly invalidFieldsOf: (values: Values) => readonly Field[]
  readonly messageOf: (field: Field, values: Values) => string
  readonly request?: { readonly isPending: boolean; readonly error: unknown }
  /** Maps the code of an error that concerns one field to that field. */
  readonly fieldOfCode?: Partial<Record<ApiError['code'], NoInfer<Field>>>
  readonly onSubmit: (values: Values) => unknown
  /** Each step of a multi-step form shows its errors only after its own submission. */
  readonly step?: string
}

/**
 * Stores a form's values and errors. An invalid submission shows the errors and focuses the first invalid field. A
 * valid one calls `onSubmit`, unless the request is pending or has succeeded with the same values. The service's
 * message for a field disappears when the user changes the field. `error` is the request's error, unless it belongs to
 * a field.
 * @example
 * const form = useForm({ initial: { email: '' }, invalidFieldsOf, messageOf, request: ask, onSubmit: ask.mutate })
 * <Form onSubmit={form.submit}><TextField label={t('email')} {...form.field('email')} /></Form>
 */
export function useForm<Values extends object, Field extends keyof Values & string>({
  initial,
  invalidFieldsOf,
  messageOf,
  request,
  fieldOfCode = {},
  onSubmit,
  step = '',
}: FormOptions<Values, Field>) {
  const { locale } = useLanguage()
  const [values, setValues] = useState(initial)
  const [submittedStep, setSubmittedStep] = useState<string>()
  const [sent, setSent] = useState<Values>()
  const id = useId()

  const error = request?.error
  const refused = error instanceof ApiError ? fieldOfCode[error.code] : undefined
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  const idOf = (field: Field) => `${id}-${field}`
  const errorOf = (field: Field) => {
    const own = messageOf(field, values)
    if (submittedStep === step && invalidFieldsOf(values).includes(field)) return own
    if (!sent || sent[field] !== values[field]) return undefined
    return field === refused ? sentenceOfError(error, locale) : sentenceOfField(error, field, locale, own)
  }
  // After a success, the form may stay on screen while the next page loads, and must not send the same values again.
  const isSent = request !== undefined && sent === values && !error
  const busy = isSent || request?.isPending === true
  const submit = () => {
    if (busy) return
    setSubmittedStep(step)
    const [first] = invalidFieldsOf(values)
    if (first) return focusField(idOf(first))
    setSent(values)
    void onSubmit(values)
  }

  const field = <Name extends Field>(name: Name) => ({
    id: idOf(name),
    value: values[name],
    onChange: ({ target }: { target: { value: Values[Name] } }) => setValues((before) => ({ ...before, [name]: target.value })),
    error: errorOf(name),
  })
  const box = <Name extends Field>(name: Name) => ({
    id: idOf(name),
    checked: values[name],
    onChange: ({ target }: { target: { checked: Values[Name] } }) => setValues((before) => ({ ...before, [name]: target.checked })),
    error: errorOf(name),
  })
  return { values, set, submit, busy, idOf, error: refused ? undefined : error, errorOf, field, box }
}

/** In a group of options, focuses the first option. */
function focusField(id: string): void {
  const target = document.getElementById(id)
  const control = target?.matches('fieldset') ? target.querySelector('input') : target
  control?.focus()
}
