import { CreatorRegistered, UserDeleted, UserWorkCleared } from '@reelfair/contracts'
import { type Person, person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { grantCredits } from '../cli/grant-credits.ts'
import { creators } from '../store/creators.ts'
import { differencesToDocuments } from '../store/documents.ts'
import { deletion } from '../store/erase-user.ts'
import { aBrandWith } from '../testing/a-brand.ts'
import { aPartnership } from '../testing/a-partnership.ts'
import { startMoney } from '../testing/start-money.ts'
import { processNextTransfer } from './process-transfer.ts'

const { app, sandbox, console, accountOf, aBrand, aCreator, anEarner, earn, eventually, fill } = await startMoney()
await fill()
const obstacles = async (who: Person) => (await app.as(who).get('/deletion-obstacles')).body.obstacles
const cleared = ({ id, role }: Person, more: object = {}) =>
  UserWorkCleared.of({ userId: id, role, attempt: 1, earnedCents: 0, waives: { credits: 0, cents: 0 }, ...more })
const answers = async ({ id }: Person) => (await app.emitted('user.money-checked')).filter(({ userId }) => userId === id)
const attempts = async (who: Person) => (await answers(who)).map(({ attempt, obstacles, givenUp }) => [attempt, obstacles.length, givenUp])
const order = (brand: Person) => app.as(brand).post('/credit-orders', { package: 'starter' })
async function isSound() {
  await expect(auditLedger(app.context())).resolves.toBeDefined()
  expect(await differencesToDocuments(app.context())).toEqual([])
}

test('a creator’s money prevents the deletion while it is owed or in transfer', async () => {
  const rich = await anEarner(250)
  expect(await obstacles(rich)).toEqual([{ reason: 'balance_payable', amount: 250 }])
  expect((await app.as(rich).post('/transfers', {})).status).toBe(201)
  expect(await obstacles(rich)).toEqual([{ reason: 'transfers_running', amount: 250 }])
  await app.deliver(cleared(rich, { waives: { credits: 0, cents: 250 } }))
  expect(await answers(rich)).toMatchObject([{ obstacles: [{ reason: 'transfers_running' }], hasBought: false }])
  expect((await app.as(rich).get('/balance')).body).toMatchObject({ inTransfer: 250 })
})

test('a creator who refuses new Terms can transfer the balance, which then no longer prevents the deletion', async () => {
  const leaving = { ...(await anEarner(250)), termsOutdated: true } as const
  expect(await obstacles(leaving)).toEqual([{ reason: 'balance_payable', amount: 250 }])
  expect((await app.as(leaving).post('/transfers', {})).status).toBe(201)
  await eventually(async () => {
    await processNextTransfer(app.context())
    expect(await obstacles(leaving)).toEqual([])
  })
  await app.deliver(cleared(leaving, { earnedCents: 250 }))
  expect(await answers(leaving)).toMatchObject([{ obstacles: [] }])
})

test('posts a balance below the transfer minimum as given up once, and only if the creator agreed to that amount', async () => {
  const creator = await aCreator()
  await earn(creator, 99)
  expect(await obstacles(creator)).toEqual([{ reason: 'balance_small', amount: 99 }])
  await app.deliver(cleared(creator, { waives: { credits: 0, cents: 98 } }))
  expect((await app.as(creator).get('/balance')).body).toMatchObject({ payable: 99 })
  const agreed = cleared(creator, { attempt: 2, earnedCents: 99, waives: { credits: 0, cents: 99 } })
  await app.deliver(agreed, { times: 2 })
  await app.deliver(agreed)
  expect(await attempts(creator)).toEqual([
    [1, 1, undefined],
    [2, 0, { credits: 0, cents: 99 }],
  ])
  expect((await app.as(creator).get('/balance')).body).toMatchObject({ payable: 0 })
  const entries = await app.database
    .collection('entries')
    .find({ key: `forfeit:${creator.id}` })
    .toArray()
  expect(entries).toMatchObject([
    {
      why: { reason: 'given_up' },
      postings: [
        { account: `creator:${creator.id}:payable`, amount: -99, balance: 0 },
        { account: `platform:forfeited:${creator.id}`, amount: 99, balance: 99 },
      ],
    },
  ])
  await isSound()
})

test('posts a larger balance as given up, but only if the creator agreed to lose that much', async () => {
  const creator = await aCreator()
  await earn(creator, 250)
  const agreed = cleared(creator, { earnedCents: 250, waives: { credits: 0, cents: 250 } })
  // The balance rises after the creator has agreed.
  await earn(creator, 30)
  await app.deliver(agreed)
  expect(await answers(creator)).toMatchObject([{ obstacles: [{ reason: 'balance_payable', amount: 280 }] }])
  expect((await app.as(creator).get('/balance')).body).toMatchObject({ payable: 280 })

  const again = cleared(creator, { attempt: 2, earnedCents: 280, waives: { credits: 0, cents: 280 } })
  await app.deliver(again, { times: 2 })
  expect(await attempts(creator)).toEqual([
    [1, 1, undefined],
    [2, 0, { credits: 0, cents: 280 }],
  ])
  const entries = await app.database
    .collection('entries')
    .find({ key: `forfeit:${creator.id}` })
    .toArray()
  expect(entries).toMatchObject([
    {
      why: { reason: 'given_up' },
      postings: [
        { account: `creator:${creator.id}:payable`, amount: -280, balance: 0 },
        { account: `platform:forfeited:${creator.id}`, amount: 280, balance: 280 },
      ],
    },
  ])
  expect((await app.as(creator).post('/transfers', {})).status).toBe(409)
  await isSound()
})

test('tells a creator whose account the payment provider refused for good that the balance can only be given up', async () => {
  const creator = await anEarner(250)
  await console(`accounts/${await accountOf(creator)}`, { outcome: 'rejected' })
  await sandbox.deliveriesDone()
  expect(await obstacles(creator)).toEqual([{ reason: 'balance_refused', amount: 250 }])
  await app.deliver(cleared(creator, { waives: { credits: 0, cents: 249 } }))
  expect((await app.as(creator).get('/balance')).body).toMatchObject({ payable: 250 })
  await app.deliver(cleared(creator, { attempt: 2, waives: { credits: 0, cents: 250 } }))
  expect((await answers(creator)).map(({ obstacles: found }) => found)).toEqual([[{ reason: 'balance_refused', amount: 250 }], []])
  expect((await app.as(creator).get('/balance')).body).toMatchObject({ payable: 0 })
  await isSound()
})

test('waits for earnings of campaigns and partnerships that payouts has not posted yet', async () => {
  const creator = await aCreator()
  await app.deliver(cleared(creator, { earnedCents: 30 }))
  expect(await answers(creator)).toMatchObject([{ obstacles: [{ reason: 'earnings_arriving', amount: 30 }] }])
})

test('the credits and the pay of a partnership prevent the deletion until they are settled', async () => {
  const [brand, creator] = [await aBrandWith(app, 10_000), await aCreator()]
  const { requested, ended, settled } = aPartnership({ brandId: brand.id, creatorId: creator.id }, { cents: 120 })
  await app.deliver(requested)
  await app.deliver(ended(100))
  expect(await obstacles(brand)).toEqual([{ reason: 'credits_held', amount: 10_000 }])
  expect(await obstacles(creator)).toEqual([{ reason: 'earnings_held', amount: 120 }])
  await app.deliver(settled(50))
  expect(await obstacles(brand)).toEqual([{ reason: 'credits_available', amount: 5_000 }])
  expect(await obstacles(creator)).toEqual([{ reason: 'balance_small', amount: 60 }])
  await app.deliver(cleared(creator, { earnedCents: 60 + 7, waives: { credits: 0, cents: 60 } }))
  expect(await answers(creator)).toMatchObject([{ obstacles: [{ reason: 'earnings_arriving', amount: 7 }] }])
})

test('a brand’s credits are lost only if the brand agreed to lose that many, but they stay in the ledger', async () => {
  const brand = await aBrand()
  await grantCredits.run({ brandId: brand.id, credits: 5_000, reason: 'test' }, app.context())
  expect(await obstacles(brand)).toEqual([{ reason: 'credits_available', amount: 5_000 }])
  await app.deliver(cleared(brand, { waives: { credits: 4_999, cents: 0 } }))
  await app.deliver(cleared(brand, { attempt: 2, waives: { credits: 5_000, cents: 0 } }))
  expect(await attempts(brand)).toEqual([
    [1, 1, undefined],
    [2, 0, { credits: 5_000, cents: 0 }],
  ])
  expect((await app.as(brand).get('/credits')).body).toMatchObject({ available: 5_000 })
  await isSound()
})

test('an unpaid order prevents the deletion, and no order can be placed while the deletion is pending', async () => {
  const brand = await aBrand()
  expect((await order(brand)).status).toBe(201)
  expect(await obstacles(brand)).toEqual([{ reason: 'orders_unpaid', amount: 1 }])
  const leaving = await aBrand()
  await app.deliver(cleared(leaving))
  expect(await order(leaving)).toMatchObject({ status: 409, body: { code: 'account_closing' } })
  expect(await obstacles(person('brand'))).toEqual([])
})

test('erases the address and the payout account, keeps money records, and restores nothing when an event arrives late', async () => {
  const creator = await anEarner(120)
  await app.deliver(UserDeleted.of({ userId: creator.id, role: 'creator' }), { times: 2 })
  while (await deletion.worker.run(app.context()));
  await app.deliver(CreatorRegistered.of({ creatorId: creator.id, email: 'late@reelfair.example', version: 9 }))
  expect(await creators.byId(app.context(), creator.id)).toBeUndefined()
  expect(await app.database.collection('payout_accounts').countDocuments({ _id: creator.id as never })).toBe(0)
  expect(await app.database.collection('entries').countDocuments({ ownerId: creator.id })).toBeGreaterThan(0)
  expect(payouts.userDeletion?.rules.find(({ collection }) => collection === 'entries')).not.toHaveProperty('erase')
  await isSound()
})
