/**
 * The main user journey in a real browser, from an empty database to a paid transfer and matching receipts. `npm run
 * journey` runs only this test.
 */
import { runNamed } from '@reelfair/local'
import { businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import { eventually } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { picture } from '../browser/picture.ts'
import { LOGO } from './invite-creator.ts'
import { openJourney, showWindowsOnFailure } from './open-journey.ts'
import { click, fill, LIVE, shows } from './page-steps.ts'
import { buyGrowth, newPerson, registerBrand, setUpPayoutAccount, signUp, verifyAccount } from './people.ts'
import { receiptOn } from './receipt-on.ts'
import { sandboxPages } from './sandbox-pages.ts'

const { site, outside } = await openJourney({ empty: true })

test('takes a brand and a creator from sign-up to a paid transfer and matching receipts', { timeout: 300_000 }, async () => {
  const brand = newPerson('brand', 'alpine')
  const creator = newPerson('creator', 'lea')
  const b = await site.visit('visitor')
  const c = await site.visit('visitor', { locale: 'fr', width: 390 })
  const world = sandboxPages((await site.visit('visitor')).page, outside)
  showWindowsOnFailure(b)

  // —— A brand signs up, confirms its address and completes its profile ——
  {
    const { page } = b
    await signUp(page, outside, brand, 'en')
    await registerBrand(page, 'Alpine Oats')
    await page.waitForURL('**/brand-dashboard*')
    await picture(page, 'journey, first-time brand')
  }

  // —— The brand buys the Growth package ——
  {
    const { page } = b
    await page.goto('/brand-dashboard/purchase')
    await buyGrowth(page, outside, brand.email)
  }

  // —— A creator signs up and verifies a social account ——
  {
    const { page } = c
    await signUp(page, outside, creator, 'fr')
    await page.waitForURL('**/dashboard')
    await picture(page, 'journey, first-time creator')
  }
  await world.createAccount('lea.kocht')
  {
    const { page } = c
    await verifyAccount(page, world, 'lea.kocht')
    await picture(page, 'journey, verified creator')
  }

  // —— The creator sets up a payout account ——
  await setUpPayoutAccount(c.page, outside)

  // —— The brand starts a campaign ——
  {
    const { page } = b
    const next = (title: string) => page.getByRole('heading', { name: title }).first().waitFor(LIVE)
    await page.goto('/brand-dashboard')
    await click(page, 'link', /New campaign|Create/)
    await next('Choose a category and number of views')
    await fill(page, /^Name/, 'Winter oats')
    await page.getByRole('combobox', { name: /^Category/ }).selectOption({ label: 'Food and cooking' })
    await fill(page, /^Goal/, '20000')
    await page.getByText('30 days', { exact: true }).click()
    await picture(page, 'journey, wizard 1')
    await click(page, 'button', 'Continue')
    await next('Choose your audience')
    await click(page, 'button', 'Continue')
    await next('Add the banner creators will show')
    await page.locator('input[type=file]').setInputFiles(LOGO)
    await shows(page, 'Exact size')
    await picture(page, 'journey, wizard 3')
    await click(page, 'button', 'Continue')
    await next('Choose where viewers go')
    await fill(page, /^Link in creators’ bios/, 'https://alpine-oats.example/winter')
    await click(page, 'button', 'Continue')
    await next('Review your campaign')
    await picture(page, 'journey, wizard 5')
    await click(page, 'button', 'Continue')
    await next('Reserve your credits')
    await click(page, 'button', /^Reserve/)
    await shows(page, '“Winter oats” is running.')
    await picture(page, 'journey, wizard 7')
  }

  // —— The creator signs up for the campaign ——
  let postCode = ''
  {
    const { page } = c
    await page.goto('/dashboard')
    await page.goto('/public-campaigns')
    await shows(page, 'Winter oats')
    await picture(page, 'journey, public campaigns')
    await click(page, 'button', /^Participer/)
    await click(page, 'button', /^Accepter et participer/)
    await shows(page, /Vous participez/)
    postCode =
      (await page
        .getByText(/^RF-[A-Z0-9]{5}$/)
        .first()
        .textContent()) ?? ''
    await picture(page, 'journey, signed up')
  }

  // —— The creator publishes two videos: one is watched by people, the other by bots ——
  await world.editBio('Cuisine lente. https://alpine-oats.example/winter')
  // Noon of the next day. A spike around midnight could be divided between two readings, neither of which is flagged.
  const spikeAt = instantOf(nextDay(businessDayOf(new Date())), '12:00')
  const hoursUntilSpike = Math.round((spikeAt.getTime() - Date.now()) / 3_600_000)
  const caption = `Porridge d’hiver ${postCode} Collaboration commerciale`
  await world.publish({ caption, curve: 'organic', views: 21_000 })
  await world.publish({ caption, curve: 'bot_spike', views: 10_000, turnAfterHours: hoursUntilSpike })

  // —— The clock advances one day at a time; no page is reloaded ——
  await c.page.goto('/dashboard')
  await click(b.page, 'link', 'See the campaign')
  await world.advance(1)
  await shows(b.page, /^Charged [\d,]+/)
  await shows(c.page, /^Gains à ce jour/)
  await world.advance(1)
  await world.advance(1)
  await picture(b.page, 'journey, brand, third day')
  await picture(c.page, 'journey, creator, third day')

  // —— An admin reviews growth that does not look human ——
  {
    const email = 'admin@people.example'
    const password = /Password \(shown only once\): (\S+)/.exec(await runNamed('create-admin', [email], site.folder))?.[1] ?? ''
    const { page, context } = await site.visit('visitor')
    await page.goto('/login')
    await fill(page, 'E-mail', email)
    await fill(page, 'Password', password)
    await click(page, 'button', 'Sign in')
    await page.waitForURL('**/admin')
    await click(page, 'link', 'Go to reviews')
    await shows(page, /^Likes per [\d,]+ new views: .* \(usually/)
    await picture(page, 'journey, review')
    await click(page, 'button', 'Exclude the views')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Most of these views came within one hour and brought no likes.')
    await dialog.getByRole('button', { name: 'Exclude the views' }).click()
    await shows(page, /^Decided\. Views excluded: [\d,]+\.$/)
    await context.close()
  }
  await click(b.page, 'link', 'Winter oats')
  await shows(b.page, /^These views don’t seem to come from real people/)
  await picture(b.page, 'journey, brand, excluded')

  // —— The campaign reaches its goal; after the final checks the creator can transfer the money ——
  for (let days = 0; days < 9 && !(await c.page.getByText('Vous pouvez virer 2,00 €').count()); days += 1) await world.advance(1)
  await shows(b.page, 'Goal reached')
  await picture(b.page, 'journey, brand, settled')

  // —— The creator transfers the money to their Stripe account ——
  {
    const { page } = c
    await shows(page, 'Vous pouvez virer 2,00 €.')
    await click(page, 'button', 'Virer 2,00 €')
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/payouts/transfers') && answer.request().method() === 'POST',
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Virer 2,00 €' }).click()
    await answered
    // If Stripe takes longer than 4 s, the payouts service checks the transfer after 30 s.
    await eventually(async () => expect(await outside.paid()).toMatchObject({ transfers: 1, transferred: 200 }), { within: 60_000 })
    await page.goto('/balance')
    await page
      .getByRole('region', { name: 'Où se trouve votre argent', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'Versé' })
      .getByText('2,00 €')
      .waitFor(LIVE)
    await picture(page, 'journey, paid')
  }

  // —— Both see the same receipt, and the earnings can be recomputed ——
  await c.page.goto('/creator-history')
  await b.page.getByText('Receipt', { exact: true }).click()
  const [mine, theirs] = [await receiptOn(c.page, /^Reçu R-/), await receiptOn(b.page, /^Receipt R-/)]
  await picture(c.page, 'journey, creator, receipt')
  await picture(b.page, 'journey, brand, receipt')
  expect(mine.number).toMatch(/^R-\w+$/)
  expect(mine.figures.at(-1)).toBe(20_000)
  // The brand's receipt ends with the charged views, the creator's with an amount in euros.
  expect(theirs).toEqual({ ...mine, figures: [...mine.figures, 20_000] })
  expect(await runNamed('recompute', [], site.folder)).toMatch(/^All earnings match: 1 sign-ups, 20000 views, 200 cents/m)
  expect(await runNamed('check-ledger', [], site.folder)).toMatch(/sound/)
  for (const { faults } of [b, c]) {
    // Tokens expired during requests when the clock jumped; the page retries those requests.
    faults.forget(/status of 503 .*\/api\//)
    expect(faults.found).toEqual([])
  }
})
