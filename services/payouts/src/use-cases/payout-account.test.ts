import { CreatorRegistered, SettingChanged } from '@reelfair/contracts'
import { type Person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import type { StoredAccount } from '../store/payout-accounts.ts'
import { startMoney } from '../testing/start-money.ts'
import { shownAccount } from './show-payout-account.ts'

const { app, console, aCreator, onboard, accountOf, sandbox, eventually } = await startMoney()

test('shows the first step to a creator without an account', async () => {
  const creator = await aCreator()
  expect((await app.as(creator).get('/payout-account')).body).toMatchObject({
    status: 'none',
    requirements: [],
    nextStep: expect.stringContaining('IBAN'),
  })
  expect((await app.as(creator).post('/payout-account/dashboard', {})).body.code).toBe('payout_account_missing')
})

test('opens one account and returns a fresh link each time', async () => {
  const creator = await aCreator()
  const links = await Promise.all([1, 2, 3].map(() => app.as(creator).post('/payout-account/onboarding', {})))
  const urls = links.filter(({ status }) => status === 201).map(({ body }) => body.url)
  expect(new Set(urls).size).toBe(urls.length)
  expect((await app.as(creator).post('/payout-account/onboarding', {})).body).toMatchObject({
    kind: 'onboarding',
    url: expect.stringContaining(sandbox.url),
  })
  const mine = (await console<{ metadata?: { creatorId?: string } }[]>('accounts')).filter(
    ({ metadata }) => metadata?.creatorId === creator.id,
  )
  expect(mine).toHaveLength(1)
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('in_setup')
})

test('lists missing details in both languages, and activates the account when the events arrive', async () => {
  const creator = await aCreator()
  await onboard(creator, 'halfway')
  await app.as(creator).post('/payout-account/refresh', {})
  const { body } = await app.as(creator).get('/payout-account')
  expect(body.status).toBe('in_setup')
  expect(body.requirements.length).toBeGreaterThan(0)
  const french = (await app.as(creator).get('/payout-account', undefined, { headers: { 'accept-language': 'fr' } })).body
  for (const [index, one] of body.requirements.entries()) {
    expect(one).toMatchObject({
      what: expect.stringMatching(/\w/),
      next: expect.stringMatching(/\w/),
      awaits: expect.stringMatching(/you|provider/),
    })
    expect(french.requirements[index].next).not.toBe(one.next)
  }
  await onboard(creator)
  await eventually(async () =>
    expect((await app.as(creator).get('/payout-account')).body).toMatchObject({ status: 'active', requirements: [] }),
  )
  expect((await app.as(creator).post('/payout-account/dashboard', {})).body).toMatchObject({ kind: 'dashboard' })
})

test.each([[], ['halfway']])('returns a setup link if the account has no dashboard yet', async (...outcome) => {
  const creator = await aCreator()
  await app.as(creator).post('/payout-account/onboarding', {})
  if (outcome.length > 0) await onboard(creator, ...outcome)
  const { status, body } = await app.as(creator).post('/payout-account/dashboard', {})
  expect([status, body.kind]).toEqual([201, 'onboarding'])
  expect((await fetch(body.url)).status).toBe(200)
})

test('restricts an active account and refuses its transfers with the reason', async () => {
  const creator = await aCreator()
  await onboard(creator)
  const account = await accountOf(creator)
  await console(`accounts/${account}`, { outcome: 'restricted' })
  await sandbox.deliveriesDone()
  await eventually(async () => expect((await app.as(creator).get('/payout-account')).body.status).toBe('restricted'))
  expect((await app.as(creator).post('/transfers', {})).body.code).toBe('payout_account_restricted')
})

test('asks for no further details after an account is rejected during setup', async () => {
  const creator = await aCreator()
  await onboard(creator, 'halfway')
  await console(`accounts/${await accountOf(creator)}`, { outcome: 'rejected' })
  await app.as(creator).post('/payout-account/refresh', {})
  expect((await app.as(creator).get('/payout-account')).body).toMatchObject({
    status: 'restricted',
    requirements: [],
    nextStep: expect.stringContaining('support@reelfair.example'),
  })
  const change = { key: 'support_email', value: 'help@alpine.example', validFrom: app.clock.now(), version: 1 } as const
  await app.deliver(SettingChanged.of(change))
  expect((await app.as(creator).get('/payout-account')).body.nextStep).toContain('help@alpine.example')
})

test('hides requirements that the provider still lists for a rejected account', () => {
  const asked = [{ code: 'individual.dob', awaits: 'you' as const, overdue: true }]
  const account = { stripeAccountId: 'acct_1', status: 'restricted', requirements: asked, checkedAt: undefined } as unknown as StoredAccount
  expect(shownAccount({ ...account, transfers: 'rejected' }, { locale: 'en', supportEmail: 'help@alpine.example' }).requirements).toEqual(
    [],
  )
  expect(
    shownAccount({ ...account, transfers: 'restricted' }, { locale: 'en', supportEmail: 'help@alpine.example' }).requirements,
  ).toHaveLength(1)
})

test('refreshes the status when the creator returns from setup, even if all events were lost', async () => {
  const creator = await aCreator()
  await console('events/rules', { mode: 'drop', times: 50 })
  await onboard(creator)
  await console('events/rules', undefined, 'DELETE')
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('in_setup')
  expect((await app.as(creator).post('/payout-account/refresh', {})).body.status).toBe('active')
})

test('returns the current status to 20 concurrent refreshes', async () => {
  const creator = await aCreator()
  await console('events/rules', { mode: 'drop', times: 50 })
  await onboard(creator)
  await console('events/rules', undefined, 'DELETE')
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('in_setup')
  const answers = await Promise.all(times(20, () => app.as(creator).post('/payout-account/refresh', {})))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 active']))
})

test('responds with `provider_unavailable` if the provider fails', async () => {
  const creator = await aCreator()
  await console('faults', { kind: 'error', path: '/v2/core', times: 1 })
  const { status, body } = await app.as(creator).post('/payout-account/onboarding', {})
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('none')
})

test('grants access only to creators, each to their own account', async () => {
  expect((await app.as('brand').get('/payout-account')).status).toBe(403)
  expect((await app.as('visitor').post('/payout-account/onboarding', {})).status).toBe(401)
  expect((await app.as('creator').post('/payout-account/onboarding', { country: 'BR' })).body.code).toBe('invalid_input')
  expect((await app.as('creator').post('/payout-account/onboarding', { account: 'acct_1' })).body.code).toBe('invalid_input')
})

interface Account {
  readonly id: string
  readonly identity?: { readonly country?: string }
  readonly metadata?: { readonly creatorId?: string }
}
const accountsOf = async (creator: Person) =>
  (await console<Account[]>('accounts')).filter(({ metadata }) => metadata?.creatorId === creator.id)
const failing = (kind: string, more: object = {}) => console('faults', { kind, method: 'POST', path: '/v2/core/accounts', ...more })
const noMoreFaults = () => console('faults', undefined, 'DELETE')
const setUp = (creator: Person, { country = 'FR', key, locale = 'en' }: { country?: string; key?: string; locale?: string } = {}) =>
  app.as(creator).post('/payout-account/onboarding', { country }, { ...(key && { key }), headers: { 'accept-language': locale } })

test.each(['drop_after', 'drop_before', 'rate_limit', 'conflict'])(
  'continues the setup with the same account after %s, even in another language and with another e-mail address',
  async (kind) => {
    const creator = await aCreator()
    // Two faults, because the client library retries once when a connection breaks.
    await failing(kind, { times: 2 })
    expect((await setUp(creator)).body.code).toBe('provider_unavailable')
    await noMoreFaults()
    await app.deliver(CreatorRegistered.of({ creatorId: creator.id, email: 'moved@reelfair.example', version: 2 }))
    expect((await setUp(creator, { locale: 'fr' })).status).toBe(201)
    expect(await accountsOf(creator)).toMatchObject([{ id: await accountOf(creator) }])
  },
)

test('resumes a failed request when it is repeated, then returns the same response each time', async () => {
  const creator = await aCreator()
  const key = crypto.randomUUID()
  await failing('rate_limit')
  expect((await setUp(creator, { key })).body.code).toBe('provider_unavailable')
  await failing('rate_limit', { path: '/v2/core/account_links' })
  expect((await setUp(creator, { key })).body.code).toBe('provider_unavailable')
  const { status, body } = await setUp(creator, { key })
  expect([status, body.kind]).toEqual([201, 'onboarding'])
  expect((await setUp(creator, { key })).body).toEqual(body)
  expect(await accountsOf(creator)).toHaveLength(1)
})

test('requests an account with a new key when the provider would repeat its failure', async () => {
  const creator = await aCreator()
  const key = crypto.randomUUID()
  await failing('error_after')
  // The first call fails, and the provider repeats its response to the second call.
  expect([(await setUp(creator, { key })).status, (await setUp(creator, { key })).status]).toEqual([503, 503])
  expect((await setUp(creator, { key })).status).toBe(201)
  // An account left over from the first request stays unused, because its id was never stored.
  const mine = await accountOf(creator)
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('in_setup')
  expect((await accountsOf(creator)).map(({ id }) => id)).toContain(mine)
})

test('sends a new request with the corrected e-mail address after a final refusal', async () => {
  const creator = await aCreator()
  await app.deliver(CreatorRegistered.of({ creatorId: creator.id, email: 'nobody', version: 2 }))
  expect((await setUp(creator)).status).toBe(503)
  await app.deliver(CreatorRegistered.of({ creatorId: creator.id, email: 'somebody@reelfair.example', version: 3 }))
  expect((await setUp(creator)).status).toBe(201)
})

test('uses a country chosen after a lost response, and never uses the first request’s account', async () => {
  const creator = await aCreator()
  await failing('drop_after', { times: 2 })
  expect((await setUp(creator, { country: 'FR' })).status).toBe(503)
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('none')
  expect((await setUp(creator, { country: 'BE' })).status).toBe(201)
  const mine = await accountOf(creator)
  const all = await accountsOf(creator)
  expect(all).toHaveLength(2)
  expect(all.find(({ id }) => id === mine)?.identity?.country?.toUpperCase()).toBe('BE')
  // Completing the unused account's setup does not activate the creator's account.
  await console(`accounts/${all.find(({ id }) => id !== mine)?.id}`, { outcome: 'complete' })
  await sandbox.deliveriesDone()
  expect((await app.as(creator).post('/payout-account/refresh', {})).body.status).toBe('in_setup')
  expect((await setUp(creator, { country: 'FR' })).status).toBe(201)
  expect(await accountOf(creator)).toBe(mine)
})

test('links to the right setup when a response arrives after a different country was chosen', async () => {
  const creator = await aCreator()
  await failing('slow', { delayMs: 1_500 })
  const slow = setUp(creator, { country: 'FR' })
  await eventually(async () => expect(await accountsOf(creator)).toHaveLength(1))
  const { body } = await setUp(creator, { country: 'BE' })
  const mine = await accountOf(creator)
  const { status, body: late } = await slow
  expect(status).toBe(201)
  expect(late.url).not.toBe(body.url)
  const filled = { given_name: 'Léa', surname: 'Martin', birth_date: '1990-01-01', iban: 'FR1420041010050500013M02606', press: 'submit' }
  const { url } = await fetch(late.url)
  await fetch(url, { method: 'POST', body: new URLSearchParams({ ...filled, outcome: 'complete' }), redirect: 'manual' })
  expect((await app.as(creator).post('/payout-account/refresh', {})).body.status).toBe('active')
  expect(await accountOf(creator)).toBe(mine)
})
