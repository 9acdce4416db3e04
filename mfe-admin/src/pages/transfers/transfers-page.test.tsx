// @vitest-environment jsdom
import { UiProvider } from '@reelfair/ui'
import { MemoryRouter, sentenceOfError, WebKitProvider } from '@reelfair/web-kit'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TransfersPage } from './transfers-page.tsx'

vi.stubGlobal('scrollTo', () => undefined)

const at = '2026-11-21T10:00:00.000Z'
const log = (id: string, outcome: string, httpStatus?: number) => ({
  id,
  transferId: id,
  creatorId: 'c',
  attempt: 1,
  at,
  outcome,
  httpStatus,
  body: '{}',
})
const transfer = {
  id: 't1',
  creatorId: 'c1',
  amount: 2_352,
  status: 'failed',
  cause: 'manual',
  reversed: 0,
  attempts: 2,
  createdAt: at,
  failure: { code: 'transfer_refused', sentence: 'The payment provider refused it.' },
}
let asked: string[]
const rounds = vi.fn<() => Response>()
vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
  if (method === 'POST') return rounds()
  asked.push(url)
  if (url.includes('transfer-logs')) {
    return Response.json({ items: [log('a', 'paid', 200), log('b', 'unknown', 500), log('c', 'retry', 429), log('d', 'unknown')] })
  }
  return Response.json({ items: [transfer], waiting: 1_234 })
})

beforeEach(() => {
  asked = []
  rounds.mockReset()
  render(
    <UiProvider locale="en" errorSentence={sentenceOfError}>
      <WebKitProvider>
        <MemoryRouter>
          <TransfersPage />
        </MemoryRouter>
      </WebKitProvider>
    </UiProvider>,
  )
})
afterEach(cleanup)

const process = () => userEvent.click(screen.getByRole('button', { name: 'Process the queue' }))

test('the queue says how many wait and why one failed; answers have a colour and a word each', async () => {
  expect(await screen.findByText(/^Waiting in the queue: 1,234\./)).toBeDefined()
  expect(await screen.findByText('The payment provider refused it.')).toBeDefined()
  for (const [text, colour] of [
    ['200', 'passed'],
    ['500', 'out'],
    ['429', 'held'],
    ['No answer', 'held'],
  ] as const) {
    expect((await screen.findByText(text)).closest('.rf-reason')?.className).toContain(`rf-reason-${colour}`)
  }
})

test('processing goes on until nothing that is due is left, and says the sum', async () => {
  rounds
    .mockReturnValueOnce(Response.json({ successCount: 50, errorCount: 0, remaining: 7 }))
    .mockReturnValueOnce(Response.json({ successCount: 6, errorCount: 1, remaining: 0 }))
  await process()
  expect(await screen.findByText('Processing completed: 56 successful, 1 errors.')).toBeDefined()
  expect(rounds).toHaveBeenCalledTimes(2)
})

test('a failure while processing is said, with what was done before it', async () => {
  rounds
    .mockReturnValueOnce(Response.json({ successCount: 50, errorCount: 0, remaining: 7 }))
    .mockReturnValue(
      Response.json({ code: 'internal', detail: 'It broke.' }, { status: 500, headers: { 'content-type': 'application/problem+json' } }),
    )
  await process()
  expect(await screen.findByText('Error processing transfers')).toBeDefined()
  expect(screen.getByText('It broke.')).toBeDefined()
  expect(screen.getByText('Processing completed: 50 successful, 0 errors.')).toBeDefined()
})

test('refresh asks for queue and log anew; a status narrows the queue', async () => {
  await screen.findByText('The payment provider refused it.')
  const before = asked.length
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(asked.length).toBe(before + 2))
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Failed')
  await waitFor(() => expect(asked.at(-1)).toContain('status=failed'))
})
