// @vitest-environment jsdom
import { Checkbox, Choice, ErrorText, Form, Submit, TextField } from '@reelfair/ui'
import { ApiError } from '@reelfair/web-kit'
import { fill, showPage } from '@reelfair/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useForm } from './use-form.ts'

interface Values {
  readonly plan: string
  readonly email: string
  readonly accepted: boolean
}
const invalidFieldsOf = ({ plan, email, accepted }: Values): (keyof Values)[] => [
  ...(plan === '' ? (['plan'] as const) : []),
  ...(email === '' ? (['email'] as const) : []),
  ...(accepted ? [] : (['accepted'] as const)),
]
const full: Values = { plan: 'small', email: 'a@b.example', accepted: true }
const taken = new ApiError({ code: 'invalid_input', sentence: 'Invalid.', fields: [{ path: 'email', message: 'Already taken.' }] })

const send = vi.fn()
let request = { isPending: false, error: undefined as unknown }
afterEach(() => {
  send.mockReset()
  request = { isPending: false, error: undefined }
})

function Example({ initial }: { initial: Values }) {
  const [step, setStep] = useState('first')
  const form = useForm({
    initial,
    invalidFieldsOf,
    messageOf: (field) => `Check ${field}.`,
    request,
    fieldOfCode: { phone_invalid: 'email' },
    onSubmit: send,
    step,
  })
  return (
    <Form onSubmit={form.submit}>
      <Choice
        label="Plan"
        id={form.idOf('plan')}
        options={[{ value: 'small', label: 'Small' }]}
        value={form.values.plan}
        onValue={(plan) => form.set({ plan })}
        error={form.errorOf('plan')}
      />
      <TextField label="Email" {...form.field('email')} />
      <Checkbox label="Accept" {...form.box('accepted')} />
      <ErrorText error={form.error} />
      <Submit>Save</Submit>
      <button type="button" onClick={() => setStep('second')}>
        Next step
      </button>
    </Form>
  )
}

const show = (initial: Partial<Values> = {}) => showPage(<Example initial={{ ...full, ...initial }} />)
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const errors = () => screen.queryAllByText(/^Check|taken/).map(({ textContent }) => textContent)

test('shows errors only after a submission, then updates them on each change', () => {
  show({ email: '', accepted: false })
  fill(screen.getByLabelText('Email'), 'a')
  fill(screen.getByLabelText('Email'), '')
  expect(errors()).toEqual([])
  save()
  expect(errors()).toEqual(['Check email.', 'Check accepted.'])
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  fill(screen.getByLabelText('Email'), 'a')
  fireEvent.click(screen.getByLabelText('Accept'))
  expect(errors()).toEqual([])
  expect(send).not.toHaveBeenCalled()
})

test.each([
  ['the first invalid field', { email: '', accepted: false }, 'Email'],
  ['the first option of a group', { plan: '', email: '' }, 'Small'],
])('focuses %s', (_, initial, label) => {
  show(initial)
  save()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
})

test('submits the current values', () => {
  show({ email: '' })
  fill(screen.getByLabelText('Email'), 'c@d.example')
  save()
  expect(send.mock.calls).toEqual([[{ ...full, email: 'c@d.example' }]])
})

test('ignores a submission while the request is pending', () => {
  request.isPending = true
  show()
  save()
  expect(send).not.toHaveBeenCalled()
})

test('sends the same values only once, unless the request fails or the values change', () => {
  show()
  save()
  save()
  expect(send).toHaveBeenCalledOnce()
  request.error = taken
  fill(screen.getByLabelText('Email'), 'c@d.example')
  save()
  expect(send).toHaveBeenCalledTimes(2)
  fill(screen.getByLabelText('Email'), 'e@f.example')
  fill(screen.getByLabelText('Email'), 'c@d.example')
  request.error = undefined
  save()
  save()
  expect(send).toHaveBeenCalledTimes(3)
})

test('shows the service’s message for a field until the user changes the field', () => {
  show()
  request.error = taken
  save()
  expect(errors()).toEqual(['Already taken.'])
  fill(screen.getByLabelText('Email'), 'c@d.example')
  expect(errors()).toEqual([])
})

test('shows an error that belongs to a field only at that field', () => {
  show()
  request.error = new ApiError({ code: 'phone_invalid', sentence: 'Already taken.' })
  save()
  expect(errors()).toEqual(['Already taken.'])
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  fill(screen.getByLabelText('Email'), 'c@d.example')
  expect(errors()).toEqual([])
})

test('returns an error that does not belong to a field', () => {
  show()
  request.error = new ApiError({ code: 'conflict', sentence: 'Already taken.' })
  save()
  expect(errors()).toEqual(['Already taken.'])
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).not.toBe('true')
})

test('hides the service’s message for an earlier request until the form itself is submitted', () => {
  request.error = taken
  show()
  expect(errors()).toEqual([])
  save()
  expect(errors()).toEqual(['Already taken.'])
})

test('hides a step’s errors on the next step', () => {
  show({ email: '' })
  save()
  expect(errors()).toEqual(['Check email.'])
  fireEvent.click(screen.getByRole('button', { name: 'Next step' }))
  expect(errors()).toEqual([])
  save()
  expect(errors()).toEqual(['Check email.'])
})
