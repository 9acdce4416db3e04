// @vitest-environment jsdom
import { UiProvider } from '@reelfair/ui'
import { MemoryRouter, sentenceOfError, WebKitProvider } from '@reelfair/web-kit'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CampaignForm } from './campaign-form.tsx'

const sent = vi.fn<(body: unknown) => Response>()
vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
  if (method === 'POST') return sent(JSON.parse(String(body)))
  return Response.json(url === '/api/payouts/credits' ? { available: 4_000, held: 0, spent: 0 } : {})
})

beforeEach(() => {
  sent.mockReset()
  render(
    <UiProvider locale="en" errorSentence={sentenceOfError}>
      <WebKitProvider>
        <MemoryRouter>
          <CampaignForm />
        </MemoryRouter>
      </WebKitProvider>
    </UiProvider>,
  )
})
afterEach(cleanup)

const fillIn = async () => {
  await userEvent.type(screen.getByLabelText('Name'), 'Fridge door')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Food and cooking')
  await userEvent.type(screen.getByLabelText(/^Link/), 'https://kefiro.example')
}
const send = () => userEvent.click(screen.getByRole('button', { name: /^Set aside/ }))

test('an empty form says what is missing at each field, goes to the first and sends nothing', async () => {
  await send()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  for (const label of ['Name', 'Category', /^Link/]) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(sent).not.toHaveBeenCalled()
})

test('says how many credits are short before anything is sent, and lets it be sent all the same', async () => {
  expect(await screen.findByText('6,000 more than you have. The campaign would not start.')).toBeDefined()
  sent.mockReturnValue(Response.json({ id: 'x' }, { status: 201 }))
  await fillIn()
  await send()
  await waitFor(() =>
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      name: 'Fridge door',
      viewsGoal: 10_000,
      category: 'Food_Cooking',
      network: 'instagram',
      link: 'https://kefiro.example',
      duration: '1w',
    }),
  )
})

test('a refusal keeps what was entered and shows the service’s sentence at the field it names', async () => {
  const problem = {
    code: 'invalid_input',
    detail: 'Something in your entry is not as it should be.',
    fields: [{ path: 'link', message: 'This address is not taken.' }],
  }
  sent.mockReturnValue(Response.json(problem, { status: 400, headers: { 'content-type': 'application/problem+json' } }))
  await fillIn()
  await send()
  expect(await screen.findByText('This address is not taken.')).toBeDefined()
  expect(screen.getByLabelText(/^Link/).getAttribute('aria-invalid')).toBe('true')
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Fridge door')
})
