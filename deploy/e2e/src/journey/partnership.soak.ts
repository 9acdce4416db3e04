/**
 * A partnership in a real browser, in two windows: from the brand's search to half of the pay on Stripe. `npm run
 * journey -- --partnership` runs only this test.
 */
import { runNamed } from '@reelfair/local'
import { callSocialApi } from '@reelfair/sandbox'
import { expect, test } from 'vitest'
import { picture } from '../browser/picture.ts'
import { CAPTION, inviteCreator, LINK } from './invite-creator.ts'
import { openJourney, showWindowsOnFailure } from './open-journey.ts'
import { click, LIVE, shows } from './page-steps.ts'
import { setUpPayoutAccount, verifyAccount } from './people.ts'
import { receiptOn } from './receipt-on.ts'
import { sandboxPages } from './sandbox-pages.ts'

const USERNAME = 'lea.kocht'
const GOAL = 20_000
/** 62% of the goal. */
const VIEWS = 12_400

const { site, outside } = await openJourney()

test('takes an invitation from the search to half of the pay on Stripe and matching receipts', { timeout: 600_000 }, async () => {
  const b = await site.visit('brand')
  const c = await site.visit('creator', { locale: 'fr', width: 390 })
  const world = sandboxPages((await site.visit('visitor')).page, outside)
  showWindowsOnFailure(b)
  await outside.fund(100_000)

  // —— A creator verifies a social account and sets up a payout account ——
  const account = await world.createAccount(USERNAME)
  await verifyAccount(c.page, world, USERNAME)
  await setUpPayoutAccount(c.page, outside)
  await c.page.goto('/dashboard')
  await shows(c.page, 'Aucune invitation')

  // —— The brand finds the creator and sends an invitation ——
  await inviteCreator(b.page, { username: USERNAME, views: GOAL, onStep: (step) => picture(b.page, `partnership, brand, ${step}`) })
  await b.page.goto('/brand-dashboard#invitations')
  await shows(b.page, 'Waiting for an answer')
  await picture(b.page, 'partnership, brand dashboard, invited')

  // —— The creator's dashboard shows the invitation by itself; the creator reads and accepts it ——
  let code = ''
  {
    const { page } = c
    await shows(page, /^Jusqu’à 4,00\s€ pour 20\s000 vues qualifiées/)
    await picture(page, 'partnership, creator dashboard, invited')
    await page
      .getByRole('button', { name: /^Accepter l’invitation/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(CAPTION).waitFor(LIVE)
    await dialog.getByText(LINK.replace('https://', '')).first().waitFor(LIVE)
    await picture(page, 'partnership, creator, invitation')
    await dialog.getByRole('button', { name: 'Accepter', exact: true }).click()
    await dialog.getByText('Votre partenariat avec Demo Brand est conclu').waitFor(LIVE)
    code =
      (await dialog
        .getByText(/^RF-[A-Z0-9]{5}$/)
        .first()
        .textContent()) ?? ''
    await picture(page, 'partnership, creator, accepted')
    await page.goto('/dashboard')
  }
  await shows(b.page, 'Accepted')
  await picture(b.page, 'partnership, brand dashboard, accepted')
  await click(b.page, 'link', 'See the partnership')
  await shows(b.page, 'No videos yet')

  // —— The creator publishes a video, which reaches 62% of the goal within a day ——
  await world.editBio(`Cuisine lente. ${LINK}`)
  await callSocialApi(outside.url)(`accounts/${account}/videos`, {
    caption: `Porridge d’hiver ${code} Collaboration commerciale`,
    curve: { kind: 'points', points: [{ afterHours: 24, views: VIEWS }] },
  })

  // —— A week passes; no page is reloaded ——
  await world.advance(1)
  await world.advance(1)
  await shows(b.page, /^12,400 of 20,000 views qualified/)
  await shows(c.page, 'palier de 50 %')
  await picture(b.page, 'partnership, brand, third day')
  await picture(c.page, 'partnership, creator, third day')
  await world.advance(7)
  await shows(b.page, 'The 50% tier was reached.')
  await picture(b.page, 'partnership, brand, ended')
  await picture(c.page, 'partnership, creator, ended')

  // —— After the final checks, half of the credits return, and half of the pay reaches Stripe by itself ——
  for (let days = 0; days < 4 && !(await b.page.getByText('has been transferred').count()); days += 1) await world.advance(1)
  await shows(b.page, 'Final result: the 50% tier.')
  await shows(b.page, '10,000 credits consumed, 10,000 returned.')
  await shows(b.page, 'The creator’s pay of €2.00 has been transferred.')
  expect(await outside.paid()).toMatchObject({ transfers: 1, transferred: 200 })
  await picture(b.page, 'partnership, brand, settled')
  const { id } = /\/partnerships\/(?<id>[^/?#]+)/.exec(b.page.url())?.groups ?? {}
  const read = async (path: string) => (await b.page.context().request.get(path)).json()
  expect(await read(`/api/partnerships/partnerships/${id}`)).toMatchObject({ status: 'completed_at_50', payements: 'payed' })
  expect(await read('/api/payouts/credits')).toEqual({ available: 40_000, held: 0, spent: 10_000 })

  // —— Both see the same receipt, and the earnings can be recomputed ——
  await c.page.goto(`/creator-history?open=${id}`)
  await shows(c.page, 'Terminé au palier de 50 %')
  const [mine, theirs] = [await receiptOn(c.page, /^Reçu/), await receiptOn(b.page, /^Receipt/)]
  await picture(c.page, 'partnership, creator, receipt')
  expect(mine.number).toMatch(/^P-\w+$/)
  expect(mine.figures).toEqual([VIEWS, VIEWS, 0, VIEWS])
  // The brand's receipt ends with the credits held, returned, consumed and charged, the creator's with euros.
  expect(theirs).toEqual({ ...mine, figures: [...mine.figures, GOAL, 10_000, 10_000, 10_000] })
  await c.page.getByRole('article', { name: /^Reçu/ }).getByText('× 50 % = 2,00 €').last().waitFor()
  await c.page.goto('/balance')
  await c.page
    .getByRole('region', { name: 'Où se trouve votre argent', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Versé' })
    .getByText('2,00 €')
    .waitFor(LIVE)
  await picture(c.page, 'partnership, creator, paid')
  expect(await runNamed('recompute', [], site.folder)).toMatch(/^All earnings match: .*; 1 partnerships, 10000 views, 200 cents/m)
  expect(await runNamed('check-ledger', [], site.folder)).toMatch(/sound/)
  for (const { faults } of [b, c]) {
    // Tokens expired during requests when the clock jumped; the page retries those requests.
    faults.forget(/status of 503 .*\/api\//)
    expect(faults.found).toEqual([])
  }
})
