// @vitest-environment jsdom
import { showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AuditLogPage } from './audit-log-page.tsx'

const entry = {
  id: 'review_hours:000001',
  key: 'review_hours',
  version: 1,
  from: 72,
  to: 48,
  validFrom: '2026-11-24T23:00:00.000Z',
  reason: 'Decisions come faster',
  changedAt: '2026-11-21T12:00:00.000Z',
  changedBy: 'a',
  changedByEmail: 'ada@a.example',
}
const asked = vi.fn<(query: string) => void>()
stubApi({
  'GET /identity/admin/audit-log': ({ query }) => {
    asked(decodeURIComponent(String(query)))
    return { items: [entry] }
  },
})

test.each([
  ['en', '72 hours', '48 hours'],
  ['fr', '72 heures', '48 heures'],
] as const)('in %s: shows who changed what, when and why, with the old and new values', async (locale, from, to) => {
  showPage(<AuditLogPage />, { locale })
  for (const text of [from, to, 'ada@a.example', 'Decisions come faster'])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
})

test('filters by setting and by person', async () => {
  showPage(<AuditLogPage />)
  await userEvent.selectOptions(await screen.findByLabelText('Setting'), 'review_hours')
  await waitFor(() => expect(asked.mock.calls.at(-1)?.[0]).toContain('review_hours'))
  await userEvent.type(screen.getByLabelText('Admin’s e-mail address'), 'ada@a.example{Enter}')
  await waitFor(() => expect(asked.mock.calls.at(-1)?.[0]).toContain('ada@a.example'))
})
