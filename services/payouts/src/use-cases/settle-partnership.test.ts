import { type EventDraft, Refusal } from '@reelfair/contracts'
import { TIERS, type Tier, tierShare } from '@reelfair/rules'
import { type Person, times } from '@reelfair/testkit'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { auditLedger } from '../cli/check-ledger.ts'
import { differencesToDocuments } from '../store/documents.ts'
import { earningId, MAX_COVERED } from '../store/earnings.ts'
import { aBrandWith, handle } from '../testing/a-brand.ts'
import { aPartnership, PAYABLE_AT } from '../testing/a-partnership.ts'
import { startMoney } from '../testing/start-money.ts'
import { processNextTransfer } from './process-transfer.ts'

const { app, aCreator, anEarner, earn, onboard, accountOf, balanceOf, creditsOf, console, contextWithShortTimeout, fill, sandbox } =
  await startMoney()
await fill()

const work = () => processNextTransfer(contextWithShortTimeout())
const start = (creator: Person) => app.as(creator).post('/transfers', {})
const transfersOf = async (creator: Person) => (await app.as(creator).get('/transfers')).body.items
const paymentsOf = async (creator: Person) =>
  (await app.emitted('partnership.payment-changed'))
    .filter(({ creatorId }) => creatorId === creator.id)
    .map(({ partnershipId, payment, cents }) => [partnershipId, payment, cents])

/** A creator who can receive transfers, without any earnings yet. */
async function aReadyCreator() {
  const creator = await aCreator()
  await onboard(creator)
  return creator
}

/** A partnership whose credits are held. Its price is that of the whole goal of 10,000 views. */
async function aFundedPartnership(creator: Person, cents = 2_000) {
  const brand = await aBrandWith(app, 15_000)
  const partnership = aPartnership({ brandId: brand.id, creatorId: creator.id }, { cents })
  await app.deliver(partnership.requested)
  return { ...partnership, brand }
}

async function aSettledPartnership(creator: Person, cents: number) {
  const partnership = await aFundedPartnership(creator, cents)
  await app.deliver(partnership.settled(100))
  return partnership
}

afterEach(async () => {
  await console('faults', undefined, 'DELETE')
  while ((await work()) !== undefined);
  await expect(auditLedger(app.context())).resolves.toBeDefined()
  expect(await differencesToDocuments(app.context())).toEqual([])
})

describe('the end and the settlement of a partnership', () => {
  test('holds the provisional pay until the final checks and uses no credits', async () => {
    const creator = await aReadyCreator()
    const { id, brand, ended } = await aFundedPartnership(creator)
    await app.deliver(ended(75), { times: 2 })
    expect(await balanceOf(creator)).toMatchObject({
      accruing: 0,
      held: 1_500,
      payable: 0,
      holdings: [{ amount: 1_500, subject: id, of: 'partnership', title: 'Alpine', until: PAYABLE_AT }],
    })
    expect(await creditsOf(brand)).toEqual({ available: 5_000, held: 10_000, spent: 0 })
    expect(await transfersOf(creator)).toEqual([])
  })

  test('settles at a lower tier: takes cents back, uses half the credits, returns the others and starts a transfer', async () => {
    const creator = await aReadyCreator()
    const { id, brand, ended, settled } = await aFundedPartnership(creator)
    await app.deliver(ended(75))
    await app.deliver(settled(50), { times: 2 })
    expect(await creditsOf(brand)).toEqual({ available: 10_000, held: 0, spent: 5_000 })
    expect(await balanceOf(creator)).toMatchObject({ held: 0, payable: 0, inTransfer: 1_000, earned: 1_000, holdings: [] })
    expect(await transfersOf(creator)).toMatchObject([{ amount: 1_000, status: 'pending', cause: 'partnership', partnershipId: id }])
    expect((await app.as('admin').get('/admin/transfers')).body.items[0]).toMatchObject({
      partnershipId: id,
      brandId: expect.any(String),
      viewsGoal: 10_000,
    })
    expect(await work()).toBe('paid')
    expect(await paymentsOf(creator)).toEqual([[id, 'payed', 1_000]])
    const lines = (await app.as(creator).get('/statement')).body.items
    expect(lines.map(({ reason, of, title }: Record<string, string>) => [reason, of, title])).toEqual([
      ['transfer_paid', undefined, undefined],
      ['transfer_started', undefined, undefined],
      ['checked', 'partnership', 'Alpine'],
      ['reduced', 'partnership', 'Alpine'],
      ['earned', 'partnership', 'Alpine'],
    ])
    const credits = (await app.as(brand).get('/credits/statement')).body.items
    expect(credits.map(({ reason, title }: Record<string, string>) => [reason, title])).toEqual([
      ['release', 'lea.kitchen'],
      ['consume', 'lea.kitchen'],
      ['hold', 'lea.kitchen'],
      ['grant', undefined],
    ])
  })

  test('returns all credits and pays nothing if the final checks leave no tier', async () => {
    const creator = await aReadyCreator()
    const { brand, ended, settled } = await aFundedPartnership(creator, 100)
    await app.deliver(ended(100))
    expect(await balanceOf(creator)).toMatchObject({ held: 100 })
    await app.deliver(settled(0))
    expect(await balanceOf(creator)).toMatchObject({ held: 0, payable: 0, inTransfer: 0, earned: 0, holdings: [] })
    expect(await creditsOf(brand)).toEqual({ available: 15_000, held: 0, spent: 0 })
    expect([await transfersOf(creator), await paymentsOf(creator)]).toEqual([[], []])
  })

  test('rejects a settlement that does not account for all held credits', async () => {
    const creator = await aCreator()
    const { brand, settled } = await aFundedPartnership(creator)
    const event = settled(50)
    await expect(handle(app, { ...event, data: { ...(event.data as object), returned: 4_999 } })).rejects.toThrow('10000 credits')
    expect(await creditsOf(brand)).toMatchObject({ held: 10_000, spent: 0 })
  })

  const tiers = fc.constantFrom<Tier>(...TIERS)

  test('reaches the same balances with repeated, concurrent and late events in any order', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(tiers, tiers, fc.boolean(), fc.boolean(), fc.infiniteStream(fc.nat(999)), async (...given) => {
        const [provisional, final, isReady, isConcurrent, chances] = given
        const creator = isReady ? await aReadyCreator() : await aCreator()
        const brand = await aBrandWith(app, 15_000)
        // A quarter of the price is below the minimum transfer, and half of it is not.
        const { requested, ended, settled } = aPartnership({ brandId: brand.id, creatorId: creator.id }, { cents: 200 })
        const events = [requested, ended(provisional), settled(final)]
        await handleShuffled([...events, ...events], chances, isConcurrent)
        const [cents, spent] = [tierShare(200, final), tierShare(10_000, final)]
        const isSent = isReady && cents >= 100
        expect(await balanceOf(creator)).toMatchObject({
          held: 0,
          earned: cents,
          payable: isSent ? 0 : cents,
          inTransfer: isSent ? cents : 0,
        })
        expect(await creditsOf(brand)).toEqual({ available: 15_000 - spent, held: 0, spent })
        expect(await transfersOf(creator)).toHaveLength(isSent ? 1 : 0)
      }),
      { numRuns: 12 },
    )
  })
})

/** Like the consumer, delivers an event again if it arrived before its cause or at the same time as another. */
async function handleShuffled(events: readonly EventDraft[], chances: Iterator<number>, isConcurrent: boolean) {
  let left = events
    .map((event) => ({ event, at: chances.next().value ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event)
  const failed: EventDraft[] = []
  const deliver = (event: EventDraft) =>
    Promise.resolve(handle(app, event)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      failed.push(event)
    })
  while (left.length > 0) {
    if (isConcurrent) await Promise.all(left.map(deliver))
    else for (const event of left) await deliver(event)
    left = failed.splice(0)
  }
}

describe('the payment of a settled partnership', () => {
  test('starts a transfer of €1.00, and leaves €0.99 payable', async () => {
    const creator = await aReadyCreator()
    const [poor, rich] = [await aSettledPartnership(creator, 99), await aSettledPartnership(creator, 100)]
    expect(await balanceOf(creator)).toMatchObject({ payable: 99, inTransfer: 100 })
    expect(await transfersOf(creator)).toMatchObject([{ amount: 100, partnershipId: rich.id }])
    expect(await work()).toBe('paid')
    expect(await paymentsOf(creator)).toEqual([[rich.id, 'payed', 100]])

    await earn(creator, 301)
    expect((await start(creator)).body).toMatchObject({ amount: 400, cause: 'manual' })
    expect(await paymentsOf(creator)).toHaveLength(1)
    expect(await work()).toBe('paid')
    expect(await paymentsOf(creator)).toEqual([
      [rich.id, 'payed', 100],
      [poor.id, 'payed', 99],
    ])
  })

  test('waits for a payout account, and is paid with other money once the creator starts a transfer', async () => {
    const creator = await aCreator()
    await onboard(creator, 'halfway')
    const partnership = await aSettledPartnership(creator, 500)
    await earn(creator, 250)
    expect(await balanceOf(creator)).toMatchObject({ payable: 750, inTransfer: 0 })
    await console(`accounts/${await accountOf(creator)}`, { outcome: 'complete' })
    await sandbox.deliveriesDone()
    expect((await start(creator)).body).toMatchObject({ amount: 750 })
    await work()
    expect(await paymentsOf(creator)).toEqual([[partnership.id, 'payed', 500]])
  })

  test('is pending again after a failed transfer, and part of the next one', async () => {
    const creator = await aReadyCreator()
    const partnership = await aSettledPartnership(creator, 500)
    await console(`accounts/${await accountOf(creator)}`, { outcome: 'restricted' })
    expect(await work()).toBe('refused')
    expect(await balanceOf(creator)).toMatchObject({ payable: 500, inTransfer: 0 })
    expect(await paymentsOf(creator)).toEqual([[partnership.id, 'pending', 500]])
    await console(`accounts/${await accountOf(creator)}`, { outcome: 'complete' })
    await sandbox.deliveriesDone()
    await start(creator)
    await work()
    expect((await paymentsOf(creator)).at(-1)).toEqual([partnership.id, 'payed', 500])
  })

  test('is pending again after a reversal, even of a part, until the rest has been transferred too', async () => {
    const creator = await aReadyCreator()
    const { id } = await aSettledPartnership(creator, 500)
    await work()
    const { stripeTransferId } = (await app.as('admin').get('/admin/transfers')).body.items[0]
    await console(`transfers/${stripeTransferId}/reverse`, { amount: 200 })
    await sandbox.deliveriesDone()
    expect(await balanceOf(creator)).toMatchObject({ payable: 200, paid: 300 })
    await console(`transfers/${stripeTransferId}/reverse`, { amount: 100 })
    await sandbox.deliveriesDone()
    expect((await start(creator)).body).toMatchObject({ amount: 300 })
    await work()
    expect(await paymentsOf(creator)).toEqual([
      [id, 'payed', 500],
      [id, 'pending', 500],
      [id, 'payed', 500],
    ])
    const versions = (await app.emitted('partnership.payment-changed')).filter(({ partnershipId }) => partnershipId === id)
    const [second, first] = (await transfersOf(creator)).map(({ finishedAt }: { finishedAt: string }) => finishedAt)
    expect(versions.map(({ paidAt }) => paidAt)).toEqual([first, undefined, second])
    expect(versions.map(({ version }) => version)).toEqual(versions.map(({ version }) => version).toSorted((a, b) => a - b))
    expect(new Set(versions.map(({ version }) => version)).size).toBe(3)
  })

  test('is reported by check-ledger if it contradicts its transfer', async () => {
    const creator = await aReadyCreator()
    const { id } = await aSettledPartnership(creator, 500)
    const _id = earningId(creator.id, id)
    const rows = app.database.collection<{ _id: string }>('earnings')
    const differencesAfter = async (change: object) => {
      const row = await rows.findOneAndUpdate({ _id }, change)
      const differences = await differencesToDocuments(app.context())
      await rows.replaceOne({ _id }, row ?? {})
      return differences.toSorted()
    }
    const transferId = (await transfersOf(creator))[0].id
    const sums = `partnership payments of ${creator.id}: 500 cents`
    const lost = (status: string) => `transfer ${transferId}: ${status}, but the payment of partnership ${id} is not in it`

    expect(await differencesAfter({ $set: { payment: 'payed' } })).toEqual([
      `${sums} payed, but only 0 were paid`,
      `payment ${_id}: payed, but its transfer is pending, with 0 cents reversed`,
    ])
    const due = { $set: { payment: 'due' }, $unset: { transferId: 1 } }
    expect(await differencesAfter(due)).toEqual([`${sums} due, but only 0 are payable`, lost('pending')])
    await work()
    expect(await differencesAfter(due)).toEqual([`${sums} due, but only 0 are payable`, lost('completed')])
    expect(await differencesAfter({ $set: { payment: 'in_transfer' } })).toEqual([
      `${sums} in transfer, but only 0 are in transfers`,
      `payment ${_id}: in_transfer, but its transfer is completed, with 0 cents reversed`,
    ])
    expect(await differencesAfter({ $set: { transferId: crypto.randomUUID() } })).toEqual([
      `payment ${_id}: payed, but it has no transfer`,
      lost('completed'),
    ])
  })

  test('is sent once when the creator clicks ten times while partnerships are being settled', async () => {
    const creator = await anEarner(300)
    const partnerships = await Promise.all(times(3, () => aFundedPartnership(creator, 150)))
    const settle = async (event: EventDraft): Promise<void> => {
      await Promise.resolve(handle(app, event)).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return settle(event)
      })
    }
    await Promise.all([...partnerships.map(({ settled }) => settle(settled(100))), ...times(10, () => start(creator))])
    await start(creator)
    while ((await work()) !== undefined);
    expect(await balanceOf(creator)).toMatchObject({ payable: 0, inTransfer: 0, paid: 750, earned: 750 })
    const sum = (await transfersOf(creator)).reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
    expect(sum).toBe(750)
    expect((await paymentsOf(creator)).toSorted()).toEqual(partnerships.map(({ id }) => [id, 'payed', 150]).toSorted())
  })

  test('is left for the next transfer beyond the maximum per transfer', { timeout: 120_000 }, async () => {
    const creator = await aReadyCreator()
    await earn(creator, 1_000)
    for (const _ of times(MAX_COVERED + 1, () => 0)) await aSettledPartnership(creator, 2)
    expect((await start(creator)).body).toMatchObject({ amount: 1_000 + 2 * MAX_COVERED })
    expect(await balanceOf(creator)).toMatchObject({ payable: 2 })
    await work()
    expect(await paymentsOf(creator)).toHaveLength(MAX_COVERED)
    await earn(creator, 98)
    expect((await start(creator)).body).toMatchObject({ amount: 100 })
    await work()
    expect(new Set((await paymentsOf(creator)).map(([id]) => id)).size).toBe(MAX_COVERED + 1)
  })
})
