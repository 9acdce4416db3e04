import { expect, test } from 'vitest'
import { catchUpWebhooks } from './cli/catch-up-webhooks.ts'
import { auditLedger } from './cli/check-ledger.ts'
import type { Work } from './ports.ts'
import { Killed, numbered } from './testing/numbered-points.ts'
import { OK, startMoney } from './testing/start-money.ts'
import { orderCredits } from './use-cases/order-credits.ts'
import { processNextTransfer } from './use-cases/process-transfer.ts'
import { takeNotice } from './use-cases/receive-stripe-event.ts'
import { startTransfer } from './use-cases/start-transfer.ts'

const money = await startMoney()
const { app, aBrand, anEarner, balanceOf, creditsOf, fill, impatient } = money
await fill()
// What the provider tells of itself would mend what was lost before we can see it.
await money.console('events/rules', { mode: 'drop', times: 1_000_000 })

interface Paid {
  readonly byDestination: Record<string, number>
}

/** Runs it with a death at every point in turn, each time on new things, until it comes through; then `after` restarts and looks. */
async function killEverywhere<Given>(
  given: () => Promise<Given>,
  run: (given: Given, world: (work: Work) => Work) => Promise<unknown>,
  after: (given: Given, died: boolean) => Promise<void>,
): Promise<string[]> {
  for (let killAt = 1; ; killAt += 1) {
    const things = await given()
    let points: ReturnType<typeof numbered> | undefined
    const world = (work: Work) => {
      points ??= numbered(work, killAt)
      return points.work
    }
    const died = await run(things, world).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Killed) return true
        throw error
      },
    )
    await after(things, died)
    await expect(auditLedger(app.context())).resolves.toBeDefined()
    if (!died) return points?.passed ?? []
  }
}

const asActor = (work: Work, id: string, role: 'brand' | 'creator') =>
  ({ ...work, connection: work.connection, log: work.log, actor: { kind: 'user', id, role, complete: true, sessionId: id } }) as never

test('a purchase survives a death at each point: what was paid is booked once, what was not is not', { timeout: 60_000 }, async () => {
  const ordering = await killEverywhere(
    aBrand,
    (brand, world) => orderCredits({ package: 'starter' }, asActor(world(impatient()), brand.id, 'brand')),
    async (brand) => {
      await catchUpWebhooks.run({}, app.context())
      expect(await creditsOf(brand)).toMatchObject({ available: 0 })
      // The brand tries again, and pays.
      const { body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
      const session = /\/checkout\/(\w+)/.exec(body.url)?.[1]
      await money.console(`checkout/${session}`, { card: OK, email: 'b@reelfair.example', country: 'FR' })
      await catchUpWebhooks.run({}, app.context())
      expect(await creditsOf(brand)).toMatchObject({ available: 10_000 })
    },
  )
  const booking = await killEverywhere(
    async () => {
      const brand = await aBrand()
      const { body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
      const objectId = /\/checkout\/(\w+)/.exec(body.url)?.[1] ?? ''
      await money.console(`checkout/${objectId}`, { card: OK, email: 'b@reelfair.example', country: 'FR' })
      return { brand, notice: { id: `evt_${brand.id}`, type: 'checkout.session.completed', objectId } }
    },
    ({ notice }, world) => takeNotice('platform', notice, world(impatient())),
    async ({ brand, notice }) => {
      // It was not acknowledged, so it comes again.
      await takeNotice('platform', notice, impatient())
      expect(await creditsOf(brand)).toMatchObject({ available: 10_000 })
    },
  )
  process.stderr.write(`purchase: ${ordering.length + booking.length} points\n`)
  expect(ordering).toEqual(['before commit', 'after commit', 'before openCheckout', 'after openCheckout', 'before commit', 'after commit'])
  expect(booking).toEqual(['before readCheckout', 'after readCheckout', 'before commit', 'after commit'])
})

test('a transfer survives a death at each point: paid once, none lost', { timeout: 60_000 }, async () => {
  const received = async (account: string) => (await money.console<Paid>('paid')).byDestination[account] ?? 0
  const restart = async () => {
    app.clock.advance({ minutes: 5 })
    while ((await processNextTransfer(impatient())) !== undefined);
  }
  const given = () => anEarner(500)
  const after = async (creator: Awaited<ReturnType<typeof given>>) => {
    await restart()
    const { payable, inTransfer, paid, earned } = await balanceOf(creator)
    // What did not get as far as the queue is asked for again.
    if (payable === 500) await app.as(creator).post('/transfers', {})
    else expect({ inTransfer, paid }).toEqual({ inTransfer: 0, paid: 500 })
    await restart()
    expect(await balanceOf(creator)).toMatchObject({ payable: 0, inTransfer: 0, paid: 500, earned })
    expect(await received(await money.accountOf(creator))).toBe(500)
  }
  const starting = await killEverywhere(
    given,
    (creator, world) => startTransfer(undefined, asActor(world(impatient()), creator.id, 'creator')),
    after,
  )
  const queued = async () => {
    const creator = await given()
    await app.as(creator).post('/transfers', {})
    return creator
  }
  const paying = await killEverywhere(queued, (_, world) => processNextTransfer(world(impatient())), after)
  const again = await killEverywhere(
    async () => {
      const creator = await queued()
      // The answer to a paid transfer is lost.
      await money.console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
      expect(await processNextTransfer(impatient())).toBe('unknown')
      app.clock.advance({ minutes: 5 })
      return creator
    },
    (_, world) => processNextTransfer(world(impatient())),
    after,
  )
  process.stderr.write(`transfer: ${starting.length + paying.length + again.length} points\n`)
  expect(starting).toHaveLength(2)
  expect(paying).toEqual(['before commit', 'after commit', 'before makeTransfer', 'after makeTransfer', 'before commit', 'after commit'])
  expect(again).toEqual(['before commit', 'after commit', 'before findTransfers', 'after findTransfers', 'before commit', 'after commit'])
})
