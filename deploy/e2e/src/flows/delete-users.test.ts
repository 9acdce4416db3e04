/**
 * A creator and a brand with history delete their accounts. Afterwards, no database contains their personal data,
 * except what the list below names.
 */
import { campaigns } from '@reelfair/campaigns/app'
import { metrics } from '@reelfair/metrics/app'
import { partnerships } from '@reelfair/partnerships/app'
import { payouts } from '@reelfair/payouts/app'
import { formatCents, formatCount } from '@reelfair/rules/format'
import { eventually, type Person, startService } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import { sharedMongo } from '@reelfair/testkit/shared'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { businessServices as services } from '../access/services.ts'
import { startMarket } from './start-market.ts'

const market = await startMarket()
const { clock, sandbox, startedWith, apps } = market
const sharesWith = apps.campaigns
const start = (name: string) =>
  startService(services.find((one) => one.name === name) ?? expect.unreachable(name), { ...startedWith(name), sharesWith })
const others = { identity: await start('identity'), verification: await start('verification') }
const client = await new MongoClient((await sharedMongo()).uri).connect()
afterAll(() => client.close())

const SOON = { within: 30_000 }
const PASSWORD = 'fjord lantern 41'
const BROWSER = 'Browser of Zoe'
const LINK = 'https://zephyr-oats.example/spring'
const FORMER = 'zoe.before@people.example'

const people = {
  creator: {
    email: 'zoe.quill@people.example',
    ip: '203.0.113.77',
    words: ['zoe.quill', 'zoe.before', 'Quillington', 'zoequill.films', BROWSER],
  },
  brand: {
    email: 'yann.voss@people.example',
    ip: '203.0.113.88',
    words: ['yann.voss', 'Zephyr', 'zephyr', 'Yann', 'Voss', '612345678', 'Spring-Secret'],
  },
}
const company = {
  legalName: 'Zephyr Oats SAS',
  legalForm: 'SAS',
  registrationNumber: '732829320',
  addressLine1: '1 rue des Alpes',
  postalCode: '75011',
  city: 'Paris',
  country: 'FR',
}

/** Where personal data may stay, and why. Everything else must be gone. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Evidence that the terms were accepted: version, time and IP address, kept under the user's id for 5 years.
  [people.creator.ip]: ['identity.account_deletions'],
  [people.brand.ip]: ['identity.account_deletions'],
  // For 10 years, accounting records name the company that bought credits.
  Zephyr: ['identity.brand_declarations'],
}

const visitor = others.identity.as('visitor')

async function newestMail(to: string) {
  const answer = await fetch(`${sandbox.url}/mail/api/latest?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as { text: string; links: readonly string[] }
}

const mailedToken = (to: string) =>
  eventually(async () => {
    const { links } = await newestMail(to)
    return new URLSearchParams(new URL(links[0] ?? '').hash.slice(1)).get('token') ?? expect.unreachable()
  }, SOON)

async function signUp<Role extends 'creator' | 'brand'>(role: Role, email = people[role].email): Promise<Person<Role>> {
  const headers = { 'x-forwarded-for': people[role].ip }
  await visitor.post('/users', { email, password: PASSWORD, role, termsAccepted: true }, { headers })
  const { status, body } = await visitor.post('/confirmations', { token: await mailedToken(email), password: PASSWORD }, { headers })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.id, role, complete: true, sessionId: await sessionOf(body.id) }
}

const sessionOf = async (userId: string) => String((await rows('identity', 'sessions').findOne({ userId }))?._id)

/** @returns the id of the Google account */
async function connectGoogle({ id }: Person, email: string): Promise<string> {
  const { body, headers } = await visitor.post('/google/sign-ins', {})
  const choice = new URLSearchParams([...new URL(body.url).searchParams, ['person', 'other'], ['email', email], ['verified', 'on']])
  const chosen = await fetch(`${sandbox.url}/google/authorize`, { method: 'POST', body: choice, redirect: 'manual' })
  const { state, code } = Object.fromEntries(new URL(chosen.headers.get('location') ?? '').searchParams)
  const oauth = headers['x-set-oauth']?.split(';')[0] ?? ''
  expect((await visitor.post('/google/callbacks', { state, code }, { headers: { 'x-oauth': oauth } })).status).toBe(201)
  const user = await rows('identity', 'users').findOne<{ google?: { sub: string } }>({ _id: id })
  return user?.google?.sub ?? expect.unreachable('Google is not connected')
}

async function changeEmail<Role extends 'creator' | 'brand'>(who: Person<Role>, email: string): Promise<Person<Role>> {
  expect((await others.identity.as(who).post('/email-changes', { email, password: PASSWORD })).status).toBe(202)
  const confirmation = { token: await mailedToken(email), password: PASSWORD }
  expect((await others.identity.as(who).post('/email-changes/confirm', confirmation)).status).toBe(200)
  return { ...who, sessionId: await sessionOf(who.id) }
}

const rows = (service: string, name: string) => client.db(`${sharesWith.dbPrefix}_${service}`).collection<{ _id: string }>(name)

type Texts = ReadonlyMap<string, string>

/** @returns the documents of each collection as one string, keyed by `service.collection` */
async function readAll(): Promise<Texts> {
  const texts = new Map<string, string>()
  for (const { name: service } of services) {
    for (const collection of await client.db(`${sharesWith.dbPrefix}_${service}`).collections())
      texts.set(`${service}.${collection.collectionName}`, JSON.stringify(await collection.find().toArray()))
  }
  return texts
}

const placesOf = (word: string, texts: Texts) =>
  [...texts]
    .filter(([, text]) => text.includes(word))
    .map(([place]) => place)
    .sort()

const allWords = () => Object.values(people).flatMap(({ words, ip }) => [...words, ip])

async function deleteAccount(who: Person, role: 'creator' | 'brand', waives: object) {
  const body = { email: people[role].email, password: PASSWORD, waives }
  const ask = () => others.identity.as(who).post('/account/deletion', body)
  // Twice, as a double click would.
  const answers = await Promise.all([ask(), ask()])
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  const tombstones = () => Promise.all(services.map(({ name }) => rows(name, 'user_deletions').findOne({ _id: who.id })))
  await eventually(async () => {
    for (const tombstone of await tombstones()) expect(tombstone).toMatchObject({ state: 'deleted' })
  }, SOON)
  // The last pass is due a minute after the deletion.
  clock.set(new Date(clock.now().getTime() + 61_000))
  await eventually(async () => {
    for (const tombstone of await tombstones()) expect(tombstone).not.toHaveProperty('eraseDueAt')
    expect(await rows('identity', 'mails').countDocuments({ kind: 'account-deleted' })).toBe(0)
  }, SOON)
}

async function recompute(): Promise<readonly string[]> {
  let lines: AsyncIterable<string> = (async function* () {})()
  for (const [service, name] of [
    [metrics, 'recount'],
    [partnerships, 'compute-partnerships'],
    [campaigns, 'compute-earnings'],
    [payouts, 'compare-earnings'],
  ] as const)
    lines =
      service.commands?.find((one) => one.name === name)?.lines?.({}, apps[service.name as keyof typeof apps].context(), lines) ??
      expect.unreachable(name)
  const printed: string[] = []
  for await (const line of lines) printed.push(line)
  return printed
}
const checkLedger = () => payouts.commands?.find(({ name }) => name === 'check-ledger')?.run({}, apps.payouts.context())

let creator: Person<'creator'>
let brand: Person<'brand'>
let campaignId = ''
let logoId = ''
let receipt: { charged: number; cents: number }

beforeAll(async () => {
  creator = await signUp('creator', FORMER)
  people.creator.words.push(await connectGoogle(creator, FORMER))
  creator = await changeEmail({ ...creator, sessionId: await sessionOf(creator.id) }, people.creator.email)
  brand = await signUp('brand')
  const contact = { brandName: 'Zephyr Oats', contactFirstName: 'Yann', contactLastName: 'Voss', contactEmail: people.brand.email }
  const form = { ...contact, contactPhone: '+33 612345678', termsAccepted: true }
  const asBrand = others.identity.as(brand)
  expect((await asBrand.put('/brand', form, { headers: { 'x-forwarded-for': people.brand.ip } })).status).toBe(200)
  expect((await asBrand.put('/brand/company', company)).status).toBe(200)
  const logo = await asBrand.post('/brand/logo', logoPng(256, 256), { headers: { 'content-type': 'image/png' } })
  expect(logo.status).toBe(201)
  logoId = logo.body.logoId

  const campaign = await market.aCampaign({ viewsGoal: 30_000, brand, name: 'Spring-Secret', link: LINK })
  const order = (await apps.payouts.as(brand).post('/credit-orders', { package: 'starter' }, { key: crypto.randomUUID() })).body
  const placed = await client
    .db(`${sharesWith.dbPrefix}_payouts`)
    .collection<{ _id: string; sessionId: string }>('orders')
    .findOne({ _id: order.id })
  sandbox.setAppOrigin(apps.payouts.url)
  const paid = await fetch(`${sandbox.url}/_sandbox/checkout/${placed?.sessionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242424242424242' }),
  })
  expect(paid.ok, await paid.text()).toBe(true)
  await eventually(async () => expect((await apps.payouts.as(brand).get(`/credit-orders/${order.id}`)).body.status).toBe('paid'), SOON)

  const account = (await others.verification.as(creator).post('/accounts', { network: 'instagram', username: 'zoequill.films' })).body
  const joined = await market.aSignUp(campaign.id, { creator, accountId: account.id, username: 'zoequill.films', link: LINK })
  campaignId = campaign.id
  await others.verification.as(creator).post(`/accounts/${account.id}/verification`, { userAgent: BROWSER })
  const { id: videoId } = await joined.publish({ kind: 'organic', views: 4_000, seed: 'z' })
  people.creator.words.push(videoId, joined.externalId)
  for (let day = 0; day < 12; day += 1) await market.aDay()
  await eventually(async () => {
    receipt = await joined.receipt()
    expect(receipt).toMatchObject({ isFinal: true })
    expect(await joined.balance()).toMatchObject({ payable: receipt.cents, held: 0, accruing: 0 })
  }, SOON)
  expect(receipt.cents).toBeGreaterThan(0)
  expect(receipt.cents).toBeLessThan(100)
  const asCreator = others.identity.as(creator)
  expect((await asCreator.put('/account/name', { firstName: 'Zoe', lastName: 'Quillington' })).status).toBe(204)
  expect((await asCreator.post('/data-exports')).status).toBe(201)
  await eventually(async () => expect((await asCreator.get('/data-exports/latest')).body.latest).toMatchObject({ state: 'ready' }), SOON)
  expect(placesOf('zoequill.films', await readAll())).toContain('identity.data_export_parts')
  // Users who refuse new Terms may still leave.
  creator = { ...creator, termsOutdated: true }
}, 240_000)

test('stores their data in many places before the deletion', async () => {
  const texts = await readAll()
  for (const word of allWords()) expect(placesOf(word, texts), word).not.toEqual([])
  expect(placesOf(logoId, texts)).toEqual(['campaigns.brands', 'identity.brand_logos', 'identity.brands', 'partnerships.brands'])
})

test('refuses the deletion if something would be lost without the user’s agreement', async () => {
  const ask = () => others.identity.as(creator).post('/account/deletion', { email: people.creator.email, password: PASSWORD })
  expect((await ask()).status).toBe(202)
  await eventually(async () => {
    const { body } = await others.identity.as(creator).get('/account/deletion')
    expect(body).toMatchObject({ state: 'blocked', obstacles: [{ reason: 'balance_small', amount: receipt.cents }] })
  }, SOON)
})

test('finds none of their data anywhere after the deletion, except in the listed records', async () => {
  await deleteAccount(creator, 'creator', { cents: receipt.cents })
  expect((await newestMail(people.creator.email)).text).toContain(`You gave up your balance of ${formatCents(receipt.cents, 'en')}.`)
  const seen = (await apps.campaigns.as(brand).get(`/campaigns/${campaignId}/sign-ups`)).body.items
  expect(seen).toMatchObject([{ username: 'Deleted account', charged: receipt.charged, cents: receipt.cents }])
  const { available } = (await apps.payouts.as(brand).get('/credits')).body
  await deleteAccount(brand, 'brand', { credits: available })
  expect((await newestMail(people.brand.email)).text).toContain(`You gave up your remaining view credits: ${formatCount(available, 'en')}.`)
  const texts = await readAll()
  for (const word of allWords()) expect([word, placesOf(word, texts)]).toEqual([word, ALLOWED[word] ?? []])
  expect(placesOf(logoId, texts)).toEqual([])
}, 120_000)

test('keeps the ledger sound and the earnings recomputable', async () => {
  expect(await checkLedger()).toContain('sound')
  expect((await recompute()).at(-1)).toContain(`All earnings match: 1 sign-ups, ${receipt.charged} views, ${receipt.cents} cents`)
})

test('lets both sign up again with the same addresses, as new users', async () => {
  const again = [await signUp('creator'), await signUp('brand')]
  expect(again.map(({ id }) => id)).not.toContain(creator.id)
  expect(again.map(({ id }) => id)).not.toContain(brand.id)
}, 60_000)
