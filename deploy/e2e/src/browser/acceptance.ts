/** The one agreement that `npm test` makes in the browser; the soak runs whole partnerships. */
import { test } from 'vitest'
import { click, LIVE } from '../journey/page-steps.ts'
import type { Site } from './site.ts'

export function acceptance(site: Site): void {
  test('a creator accepts an invitation, and the brand sees it without reloading', async () => {
    const b = await site.visit('kefiro')
    const c = await site.visit('lea')
    await b.page.goto('/brand-dashboard')
    const newest = b.page.getByRole('table', { name: 'Invitations' }).getByRole('row').nth(1)
    await newest.getByText('Waiting for an answer').waitFor(LIVE)
    await c.page.goto('/dashboard')
    await click(c.page, 'button', 'See the invitation')
    const dialog = c.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await dialog
      .getByText(/^RF-[A-Z0-9]{5}$/)
      .first()
      .waitFor(LIVE)
    await newest.getByText('Accepted', { exact: true }).waitFor(LIVE)
    await newest.getByRole('link', { name: 'See the partnership' }).click()
    await b.page.getByRole('heading', { level: 1, name: /@lea\.kitchen/ }).waitFor(LIVE)
  })
}
