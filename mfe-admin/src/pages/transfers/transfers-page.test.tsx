// @vitest-environment jsdom
import { errorResponse, showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TransfersPage } from './transfers-page.tsx'

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
  creatorEmail: 'lea@a.example',
  amount: 2_352,
  status: 'failed',
  cause: 'manual',
  reversed: 0,
  attempts: 2,
  createdAt: at,
  failure: { code: 'transfer_account_not_active', sentence: 'Your payout account was not active.' },
}
const waiting = {
  ...transfer,
  id: 't2',
  status: 'pending',
  failure: undefined,
  waiting: { code: 'transfer_waits_for_funds', sentence: 'The money for it is on its way.', until: '2126-11-21T10:00:00.000Z' },
}
const paidTwice = {
  ...transfer,
  id: 't4',
  status: 'completed',
  failure: undefined,
  doubt: { code: 'transfer_paid_twice', sentence: 'Somebody must look: made twice.', stripeTransferIds: ['tr_8', 'tr_9'] },
}
const completed = { ...transfer, id: 't3', status: 'completed', attempts: 1, failure: undefined, stripeTransferId: 'tr_3' }
const ofPartnership = {
  ...completed,
  id: 't5',
  stripeTransferId: 'tr_5',
  cause: 'partnership',
  partnershipId: 'p1',
  brandId: 'b1',
  viewsGoal: 10_000,
}
const rounds = vi.fn<(body: unknown) => Response | Promise<Response>>()
const api = stubApi({
  'GET /partnerships/admin/test-partnerships': { isAvailable: false },
  'GET /identity/admin/brands': { items: [{ id: 'b1', brandName: 'Alpine' }] },
  'POST /partnerships/admin/test-partnerships': { id: 'p1' },
  'GET /payouts/admin/transfers': { items: [transfer, waiting, completed, paidTwice, ofPartnership], waiting: 1_234 },
  'GET /payouts/admin/transfer-logs': {
    items: [
      log('a', 'paid', 200),
      log('b', 'unknown', 500),
      log('c', 'retry', 429),
      log('d', 'unknown'),
      { ...log('e', 'unknown'), transferId: 't3' },
    ],
  },
  'POST /payouts/admin/transfers/process': ({ body }) => rounds(body),
})

// Load the lazy chunk before the tests: the first import is slow on a cold machine.
beforeAll(() => import('./process-dialog.tsx'), 60_000)
beforeEach(() => {
  rounds.mockReset()
  showPage(<TransfersPage />)
})

const openDialog = () => userEvent.click(screen.getByRole('button', { name: 'Process the queue' }))
const findDialog = () => screen.findByRole('dialog', { name: 'Process the queue now?' }, { timeout: 10_000 })
const process = async () => {
  await openDialog()
  await userEvent.click(within(await findDialog()).getByRole('button', { name: 'Process now' }))
}
const since = '2026-11-21T11:00:00.000Z'

test('links a transfer to the partnership that caused it, with its goal', async () => {
  expect((await screen.findByRole('link', { name: 'partnership' })).getAttribute('href')).toBe('/admin/brands/b1/partnerships/p1')
  expect(screen.getByText('Goal: 10,000 views')).toBeDefined()
  expect(screen.getAllByText('creator request').length).toBeGreaterThan(0)
})

test('shows the number of waiting transfers, the reason for a failure, and a colour for each response', async () => {
  expect(await screen.findByText(/^Waiting: 1,234\./)).toBeDefined()
  expect((await screen.findAllByText('lea@a.example')).length).toBeGreaterThan(0)
  expect(await screen.findByText(/^The creator’s payout account wasn’t active/)).toBeDefined()
  for (const [text, colour] of [
    ['200', 'passed'],
    ['500', 'out'],
    ['429', 'held'],
    ['No response', 'held'],
    ['Paid (Stripe notification)', 'passed'],
  ] as const) {
    expect((await screen.findByText(text)).closest('.rf-reason')?.className).toContain(`rf-reason-${colour}`)
  }
})

test('keeps processing until no transfer is left and shows the totals', async () => {
  rounds
    .mockReturnValueOnce(Response.json({ successCount: 50, pendingCount: 0, errorCount: 0, remaining: 7, since }))
    .mockReturnValueOnce(Response.json({ successCount: 6, pendingCount: 0, errorCount: 1, remaining: 0, since }))
  await process()
  expect(await screen.findByText('Processing completed: 56 successful, 1 error.')).toBeDefined()
  // The second round continues the first one, so no transfer is tried twice.
  expect(rounds.mock.calls).toEqual([[{}], [{ since }]])
})

test('counts a transfer that will be retried as pending, not as an error', async () => {
  const retryAt = '2026-11-21T09:07:00.000Z'
  rounds.mockReturnValueOnce(Response.json({ successCount: 0, pendingCount: 1, errorCount: 0, retryAt, remaining: 0, since }))
  await process()
  const result = (await screen.findByText('Processing completed: 1 pending, retry on 21 Nov, 10:07.')).closest('li')
  expect(result?.getAttribute('data-state')).toBe('waiting')
})

test('does not process the queue when the administrator cancels the confirmation', async () => {
  await openDialog()
  await userEvent.click(within(await findDialog()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(rounds).not.toHaveBeenCalled()
})

test('shows the progress as a bar and in figures while processing', async () => {
  let finish: (round: Response) => void = () => undefined
  rounds
    .mockReturnValueOnce(Response.json({ successCount: 49, pendingCount: 0, errorCount: 1, remaining: 150, since }))
    .mockReturnValueOnce(new Promise<Response>((resolve) => (finish = resolve)))
  await process()
  const bar = await screen.findByRole('progressbar')
  await waitFor(() => expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['50', '200']))
  expect(screen.getByText('50 of 200. So far: 49 successful, 1 error.')).toBeDefined()
  finish(Response.json({ successCount: 150, pendingCount: 0, errorCount: 0, remaining: 0, since }))
  expect(await screen.findByText('Processing completed: 199 successful, 1 error.')).toBeDefined()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('shows why a transfer is waiting and the time of its next attempt', async () => {
  expect(await screen.findByText('The money for it is on its way.')).toBeDefined()
  expect(screen.getByText(/^next attempt 21 Nov, 11:00/).textContent).toMatch(/, in \d/)
})

test('shows both Stripe transfers when a payment was made twice', async () => {
  expect(await screen.findByText('Somebody must look: made twice. (tr_8, tr_9)')).toBeDefined()
})

test('shows a processing error along with earlier results', async () => {
  rounds
    .mockReturnValueOnce(Response.json({ successCount: 50, pendingCount: 0, errorCount: 0, remaining: 7, since }))
    .mockReturnValue(errorResponse('internal', 'en', { requestId: 'r-17' }))
  await process()
  expect(await screen.findByText('Error processing transfers')).toBeDefined()
  expect(screen.getByText(/r-17$/)).toBeDefined()
  expect(screen.getByText('Processing completed: 50 successful.')).toBeDefined()
})

test('reloads the queue and the attempts on refresh, and filters the queue by status', async () => {
  await screen.findByText(/^The creator’s payout account wasn’t active/)
  const before = api.requests.length
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(api.requests.length).toBe(before + 2))
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Failed')
  await waitFor(() => expect(api.requests.at(-1)?.query.get('status')).toBe('failed'))
})

test('offers a test partnership only where the sandbox runs', async () => {
  showPage(<TransfersPage />)
  expect(await screen.findByText('tr_3')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Create a test partnership' })).toBeNull()
})

test.each([
  ['en', 'Create a test partnership', 'Brand', 'Creator’s username', 'Create', 'Choose a brand.', /^Test partnership requested\./],
  [
    'fr',
    'Créer un partenariat de test',
    'Marque',
    'Nom d’utilisateur du créateur',
    'Créer',
    'Choisissez une marque.',
    /^Partenariat de test demandé\./,
  ],
] as const)('in %s: creates a test partnership for a brand and a creator', async (locale, title, brand, creator, create, missing, done) => {
  api.answer({ 'GET /partnerships/admin/test-partnerships': { isAvailable: true } })
  showPage(<TransfersPage />, { locale })
  await userEvent.click(await screen.findByRole('button', { name: title }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: create }))
  expect(await dialog.findByText(missing)).toBeDefined()
  await userEvent.selectOptions(dialog.getByLabelText(brand), await dialog.findByRole('option', { name: 'Alpine' }))
  await userEvent.type(dialog.getByLabelText(creator), 'lea.films')
  await userEvent.click(dialog.getByRole('button', { name: create }))
  expect((await screen.findAllByText(done)).length).toBeGreaterThan(0)
  expect(api.sent('POST /partnerships/admin/test-partnerships')).toEqual([{ brandId: 'b1', username: 'lea.films' }])
})
