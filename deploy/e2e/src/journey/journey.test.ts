/**
 * The main user journey in a real browser, from an empty database to a paid transfer and matching receipts. `npm run
 * journey` runs only this test.
 */
import { randomBytes } from 'node:crypto'
import { runNamed } from '@reelfair/local'
import { businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import { vertical } from '@reelfair/sandbox/video-files'
import { eventually } from '@reelfair/testkit'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFailed, test } from 'vitest'
import { outsideOf } from '../browser/outside.ts'
import { picture } from '../browser/picture.ts'
import { openSite } from '../browser/site.ts'

const LOGO = new URL('../../../local/demo/logos/alpine-oats.png', import.meta.url).pathname

const site = await openSite({ empty: true, distributed: process.env.JOURNEY === 'distributed' })
afterAll(() => site.close())
const outside = outsideOf(site)

/** Long enough for a live update, but shorter than the 30 s after which a screen polls. */
const LIVE = { timeout: 20_000 }

const newPerson = (role: 'brand' | 'creator', name: string) => ({
  role,
  email: `${name}@people.example`,
  password: `fjord lantern ${randomBytes(6).toString('hex')}`,
})

type Named = string | RegExp
const shows = (page: Page, text: Named) => page.getByText(text).first().waitFor(LIVE)
const click = (page: Page, role: 'button' | 'link', name: Named) => page.getByRole(role, { name, exact: true }).first().click()
const fill = (page: Page, name: Named, text: string) => page.getByLabel(name, { exact: true }).first().fill(text)

const AUTH_LABELS = {
  en: { email: 'E-mail', password: 'Password', accept: /^I accept the Terms/, open: 'Sign up', confirm: 'Confirm and sign in' },
  fr: {
    email: 'E-mail',
    password: 'Mot de passe',
    accept: /^J’accepte les Conditions/,
    open: 'Créer un compte',
    confirm: 'Confirmer et se connecter',
  },
}

async function signUp(page: Page, words: (typeof AUTH_LABELS)['en' | 'fr'], { role, email, password }: ReturnType<typeof newPerson>) {
  await page.goto(`/signup?role=${role}`)
  await fill(page, words.email, email)
  await fill(page, words.password, password)
  await page.getByLabel(words.accept).check()
  await click(page, 'button', words.open)
  await shows(page, email)
  const [link = ''] = (await outside.email(email)).links
  await page.goto(link)
  await fill(page, words.password, password)
  await click(page, 'button', words.confirm)
}

test('takes a brand and a creator from sign-up to a paid transfer and matching receipts', { timeout: 300_000 }, async () => {
  const brand = newPerson('brand', 'alpine')
  const creator = newPerson('creator', 'lea')
  const b = await site.visit('visitor')
  const c = await site.visit('visitor', { locale: 'fr', width: 390 })
  const world = await site.visit('visitor')
  onTestFailed(async () => {
    for (const page of b.context
      .browser()
      ?.contexts()
      .flatMap((context) => context.pages()) ?? [])
      console.log(page.url(), await page.locator('body').ariaSnapshot())
  })

  // —— A brand signs up, confirms its address and completes its profile ——
  {
    const { page } = b
    await signUp(page, AUTH_LABELS.en, brand)
    await page.waitForURL('**/brand/form*')
    await fill(page, /^Brand name/, 'Alpine Oats')
    await fill(page, /^First name/, 'Ida')
    await fill(page, 'Last name', 'Roth')
    await page.getByLabel(/^I accept the Terms/).check()
    await click(page, 'button', 'Save and continue')
    await page.waitForURL('**/brand-dashboard*')
    await picture(page, 'journey, first-time brand')
  }

  // —— The brand buys the Growth package ——
  {
    const { page } = b
    await page.goto('/brand-dashboard/purchase')
    await page.getByLabel(/^Growth/).check()
    await click(page, 'button', /^Pay €14.00 with Stripe/)
    await page.waitForURL(`${outside.url}/checkout/**`)
    await fill(page, 'Email', brand.email)
    // Payments with this test card are available immediately instead of after seven days.
    await fill(page, /^Card number or IBAN/, '4000000000000077')
    await fill(page, /^Name on/, 'Ida Roth')
    await click(page, 'button', /^Pay /)
    await page.getByRole('heading', { level: 3, name: '50,000 credits are ready to use.' }).waitFor(LIVE)
  }

  // —— A creator signs up and verifies a social account ——
  {
    const { page } = c
    await signUp(page, AUTH_LABELS.fr, creator)
    await page.waitForURL('**/dashboard')
    await picture(page, 'journey, first-time creator')
  }
  const creatorAccount = await (async () => {
    const { page } = world
    await page.goto(`${outside.url}/social`)
    await fill(page, 'Username', 'lea.kocht')
    await click(page, 'button', 'Create account')
    await page.getByRole('heading', { level: 1, name: '@lea.kocht' }).waitFor()
    return page.url()
  })()
  const editBio = async (bio: string) => {
    const { page } = world
    await page.goto(creatorAccount)
    await page.getByLabel('Bio (put the code here)').fill(bio)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(bio).first().waitFor()
  }
  {
    const { page } = c
    await page.goto('/profile')
    const code = await page
      .getByText(/^[A-Z0-9]{7}$/)
      .first()
      .textContent()
    await editBio(`Cuisine lente. ${code}`)
    await fill(page, /^Nom d’utilisateur Instagram/, 'lea.kocht')
    await click(page, 'button', 'Vérifier')
    await shows(page, '@lea.kocht est vérifié.')
    await page.waitForURL('**/dashboard')
    await picture(page, 'journey, verified creator')
  }

  // —— The creator sets up a payout account ——
  {
    const { page } = c
    await page.goto('/balance')
    await page.getByLabel('Pays de résidence').selectOption({ label: 'France' })
    await click(page, 'button', 'Configurer le compte de paiement')
    await page.waitForURL(`${outside.url}/connect/**`)
    await fill(page, 'Prénom', 'Léa')
    await fill(page, 'Nom', 'Martin')
    await fill(page, 'Date de naissance', '1990-01-01')
    await fill(page, 'IBAN', 'FR1420041010050500013M02606')
    await click(page, 'button', 'Envoyer')
    await page.waitForURL('**/balance*')
    await page.getByRole('region', { name: 'Compte de paiement', exact: true }).getByText('Prêt pour les virements').first().waitFor(LIVE)
  }

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
  await editBio('Cuisine lente. https://alpine-oats.example/winter')
  const file = { name: 'reel.webm', mimeType: 'video/webm', buffer: Buffer.from(await vertical('webm')) }
  // Noon of the next day. A spike around midnight could be divided between two readings, neither of which is flagged.
  const spikeAt = instantOf(nextDay(businessDayOf(new Date())), '12:00')
  const hoursUntilSpike = Math.round((spikeAt.getTime() - Date.now()) / 3_600_000)
  for (const [curve, views] of [
    ['organic', '21000'],
    ['bot_spike', '10000'],
  ] as const) {
    const { page } = world
    await page.goto(creatorAccount)
    await page.getByLabel(/^Caption/).fill(`Porridge d’hiver ${postCode} Collaboration commerciale`)
    await page.getByLabel('Video', { exact: true }).setInputFiles(file)
    await page.getByLabel('Views', { exact: true }).selectOption(curve)
    await page.getByLabel('Total views').fill(views)
    if (curve === 'bot_spike') await page.getByLabel(/^Hours until/).fill(String(hoursUntilSpike))
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL('**/social/**')
  }

  // —— The clock advances one day at a time; no page is reloaded ——
  const aDay = async () => {
    const { page } = world
    await page.goto(`${outside.url}/#clock`)
    await page.getByRole('button', { name: '+ 1 day' }).click()
    // The button reappears once the services have settled the night.
    await page.getByRole('button', { name: '+ 1 day' }).waitFor({ timeout: 60_000 })
  }
  await c.page.goto('/dashboard')
  await click(b.page, 'link', 'See the campaign')
  await aDay()
  await shows(b.page, /^Charged [\d,]+/)
  await shows(c.page, /^Gains à ce jour/)
  await aDay()
  await aDay()
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
  for (let days = 0; days < 9 && !(await c.page.getByText('Vous pouvez virer 2,00 €').count()); days += 1) await aDay()
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

/** Returns a receipt's number and view figures, in either language. */
async function receiptOn(page: Page, name: RegExp) {
  const article = page.getByRole('article', { name })
  await article.waitFor(LIVE)
  const lines = await article.locator('dd').allTextContents()
  const figures = lines.filter((line) => /^[+−]?\d[\d,\u00a0\u202f]*$/.test(line)).map((line) => Number(line.replaceAll(/\D/g, '')))
  return { number: /R-[A-F\d]+/.exec((await article.textContent()) ?? '')?.[0], figures }
}
