/**
 * The main job, by hand, in a real browser and from an empty database: a brand buys credits and makes a campaign, a creator's views become cents, the cents
 * reach the creator's account at Stripe, and both read the same receipt. `npm run journey` runs it alone.
 */
import { randomBytes } from 'node:crypto'
import { runNamed } from '@reelfair/local'
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

/** By a live update; a screen without one asks again only after 30 s. */
const LIVE = { timeout: 20_000 }

const newPerson = (role: 'brand' | 'creator', name: string) => ({
  role,
  email: `${name}@people.example`,
  password: `fjord lantern ${randomBytes(6).toString('hex')}`,
})

type Named = string | RegExp
const says = (page: Page, text: Named) => page.getByText(text).first().waitFor(LIVE)
const click = (page: Page, role: 'button' | 'link', name: Named) => page.getByRole(role, { name, exact: true }).first().click()
const fill = (page: Page, name: Named, text: string) => page.getByLabel(name, { exact: true }).first().fill(text)

const DOOR = {
  en: { email: 'E-mail', password: 'Password', accept: /^I accept the Terms/, open: 'Open an account', confirm: 'Confirm and log in' },
  fr: {
    email: 'E-mail',
    password: 'Mot de passe',
    accept: /^J’accepte les Conditions/,
    open: 'Ouvrir un compte',
    confirm: 'Confirmer et se connecter',
  },
}

/** From the door to the mail and back; what the role begins with comes next. */
async function signUp(page: Page, words: (typeof DOOR)['en' | 'fr'], { role, email, password }: ReturnType<typeof newPerson>) {
  await page.goto(`/signup?role=${role}`)
  await fill(page, words.email, email)
  await fill(page, words.password, password)
  await page.getByLabel(words.accept).check()
  await click(page, 'button', words.open)
  await says(page, email)
  const [link = ''] = (await outside.letter(email)).links
  await page.goto(link)
  await fill(page, words.password, password)
  await click(page, 'button', words.confirm)
}

test('from two sign-ups to a paid creator, and the same receipt on both sides', { timeout: 300_000 }, async () => {
  const brand = newPerson('brand', 'alpine')
  const creator = newPerson('creator', 'lea')
  const b = await site.visit('visitor')
  const c = await site.visit('visitor', { locale: 'fr', width: 390 })
  const world = await site.visit('visitor')
  onTestFailed(async () => {
    for (const { page } of [b, c, world]) console.log(page.url(), await page.locator('body').ariaSnapshot())
  })

  // —— a brand signs up, confirms and says who it is ——
  {
    const { page } = b
    await signUp(page, DOOR.en, brand)
    await page.waitForURL('**/brand/form*')
    await fill(page, /^Brand name/, 'Alpine Oats')
    await fill(page, /^First name/, 'Ida')
    await fill(page, 'Last name', 'Roth')
    await page.getByLabel(/^I accept the Terms/).check()
    await click(page, 'button', 'Save and continue')
    await page.waitForURL('**/brand-dashboard*')
    await picture(page, 'journey, first-time brand')
  }

  // —— it buys Growth ——
  {
    const { page } = b
    await page.goto('/brand-dashboard/purchase')
    await page.getByLabel(/^Growth/).check()
    await click(page, 'button', /^Pay 14.00 € with Stripe/)
    await page.waitForURL(`${outside.url}/checkout/**`)
    await fill(page, 'Email', brand.email)
    // Funds of this card are available at once: the hold ends before the seven days that others take.
    await fill(page, /^Card number or IBAN/, '4000000000000077')
    await fill(page, /^Name on/, 'Ida Roth')
    await click(page, 'button', /^Pay /)
    await page.getByRole('heading', { level: 3, name: '50,000 credits are yours.' }).waitFor(LIVE)
  }

  // —— a creator signs up and verifies an account ——
  {
    const { page } = c
    await signUp(page, DOOR.fr, creator)
    await page.waitForURL('**/dashboard')
    await picture(page, 'journey, first-time creator')
  }
  const creatorAccount = await (async () => {
    const { page } = world
    await page.goto(`${outside.url}/social`)
    await fill(page, 'Username', 'lea.kocht')
    await click(page, 'button', 'Make it')
    await page.getByRole('heading', { level: 1, name: '@lea.kocht' }).waitFor()
    return page.url()
  })()
  const editBio = async (bio: string) => {
    const { page } = world
    await page.goto(creatorAccount)
    await page.getByLabel('Bio: put the code here').fill(bio)
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
    await says(page, '@lea.kocht est vérifié.')
    await page.waitForURL('**/dashboard')
    await picture(page, 'journey, verified creator')
  }

  // —— and sets up the account that is to be paid ——
  {
    const { page } = c
    await page.goto('/balance')
    await page.getByLabel('Pays où vous habitez').selectOption({ label: 'France' })
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

  // —— the brand makes a campaign ——
  {
    const { page } = b
    const next = (title: string) => page.getByRole('heading', { name: title }).first().waitFor(LIVE)
    await page.goto('/brand-dashboard')
    await click(page, 'link', /New campaign|Create/)
    await next('What it is about, and how many views')
    await fill(page, /^Name/, 'Winter oats')
    await page.getByRole('combobox', { name: /^Category/ }).selectOption({ label: 'Food and cooking' })
    await fill(page, /^Views goal/, '20000')
    await page.getByText('30 days', { exact: true }).click()
    await picture(page, 'journey, wizard 1')
    await click(page, 'button', 'Continue')
    await next('Who should see it')
    await click(page, 'button', 'Continue')
    await next('The banner creators will place')
    await page.locator('input[type=file]').setInputFiles(LOGO)
    await says(page, 'Size is exact')
    await picture(page, 'journey, wizard 3')
    await click(page, 'button', 'Continue')
    await next('Where viewers are sent')
    await fill(page, /^Link in the creators’ bio/, 'https://alpine-oats.example/winter')
    await click(page, 'button', 'Continue')
    await next('All of it, once more')
    await picture(page, 'journey, wizard 5')
    await click(page, 'button', 'Continue')
    await next('Set the credits aside')
    await click(page, 'button', /^Set aside/)
    await says(page, '“Winter oats” is running.')
    await picture(page, 'journey, wizard 7')
  }

  // —— the creator joins it ——
  let postCode = ''
  {
    const { page } = c
    await page.goto('/dashboard')
    await page.goto('/public-campaigns')
    await says(page, 'Winter oats')
    await picture(page, 'journey, public campaigns')
    await click(page, 'button', /^Participer/)
    await click(page, 'button', /^Accepter et participer/)
    await says(page, /Vous participez/)
    postCode =
      (await page
        .getByText(/^RF-[A-Z0-9]{5}$/)
        .first()
        .textContent()) ?? ''
    await picture(page, 'journey, joined')
  }

  // —— and publishes two videos: one is watched by people, one by bots ——
  await editBio('Cuisine lente. https://alpine-oats.example/winter')
  const file = { name: 'reel.webm', mimeType: 'video/webm', buffer: Buffer.from(await vertical('webm')) }
  for (const [curve, views] of [
    ['organic', '21000'],
    ['bot_spike', '10000'],
  ] as const) {
    const { page } = world
    await page.goto(creatorAccount)
    await page.getByLabel(/^Caption/).fill(`Porridge d’hiver ${postCode} Collaboration commerciale`)
    await page.getByLabel('Video', { exact: true }).setInputFiles(file)
    await page.getByLabel('Views', { exact: true }).selectOption(curve)
    await page.getByLabel('How many in the end').fill(views)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL('**/social/**')
  }

  // —— the clock goes on, a day at a time; nobody reloads a page ——
  const aDay = async () => {
    const { page } = world
    await page.goto(`${outside.url}/#clock`)
    await page.getByRole('button', { name: '+ 1 day' }).click()
    // Each night by itself, and here again when the last one is settled.
    await page.getByRole('button', { name: '+ 1 day' }).waitFor({ timeout: 60_000 })
  }
  await c.page.goto('/dashboard')
  await click(b.page, 'link', 'See the campaign')
  await aDay()
  await says(b.page, /^Charged [\d,]+/)
  await says(c.page, /^Gagné/)
  // The bots come on the second day.
  await aDay()
  await aDay()
  await picture(b.page, 'journey, brand, third day')
  await picture(c.page, 'journey, creator, third day')

  // —— an admin looks at the growth that looks not human ——
  {
    const email = 'admin@people.example'
    const password = /Password \(shown this once\): (\S+)/.exec(await runNamed('create-admin', [email], site.folder))?.[1] ?? ''
    const { page, context } = await site.visit('visitor')
    await page.goto('/login')
    await fill(page, 'E-mail', email)
    await fill(page, 'Password', password)
    await click(page, 'button', 'Log in')
    await page.waitForURL('**/admin')
    await click(page, 'link', 'Decide them')
    await says(page, /^Likes per [\d,]+ new views: .* beside the usual/)
    await picture(page, 'journey, review')
    await click(page, 'button', 'Exclude the views')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why').fill('Most of these views came within one hour and brought no likes.')
    await dialog.getByRole('button', { name: 'Exclude the views' }).click()
    await says(page, /^Decided: [\d,]+ views do not count\.$/)
    await context.close()
  }
  await click(b.page, 'link', 'Winter oats')
  await says(b.page, /^These views do not look as if people had made them/)
  await picture(b.page, 'journey, brand, excluded')

  // —— the goal closes the campaign; after the last checks the money is the creator’s ——
  for (let days = 0; days < 9 && !(await c.page.getByText('Vous pouvez virer 2,00 €').count()); days += 1) await aDay()
  await says(b.page, 'Goal reached')
  await picture(b.page, 'journey, brand, settled')

  // —— who has it transferred to their account at Stripe ——
  {
    const { page } = c
    await says(page, 'Vous pouvez virer 2,00 €.')
    await click(page, 'button', 'Virer 2,00 €')
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/payouts/transfers') && answer.request().method() === 'POST',
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Virer 2,00 €' }).click()
    await answered
    // A call that Stripe does not answer within 4 s, as on a busy machine, is looked up after 30 s.
    await eventually(async () => expect(await outside.paid()).toMatchObject({ transfers: 1, transferred: 200 }), { within: 60_000 })
    await page.goto('/balance')
    await page
      .getByRole('region', { name: 'Où il se trouve', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'Versé' })
      .getByText('2,00 €')
      .waitFor(LIVE)
    await picture(page, 'journey, paid')
  }

  // —— both read the same receipt, and all of it can be reckoned again ——
  await c.page.goto('/creator-history')
  await b.page.getByText('Receipt', { exact: true }).click()
  const [mine, theirs] = [await receiptOn(c.page, /^Reçu R-/), await receiptOn(b.page, /^Receipt R-/)]
  await picture(c.page, 'journey, creator, receipt')
  await picture(b.page, 'journey, brand, receipt')
  expect(mine.number).toMatch(/^R-\w+$/)
  expect(mine.figures.at(-1)).toBe(20_000)
  // A brand is charged views, a creator paid cents for them: that sum stands below.
  expect(theirs).toEqual({ ...mine, figures: [...mine.figures, 20_000] })
  expect(await runNamed('recompute', [], site.folder)).toMatch(/^The earnings are what was observed: 1 sign-ups, 20000 views, 200 cents/m)
  expect(await runNamed('check-ledger', [], site.folder)).toMatch(/sound/)
  for (const { faults } of [b, c]) {
    // Tokens that ran out on their way when the clock jumped: the page asks again.
    faults.forget(/status of 503 .*\/api\//)
    expect(faults.found).toEqual([])
  }
})

/** What stands on a slip in either language: its number, and the figures of views in its lines. */
async function receiptOn(page: Page, name: RegExp) {
  const slip = page.getByRole('article', { name })
  await slip.waitFor(LIVE)
  const lines = await slip.locator('dd').allTextContents()
  const figures = lines.filter((line) => /^[+−]?\d[\d,\u00a0\u202f]*$/.test(line)).map((line) => Number(line.replaceAll(/\D/g, '')))
  return { number: /R-[A-F\d]+/.exec((await slip.textContent()) ?? '')?.[0], figures }
}
