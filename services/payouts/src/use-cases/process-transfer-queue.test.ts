import { endLeases, type Person, times } from '@reelfair/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { startMoney } from '../testing/start-money.ts'
import { processNextTransfer } from './process-transfer.ts'
import { processTransferQueue } from './process-transfer-queue.ts'

const { app, console, impatient, dieWithNext, anEarner, fill, accountOf } = await startMoney()
await fill()

const start = (creator: Person) => app.as(creator).post('/transfers', {})
const received = async (creator: Person) =>
  (await console<{ byDestination: Record<string, number> }>('paid')).byDestination[await accountOf(creator)] ?? 0

afterEach(async () => {
  await console('faults', undefined, 'DELETE')
  while ((await processNextTransfer(impatient())) !== undefined);
})

describe('an admin works the queue off', () => {
  const process = (input: object = {}) => app.as('admin').post('/admin/transfers/process', input)
  const since = expect.stringMatching(/^2\d{3}-/)
  /** As the page does: round after round, until none is left that was not tried. */
  async function processAll() {
    let { status, body } = await process()
    const sums = { successCount: 0, pendingCount: 0, errorCount: 0 }
    for (;;) {
      sums.successCount += body.successCount
      sums.pendingCount += body.pendingCount
      sums.errorCount += body.errorCount
      if (body.remaining === 0) return { status, body: { ...body, ...sums } }
      ;({ status, body } = await process({ since: body.since }))
    }
  }

  test('and reads how it went', async () => {
    const creators = await Promise.all(times(3, () => anEarner(150)))
    await Promise.all(creators.map(start))
    await console('faults', { kind: 'rate_limit', method: 'POST', path: '/v1/transfers', times: 1 })
    const { status, body } = await processAll()
    const retryAt = expect.stringMatching(/^2\d{3}-/)
    expect([status, body]).toEqual([200, { successCount: 2, pendingCount: 1, errorCount: 0, retryAt, remaining: 0, since }])
    const page = (await app.as('admin').get('/admin/transfers', { limit: 3 })).body
    expect(page).toMatchObject({ waiting: 1 })
    expect(page.items.find((item: { status: string }) => item.status === 'pending').nextAttemptAt).toBe(body.retryAt)
    expect(page.items.map((item: { status: string }) => item.status).toSorted()).toEqual(['completed', 'completed', 'pending'])
    expect((await app.as('admin').get('/admin/transfer-logs', { limit: 3 })).body.items).toContainEqual(
      expect.objectContaining({ outcome: 'retry', httpStatus: 429, body: expect.stringContaining('rate_limit') }),
    )
    // Its pause is not over: the admin's hand need not wait for it.
    expect((await processAll()).body).toMatchObject({ successCount: 1, errorCount: 0, remaining: 0 })
  })

  test('each item once, however often it fails; what another one has in hand is left alone', async () => {
    const { available } = await console<{ available: number }>('balance')
    const creators = await Promise.all(times(3, () => anEarner(150)))
    await fill(-available)
    await Promise.all(creators.map(start))
    await dieWithNext()
    const { body } = await processAll()
    expect(body).toMatchObject({ successCount: 0, pendingCount: 2, errorCount: 0, remaining: 0 })
    expect((await process({ since: body.since })).body).toMatchObject({ successCount: 0, errorCount: 0, remaining: 0, since: body.since })
    await fill(available)
    expect((await processAll()).body).toMatchObject({ successCount: 2, errorCount: 0 })
    await endLeases(app)
    expect((await process()).body).toMatchObject({ successCount: 1, errorCount: 0 })
    for (const creator of creators) expect(await received(creator)).toBe(150)
  })

  test('each item once, also where its pause is over before the admin’s last round', async () => {
    const { available } = await console<{ available: number }>('balance')
    const creators = await Promise.all(times(2, () => anEarner(150)))
    await fill(-available)
    await Promise.all(creators.map(start))
    const { body } = await processAll()
    expect(body).toMatchObject({ successCount: 0, pendingCount: 2, errorCount: 0, remaining: 0 })
    app.clock.advance({ seconds: 31 })
    expect((await process({ since: body.since })).body).toMatchObject({ successCount: 0, errorCount: 0, remaining: 0 })
    await fill(available)
  })

  test('and reads when an item is tried again whose attempt threw', async () => {
    await start(await anEarner(150))
    const broken = impatient({ makeTransfer: () => Promise.reject(new TypeError('broken')) })
    const ctx = { ...broken, connection: broken.connection, log: broken.log } as never
    const { pendingCount, retryAt } = await processTransferQueue({}, ctx)
    expect([pendingCount, retryAt]).toEqual([1, since])
    expect((await app.as('admin').get('/admin/transfers')).body.items[0].nextAttemptAt).toBe(retryAt)
    app.clock.advance({ seconds: 11 })
  })

  test('for a second: where the provider is slow the answer says what is left, and the next request goes on', async () => {
    const creators = await Promise.all(times(4, () => anEarner(150)))
    await Promise.all(creators.map(start))
    const slow = impatient()
    const { makeTransfer } = slow.ports.provider
    const provider = {
      ...slow.ports.provider,
      makeTransfer: (ask: Parameters<typeof makeTransfer>[0]) => {
        app.clock.advance({ seconds: 3 })
        return makeTransfer(ask)
      },
    }
    const ctx = { ...slow, connection: slow.connection, log: slow.log, ports: { ...slow.ports, provider } } as never
    const first = await processTransferQueue({}, ctx)
    // None is begun after a second: it could not end before the gateway gives up.
    expect(first).toMatchObject({ successCount: 1, errorCount: 0, remaining: 3 })
    for (const remaining of [2, 1, 0])
      expect(await processTransferQueue({ since: first.since }, ctx)).toMatchObject({ successCount: 1, errorCount: 0, remaining })
  })
})
