import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { activeAccount, open, recipient, sale } from '../../test/client.ts'
import { TEST_METHODS } from '../stripe/pay.ts'
import { WORDS } from './words.ts'

async function start() {
  const world = await open()
  onTestFinished(() => world.sandbox.stop())
  return world
}

const get = async (url: string, language?: string) =>
  (await fetch(url, language ? { headers: { 'accept-language': language } } : {})).text()
const post = async (url: string, form: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location') ?? '', html: await answer.text() }
}
const buyer = { email: 'a@b.test', name: 'A', country: 'FR' }

test.each([
  ['fr', undefined, 'fr'],
  ['en', 'fr', 'en'],
  ['auto', 'fr-FR,fr;q=0.9', 'fr'],
  [undefined, 'fr', 'fr'],
  [undefined, 'de', 'en'],
] as const)('shows a session with locale %s, in a browser set to %s, in language %s', async (locale, language, spoken) => {
  const { stripe } = await start()
  const { url } = await stripe.checkout.sessions.create(sale(locale ? { locale } : {}))
  const html = await get(url!, language)
  expect(html).toContain(`<html lang="${spoken}">`)
  expect(html).toContain(spoken === 'fr' ? 'Payer 100,00' : 'Pay €100.00')
  expect(html).toContain(WORDS[spoken].sandbox)
})

test('describes every test number and decline reason in both languages', async () => {
  const { stripe } = await start()
  for (const { checkout } of Object.values(WORDS)) {
    expect(Object.keys(checkout.numbersDo).sort()).toEqual(TEST_METHODS.map(({ number }) => number).sort())
    for (const { declineCode } of TEST_METHODS) if (declineCode) expect(checkout.refusals).toHaveProperty(declineCode)
  }
  const { url } = await stripe.checkout.sessions.create(sale({ locale: 'fr' }))
  const { status, html } = await post(url!, { ...buyer, card: '4000000000009995' })
  expect(status).toBe(402)
  expect(html).toContain('Les fonds disponibles sur votre carte sont insuffisants.')
  expect((await post(url!, { ...buyer, card: '1234' })).html).toContain('Le numéro de votre carte est incorrect.')
})

test('fills in a test number without paying or changing other fields', async () => {
  const { stripe } = await start()
  const { url, id } = await stripe.checkout.sessions.create(sale())
  const { html } = await post(url!, { email: 'a@b.test', name: 'Ida', country: 'BE', card: '', fill: '4000002500003155' })
  expect(html).toContain('value="4000002500003155"')
  expect(html).toContain('value="Ida"')
  expect(html).toContain('<option value="BE" selected>Belgium</option>')
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', payment_intent: null })
})

test('accepts another card after a failed 3D Secure step', async () => {
  const { stripe } = await start()
  const { url, id } = await stripe.checkout.sessions.create(sale({ locale: 'fr' }))
  const { to } = await post(url!, { ...buyer, card: '4000002500003155' })
  const stepUrl = new URL(to, url!).href
  expect(await get(stepUrl)).toContain(WORDS.fr.checkout.isItYou)
  const failed = await post(stepUrl, { step: 'fail' })
  expect(failed.html).toContain('authentifié')
  const action = /<form method="post"[^>]* action="([^"]+)"/.exec(failed.html)?.[1]
  expect((await post(new URL(action!, stepUrl).href, { ...buyer, card: '4242424242424242' })).status).toBe(303)
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
})

test('shows onboarding, its errors and the dashboard in the account’s language', async () => {
  const { stripe, sandbox } = await start()
  const made = { ...recipient, defaults: { ...recipient.defaults, locales: ['fr-FR' as const] } }
  const { id } = await stripe.v2.core.accounts.create(made)
  const urls = { refresh_url: 'https://a.test', return_url: 'https://a.test' }
  const link = await stripe.v2.core.accountLinks.create({
    account: id,
    use_case: { type: 'account_onboarding', account_onboarding: urls },
  })
  const visit = new URL((await fetch(link.url, { redirect: 'manual' })).headers.get('location')!, sandbox.url).href
  expect(await get(visit, 'en')).toContain('Recevoir vos paiements')
  const { status, html } = await post(visit, { press: 'submit' })
  expect(status).toBe(422)
  for (const fault of [
    'Saisissez votre prénom.',
    'Saisissez votre nom.',
    'Saisissez votre date de naissance.',
    'Saisissez un IBAN valide.',
  ])
    expect(html).toContain(fault)
  const filled = { given_name: 'Ida', surname: 'Lovelace', birth_date: '1990-01-01', iban: 'FR1420041010050500013M02606' }
  expect(await post(visit, { ...filled, press: 'submit', outcome: 'complete' })).toMatchObject({ status: 303, to: 'https://a.test' })
  expect(await get((await stripe.accounts.createLoginLink(id)).url, 'en')).toContain('les virements sont activés')
  expect(await get(`${sandbox.url}/express/none`, 'fr')).toContain('Lien introuvable')
})

test('keeps an open onboarding page across a restart', async () => {
  const dataDir = mkdtempSync(`${tmpdir()}/reelfair-visit-`)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await open({ dataDir })
  const { id } = await first.stripe.v2.core.accounts.create(recipient)
  const urls = { refresh_url: 'https://a.test', return_url: 'https://a.test' }
  const { url } = await first.stripe.accountLinks.create({ account: id, type: 'account_onboarding', ...urls })
  const visit = (await fetch(url, { redirect: 'manual' })).headers.get('location')!
  await first.sandbox.stop()
  const second = await open({ dataDir })
  onTestFinished(() => second.sandbox.stop())
  expect(await get(new URL(visit, second.sandbox.url).href, 'en')).toContain('Get paid')
  const again = await fetch(new URL(new URL(url).pathname, second.sandbox.url), { redirect: 'manual' })
  expect(again.headers.get('location')).toBe('https://a.test')
})

test('pays out a creator’s balance to the bank with one click', async () => {
  const world = await start()
  const destination = await activeAccount(world)
  await fetch(`${world.sandbox.url}/_sandbox/balance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"amount":900}',
  })
  await world.stripe.transfers.create({ amount: 900, currency: 'eur', destination })
  const { url } = await world.stripe.accounts.createLoginLink(destination)
  expect(await get(url)).toContain('Pay out €9.00 to your bank')
  await post(url, {})
  expect(await get(url)).toContain('to your bank</td>')
  expect((await world.stripe.balance.retrieve({}, { stripeAccount: destination })).available[0]?.amount).toBe(0)
})
