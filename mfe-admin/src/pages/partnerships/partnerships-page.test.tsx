// @vitest-environment jsdom
import { showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PartnershipsPage } from './partnerships-page.tsx'

const planned = {
  id: 'p1',
  brandId: 'b1',
  brandName: 'Kéfiro',
  network: 'tiktok',
  username: 'lea.films',
  viewsGoal: 10_000,
  amountCents: 200,
  requestedAt: '2026-11-20T08:00:00.000Z',
  acceptedAt: '2026-11-20T10:00:00.000Z',
  startsAt: '2126-11-21T23:00:00.000Z',
  endsAt: '2126-11-28T23:00:00.000Z',
  status: 'planned',
  count: { qualified: 0 },
  decisions: [],
}
const active = { ...planned, id: 'p2', status: 'active', count: { qualified: 1_234 } }
const ended = {
  ...planned,
  id: 'p3',
  status: 'completed_at_50',
  count: { qualified: 6_200 },
  decisions: [{ cents: 100 }],
  endedAt: '2026-11-27T23:00:00.000Z',
  payableAt: '2126-12-02T01:00:00.000Z',
  payements: 'pending',
}
const settled = {
  ...ended,
  id: 'p4',
  status: 'completed_at_25',
  decisions: [{ cents: 100 }, { cents: 50 }],
  settledAt: '2026-12-01T01:00:00.000Z',
  payements: 'payed',
}
const api = stubApi({
  'GET /partnerships/admin/partnerships': ({ query }) => {
    if (query.get('username') === 'zz') return { items: [], matching: 0 }
    return query.has('cursor') ? { items: [settled], matching: 1_234 } : { items: [planned, active, ended], matching: 1_234, next: 'p3' }
  },
})
const asked = (name: string) => api.requests.findLast(({ what }) => what.endsWith('/admin/partnerships'))?.query.get(name)

test.each([
  [
    'en',
    /^1,234 partnerships/,
    ['Planned', 'Starts 22 Nov, 00:00', 'up to €2.00'],
    ['Active', 'Ends 29 Nov, 00:00', '1,234', 'of 10,000'],
    ['Completed at 50%', 'Final checks 2 Dec, 02:00 at the earliest', '€1.00', 'not transferred yet'],
    ['Completed at 25%', '€0.50', 'transferred'],
    'Show more partnerships',
  ],
  [
    'fr',
    /^1\s234 partenariats/,
    ['Prévu', 'Début\u00a0: 22 nov., 00:00', 'jusqu’à 2,00\u00a0€'],
    ['En cours', 'Fin\u00a0: 29 nov., 00:00', '1\u00a0234', 'sur 10\u00a0000'],
    ['Terminé à 50\u00a0%', 'Derniers contrôles\u00a0: 2 déc., 02:00 au plus tôt', '1,00\u00a0€', 'pas encore virée'],
    ['Terminé à 25\u00a0%', '0,50\u00a0€', 'virée'],
    'Afficher plus de partenariats',
  ],
] as const)('in %s: lists partnerships with status, next step, views and pay', async (locale, note, first, second, third, last, more) => {
  showPage(<PartnershipsPage />, { locale })
  expect(await screen.findByText(note)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: more }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Kéfiro' })).toHaveLength(4))
  const verbatim = { normalizer: (text: string) => text.trim() }
  for (const [status, ...texts] of [first, second, third, last]) {
    const row = within(screen.getByRole('table')).getByText(status, verbatim).closest('tr')
    for (const text of texts) expect(within(row as HTMLElement).getByText(text, verbatim)).toBeDefined()
  }
  expect(screen.getAllByText('@lea.films')).toHaveLength(4)
})

test('links each partnership to the page that its brand sees', async () => {
  showPage(<PartnershipsPage />)
  const links = await screen.findAllByRole('link', { name: 'Kéfiro' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['p1', 'p2', 'p3'].map((id) => `/admin/brands/b1/partnerships/${id}`))
})

test('filters by status, network, brand and creator, and keeps the filters in the address', async () => {
  showPage(<PartnershipsPage />, { address: '/admin/partnerships?brand=b1&status=failed' })
  await screen.findAllByRole('link', { name: 'Kéfiro' })
  expect([asked('brandId'), asked('status'), asked('network')]).toEqual(['b1', 'failed', null])
  await userEvent.selectOptions(screen.getByLabelText('Network'), 'TikTok')
  await waitFor(() => expect(asked('network')).toBe('tiktok'))
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Completed at 75%')
  await waitFor(() => expect(asked('status')).toBe('completed_at_75'))
  await userEvent.click(screen.getByRole('button', { name: 'Show all brands' }))
  await waitFor(() => expect([asked('brandId'), asked('status')]).toEqual([null, 'completed_at_75']))
  await userEvent.type(screen.getByLabelText('Creator’s username'), 'zz{Enter}')
  expect(await screen.findByText('No partnerships match these filters.')).toBeDefined()
})

test('says that there are no partnerships yet', async () => {
  api.answer({ 'GET /partnerships/admin/partnerships': { items: [], matching: 0 } })
  showPage(<PartnershipsPage />)
  expect(await screen.findByText(/^No partnerships yet\./)).toBeDefined()
})
