import { eventually } from '@reelfair/testkit/eventually'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callConsole, openWithWebhooks, type Received, recipient, type WebhookWorld } from '../../test/client.ts'

let world: WebhookWorld
beforeAll(async () => {
  world = await openWithWebhooks()
  return world.stop
})
beforeEach(async () => {
  await world.sandbox.deliveriesDone()
  world.hooks.received.length = 0
})

const urls = { refresh_url: 'https://reelfair.test/refresh', return_url: 'https://reelfair.test/return' }
const linkFor = async (account: string) =>
  (await world.stripe.v2.core.accountLinks.create({ account, use_case: { type: 'account_onboarding', account_onboarding: urls } })).url
const visit = async (link: string) => (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? ''
const person = { given_name: 'Ada', surname: 'L', birth_date: '1990-05-17', iban: 'FR14 2004 1010 0505 0001 3M02 606' }
const submit = async (link: string, form: Record<string, string>) => {
  const page = await visit(link)
  return fetch(`${world.sandbox.url}${page}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}
const read = async (id: string) => {
  const account = await world.stripe.v2.core.accounts.retrieve(id, { include: ['configuration.recipient', 'requirements'] })
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance
  return { transfers: balance?.stripe_transfers, asked: account.requirements?.entries ?? [] }
}

test('returns configuration and requirements only when the request includes them', async () => {
  const made = await world.stripe.v2.core.accounts.create(recipient)
  expect(made.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status).toBe('restricted')
  expect(made.requirements?.entries?.length).toBeGreaterThan(3)
  const bare = await world.stripe.v2.core.accounts.retrieve(made.id)
  expect(bare).not.toHaveProperty('requirements')
  expect(bare).not.toHaveProperty('configuration')
  expect(bare.metadata).toEqual({ creatorId: 'c-1' })
})

test('activates transfers, emits events and returns to the app after onboarding', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  const answer = await submit(await linkFor(id), person)
  expect(answer.headers.get('location')).toBe(urls.return_url)
  expect(await read(id)).toEqual({ transfers: { status: 'active', status_details: [] }, asked: [] })
  expect(await world.stripe.accounts.retrieve(id)).toMatchObject({
    capabilities: { transfers: 'active' },
    payouts_enabled: true,
    charges_enabled: false,
  })
  await eventually(() =>
    expect(world.hooks.received.map(({ type }) => type).sort()).toEqual(
      [
        'v2.core.account.created',
        'v2.core.account[requirements].updated',
        'v2.core.account[configuration.recipient].capability_status_updated',
        'v2.core.account[configuration.recipient].capability_status_updated',
        'v2.core.account_link.returned',
        'account.updated',
        'capability.updated',
      ].sort(),
    ),
  )
  const { stripe, sandbox, clock } = world
  const thin = world.hooks.received.find(({ type }) => type.includes('capability_status')) as Received
  const note = stripe.parseEventNotification(
    thin.raw,
    thin.signature,
    sandbox.stripe.webhookSecrets.thin,
    undefined,
    undefined,
    clock.now().getTime(),
  )
  expect(JSON.parse(thin.raw)).not.toHaveProperty('data')
  expect(note).toMatchObject({ related_object: { id } })
  expect(await (note as unknown as { fetchEvent(): Promise<object> }).fetchEvent()).toMatchObject({
    data: { updated_capability: expect.any(String) },
  })
  expect(await (note as unknown as { fetchRelatedObject(): Promise<object> }).fetchRelatedObject()).toMatchObject({ id })
  const snapshot = world.hooks.received.find(({ type }) => type === 'account.updated') as Received
  expect(snapshot.path).toBe('/webhooks/stripe/connect')
  const secret = sandbox.stripe.webhookSecrets.connect
  expect(
    stripe.webhooks.constructEvent(snapshot.raw, snapshot.signature, secret, undefined, undefined, clock.now().getTime()).account,
  ).toBe(id)
})

test('leaves requirements open after partial onboarding, which a new link can complete', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  await submit(await linkFor(id), { press: 'save' })
  const half = await read(id)
  expect(half.transfers?.status).toBe('restricted')
  expect(half.asked.length).toBeGreaterThan(0)
  await expect(world.stripe.accounts.createLoginLink(id)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    message: 'Cannot create a login link for an account that has not completed onboarding.',
  })
  await submit(await linkFor(id), person)
  expect((await read(id)).transfers?.status).toBe('active')
})

test.for([
  ['restricted', 'restricted', 'verification_document_not_readable'],
  ['underage', 'restricted', 'invalid_dob_age_under_18'],
  ['rejected', 'rejected', undefined],
] as const)('applies verification outcome %s', async ([outcome, status, error]) => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  await submit(await linkFor(id), { ...person, outcome })
  const { transfers, asked } = await read(id)
  expect(transfers?.status).toBe(status)
  expect(asked[0]?.errors[0]?.code).toBe(error)
  expect((await world.stripe.accounts.retrieve(id)).capabilities?.transfers).toBe('inactive')
})

test('restricts anyone who is under 18 by the sandbox’s clock, whichever outcome is selected', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  await submit(await linkFor(id), { ...person, birth_date: '2008-11-22' })
  expect((await read(id)).asked[0]?.errors[0]?.code).toBe('invalid_dob_age_under_18')
})

test('completes a pending verification after one day', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  await submit(await linkFor(id), { ...person, outcome: 'pending' })
  expect((await read(id)).transfers?.status).toBe('pending')
  world.clock.advance({ days: 1 })
  expect((await read(id)).transfers?.status).toBe('active')
})

test('redirects to the refresh URL when an onboarding link is reused or older than 300 seconds', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  const once = await linkFor(id)
  expect(await visit(once)).toMatch(/^\/connect\/visit\//)
  expect(await visit(once)).toBe(urls.refresh_url)
  const old = await linkFor(id)
  world.clock.advance({ seconds: 301 })
  expect(await visit(old)).toBe(urls.refresh_url)
})

test('shows form errors and leaves the account unchanged', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  const answer = await submit(await linkFor(id), { ...person, iban: 'nonsense', surname: '' })
  expect(answer.status).toBe(422)
  const text = await answer.text()
  expect(text).toContain('Enter a valid IBAN.')
  expect(text).toContain('Enter your last name.')
  expect((await read(id)).transfers?.status).toBe('restricted')
})

test('shows transferred money in the Express dashboard until the link expires', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  await submit(await linkFor(id), person)
  await callConsole(world.sandbox, '/_sandbox/balance', { amount: 5_000 })
  await world.stripe.transfers.create({ amount: 4_321, currency: 'eur', destination: id })
  const { url } = await world.stripe.accounts.createLoginLink(id)
  expect(await (await fetch(url)).text()).toContain('€43.21')
  world.clock.advance({ minutes: 6 })
  expect((await fetch(url)).status).toBe(410)
})

test.for([
  ['an unsupported country', { ...recipient, identity: { country: 'br' } }, 'unsupported_country'],
  [
    'losses borne by Stripe',
    { ...recipient, defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'stripe' } } },
    'invalid_fields',
  ],
  ['an unknown parameter', { ...recipient, controller: {} }, 'parameter_unknown'],
] as const)('refuses %s', async ([, params, code]) => {
  await expect(world.stripe.v2.core.accounts.create(params as never)).rejects.toMatchObject({ code, statusCode: 400 })
})

test('updates, lists and closes accounts', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  expect(await world.stripe.v2.core.accounts.update(id, { metadata: { creatorId: 'c-2' } })).toMatchObject({
    metadata: { creatorId: 'c-2' },
  })
  const all: string[] = []
  for await (const account of world.stripe.v2.core.accounts.list({ limit: 3 })) all.push(account.id)
  expect(all).toContain(id)
  expect(new Set(all).size).toBe(all.length)
  expect(await world.stripe.v2.core.accounts.close(id, {})).toMatchObject({ closed: true })
  await expect(linkFor(id)).rejects.toMatchObject({ code: 'account_closed' })
  await expect(world.stripe.v2.core.accounts.retrieve('acct_none')).rejects.toMatchObject({ statusCode: 404 })
})
