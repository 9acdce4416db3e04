import { expect, test } from 'vitest'
import { startMoney } from '../testing/start-money.ts'

const { app, console, aCreator, onboard, accountOf, sandbox, eventually } = await startMoney()

test('without an account it says what to do first', async () => {
  const creator = await aCreator()
  expect((await app.as(creator).get('/payout-account')).body).toMatchObject({
    status: 'none',
    requirements: [],
    nextStep: expect.stringContaining('IBAN'),
  })
  expect((await app.as(creator).post('/payout-account/dashboard', {})).body.code).toBe('payout_account_missing')
})

test('the setup is opened once and each link is a fresh one', async () => {
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

test('half-way it names what is missing in both languages; complete it is active, by message alone', async () => {
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

test('an account that is restricted after it worked is restricted, and says why', async () => {
  const creator = await aCreator()
  await onboard(creator)
  const account = await accountOf(creator)
  await console(`accounts/${account}`, { outcome: 'restricted' })
  await sandbox.deliveriesDone()
  await eventually(async () => expect((await app.as(creator).get('/payout-account')).body.status).toBe('restricted'))
  expect((await app.as(creator).post('/transfers', {})).body.code).toBe('payout_account_not_active')
})

test('with every message lost, coming back from the setup finds out', async () => {
  const creator = await aCreator()
  await console('events/rules', { mode: 'drop', times: 50 })
  await onboard(creator)
  await console('events/rules', undefined, 'DELETE')
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('in_setup')
  expect((await app.as(creator).post('/payout-account/refresh', {})).body.status).toBe('active')
})

test('a provider that does not answer is said to be away', async () => {
  const creator = await aCreator()
  await console('faults', { kind: 'error', path: '/v2/core', times: 1 })
  const { status, body } = await app.as(creator).post('/payout-account/onboarding', {})
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('none')
})

test('who may: creators, each their own', async () => {
  expect((await app.as('brand').get('/payout-account')).status).toBe(403)
  expect((await app.as('visitor').post('/payout-account/onboarding', {})).status).toBe(401)
  expect((await app.as('creator').post('/payout-account/onboarding', { country: 'BR' })).body.code).toBe('invalid_input')
  expect((await app.as('creator').post('/payout-account/onboarding', { account: 'acct_1' })).body.code).toBe('invalid_input')
})
