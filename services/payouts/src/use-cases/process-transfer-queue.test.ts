import { expireLeases, type Person, times } from '@reelfair/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { startMoney } from '../testing/start-money.ts'
import { processNextTransfer } from './process-transfer.ts'
import { processTransferQueue } from './process-transfer-queue.ts'

const { app, console, contextWithShortTimeout, claimNextAndDie, anEarner, fill, accountOf } = await startMoney()
await fill()

const start = (creator: Person) => app.as(creator).post('/transfers', {})
const received = async (creator: Person) =>
  (await console<{ byDestination: Record<string, number> }>('paid')).byDestination[await accountOf(creator)] ?? 0

afterEach(async () => {
  await console('faults', undefined, 'DELETE')
  while ((await processNextTransfer(contextWithShortTimeout())) !== undefined);
})

describe('manual processing by an admin', () => {
  const process = (input: object = {}) => app.as('admin').post('/admin/transfers/process', input)
  const since = expect.stringMatching(/^2\d{3}-/)
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

  test('returns the numbers of successful, pending and failed transfers', async () => {
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
    expect((await processAll()).body).toMatchObject({ successCount: 1, errorCount: 0, remaining: 0 })
  })

  test('tries each transfer once, and skips transfers claimed by another worker', async () => {
    const { available } = await console<{ available: number }>('balance')
    const creators = await Promise.all(times(3, () => anEarner(150)))
    await fill(-available)
    await Promise.all(creators.map(start))
    await claimNextAndDie()
    const { body } = await processAll()
    expect(body).toMatchObject({ successCount: 0, pendingCount: 2, errorCount: 0, remaining: 0 })
    expect((await process({ since: body.since })).body).toMatchObject({ successCount: 0, errorCount: 0, remaining: 0, since: body.since })
    await fill(available)
    expect((await processAll()).body).toMatchObject({ successCount: 2, errorCount: 0 })
    await expireLeases(app)
    expect((await process()).body).toMatchObject({ successCount: 1, errorCount: 0 })
    for (const creator of creators) expect(await received(creator)).toBe(150)
  })

  test('tries each transfer once, even if its pause ends between the admin’s requests', async () => {
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

  test('returns the retry time of a transfer whose attempt threw', async () => {
    await start(await anEarner(150))
    const broken = contextWithShortTimeout({ createTransfer: () => Promise.reject(new TypeError('broken')) })
    const ctx = { ...broken, connection: broken.connection, log: broken.log } as never
    const { pendingCount, retryAt } = await processTransferQueue({}, ctx)
    expect([pendingCount, retryAt]).toEqual([1, since])
    expect((await app.as('admin').get('/admin/transfers')).body.items[0].nextAttemptAt).toBe(retryAt)
    app.clock.advance({ seconds: 11 })
  })

  test('starts no further attempts after one second, and continues on the admin’s next request', async () => {
    const creators = await Promise.all(times(4, () => anEarner(150)))
    await Promise.all(creators.map(start))
    const slow = contextWithShortTimeout()
    const { createTransfer } = slow.ports.provider
    const provider = {
      ...slow.ports.provider,
      createTransfer: (ask: Parameters<typeof createTransfer>[0]) => {
        app.clock.advance({ seconds: 3 })
        return createTransfer(ask)
      },
    }
    const ctx = { ...slow, connection: slow.connection, log: slow.log, ports: { ...slow.ports, provider } } as never
    const first = await processTransferQueue({}, ctx)
    // An attempt started after one second might exceed the gateway’s timeout.
    expect(first).toMatchObject({ successCount: 1, errorCount: 0, remaining: 3 })
    for (const remaining of [2, 1, 0])
      expect(await processTransferQueue({ since: first.since }, ctx)).toMatchObject({ successCount: 1, errorCount: 0, remaining })
  })
})
