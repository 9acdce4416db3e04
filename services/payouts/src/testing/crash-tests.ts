/**
 * Runs every money operation in a process that is killed with SIGKILL partway through, then continues in a new process.
 * `crash-points.test.ts` covers the points where the most can be lost; `crash-points.soak.ts` covers all.
 */
import { expireLeases } from '@reelfair/testkit'
import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { checkLedger } from '../cli/check-ledger.ts'
import { type KillableProcess, killableProcesses } from './start-killable-process.ts'
import { OK, startMoney } from './start-money.ts'

interface Paid {
  readonly byDestination: Record<string, number>
}

/** Starting a process takes half a second on an idle machine, and several seconds on a busy one. */
const LONG = { timeout: 300_000 }

const ORDERING = ['commit', 'openCheckout', 'commit']
const SETTING_UP = ['commit', 'openAccount', 'commit', 'onboardingLink']
const BOOKING = ['readCheckout', 'commit']
const STARTING = ['commit']
const PAYING = ['commit', 'createTransfer', 'commit']
const FINDING = ['commit', 'findTransfers', 'commit']
const TRYING_AGAIN = ['commit', 'findTransfers', 'createTransfer', 'commit']
const TAKING = ['readTransfer', 'write']
const REVERSING = ['readTransfer', 'commit']
const both = (names: readonly string[]) => names.flatMap((name) => [`before ${name}`, `after ${name}`])

const isRead = (name: string) => /(?:readCheckout|findTransfers|readTransfer)$/.test(name)
/**
 * The points where the most can be lost: after a change at the provider that payouts has not recorded or, if there is
 * no such change, after a commit whose result the caller does not know.
 */
function worstOf(points: readonly string[]): number[] {
  const done = points.flatMap((name, index) => (name.startsWith('after') && !isRead(name) ? [{ name, at: index + 1 }] : []))
  const outside = done.filter(({ name }) => name !== 'after commit')
  return (outside.length > 0 ? outside : done).map(({ at }) => at)
}

export async function defineCrashTests(where: 'everywhere' | 'at the worst'): Promise<void> {
  const money = await startMoney()
  const { app, aBrand, anEarner, balanceOf, creditsOf, fill, sandbox } = money
  await fill()
  const processes = await killableProcesses(money)
  let mortal = await processes.start()
  sandbox.setAppOrigin(mortal.url)
  const console_ = money.console
  /** Drops the provider's events, which would otherwise repair a lost response before the test can observe the loss. */
  const silence = () => console_('events/rules', { mode: 'drop', times: 1_000_000 })
  const speak = () => console_('events/rules', undefined, 'DELETE')

  /** For the soak tests only, because a similar test always runs. */
  const alsoEverywhere = (name: string, play: () => Promise<void>) => {
    if (where === 'everywhere') test(name, LONG, play)
  }
  const counts: Record<string, number> = {}
  afterAll(() => {
    const sum = Object.values(counts).reduce((all, count) => all + count, 0)
    const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
    process.stderr.write(`crash points tested with SIGKILL: ${sum} (${parts.join(', ')})\n`)
  })

  /** Runs a scene once per crash point, each time with new data and a new process, and then once without a crash. */
  async function killed<Given>(
    name: string,
    does: readonly string[],
    scene: {
      given: () => Promise<Given>
      /** The process may die during this step. */
      run: (given: Given, mortal: KillableProcess) => Promise<unknown>
      /** Continues in the next process and checks the result. */
      after: (given: Given, mortal: KillableProcess) => Promise<void>
    },
  ): Promise<void> {
    const points = both(does)
    const deadly = where === 'everywhere' ? points.map((_, index) => index + 1) : worstOf(points)
    for (const killAt of [...deadly, 0]) {
      const given = await scene.given()
      await mortal.arm(killAt)
      // A request to a dead process fails. The checks below detect any other error.
      await scene.run(given, mortal).catch(() => {})
      const died = await mortal.died()
      const passed = died ? [] : await mortal.passed()
      if (died) mortal = await processes.start()
      expect([died, passed], points[killAt - 1]).toEqual(killAt > 0 ? [true, []] : [false, points])
      await mortal.arm(0)
      await scene.after(given, mortal)
      await expect(checkLedger.run({}, app.context())).resolves.toContain('sound')
    }
    counts[name] = deadly.length
  }

  const sessionOf = (url: string | undefined) => /\/checkout\/(\w+)/.exec(url ?? '')?.[1]
  const pay = (url: string | undefined) => console_(`checkout/${sessionOf(url)}`, { card: OK, email: 'b@reelfair.example', country: 'FR' })

  test('continues an order on a repeated request after any crash, and posts its credits once', LONG, async () => {
    await killed('order', ORDERING, {
      given: async () => ({ brand: await aBrand(), key: crypto.randomUUID() }),
      run: ({ brand, key }, process_) => process_.as(brand).post('/credit-orders', { package: 'starter' }, { key }),
      after: async ({ brand, key }, process_) => {
        expect(await creditsOf(brand)).toMatchObject({ available: 0 })
        const repeated = await process_.as(brand).post('/credit-orders', { package: 'starter' }, { key })
        expect(repeated.status).toBe(201)
        expect((await app.as(brand).get('/credit-orders')).body.items).toHaveLength(1)
        await pay(repeated.body.url)
        await sandbox.deliveriesDone()
        expect(await creditsOf(brand)).toMatchObject({ available: 10_000, spent: 0 })
        app.clock.advance({ hours: 26 })
        await sandbox.deliveriesDone()
        await process_.catchUp()
        const { items } = (await app.as(brand).get('/credit-orders')).body
        expect(items.map(({ status }: { status: string }) => status).filter((status: string) => status !== 'expired')).toEqual(['paid'])
        expect(await creditsOf(brand)).toMatchObject({ available: 10_000 })
      },
    })
  })

  alsoEverywhere('continues an account setup on a repeated request after any crash, with a single account', async () => {
    await killed('setup', SETTING_UP, {
      given: async () => ({ creator: await money.aCreator(), key: crypto.randomUUID() }),
      run: ({ creator, key }, process_) => process_.as(creator).post('/payout-account/onboarding', {}, { key }),
      after: async ({ creator, key }, process_) => {
        expect((await process_.as(creator).post('/payout-account/onboarding', {}, { key })).status).toBe(201)
        const all = await console_<{ id: string; metadata?: { creatorId?: string } }[]>('accounts')
        expect(all.filter(({ metadata }) => metadata?.creatorId === creator.id)).toMatchObject([{ id: await money.accountOf(creator) }])
      },
    })
  })

  /** Waits for the provider's redeliveries. The first one may fail while the process is still starting. */
  const redelivered = (check: () => Promise<unknown>) =>
    money.eventually(async () => {
      app.clock.advance({ minutes: 6 })
      await sandbox.deliveriesDone()
      await check()
    })

  test('posts a payment once after any crash', LONG, async () => {
    await killed('payment', BOOKING, {
      given: async () => {
        const brand = await aBrand()
        const { body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
        return { brand, url: body.url as string }
      },
      run: async ({ url }) => {
        await pay(url)
        await sandbox.deliveriesDone()
      },
      after: async ({ brand }) => {
        await redelivered(async () => expect(await creditsOf(brand)).toMatchObject({ available: 10_000 }))
        expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ status: 'paid' }])
      },
    })
  })

  async function workOff(process_: KillableProcess): Promise<void> {
    app.clock.advance({ minutes: 5 })
    await expireLeases(app)
    while ((await process_.work()) !== undefined);
  }

  async function isPaidOnce(creator: Awaited<ReturnType<typeof anEarner>>): Promise<void> {
    const received = (await console_<Paid>('paid')).byDestination[await money.accountOf(creator)]
    expect([received, await balanceOf(creator)]).toMatchObject([500, { payable: 0, inTransfer: 0, paid: 500, earned: 500 }])
  }

  const queued = async () => {
    await silence()
    const creator = await anEarner(500)
    await app.as(creator).post('/transfers', {})
    return creator
  }

  const WORKING = {
    run: (_: unknown, process_: KillableProcess) => process_.work(),
    after: async (creator: Awaited<ReturnType<typeof anEarner>>, process_: KillableProcess) => {
      await workOff(process_)
      await isPaidOnce(creator)
    },
  } as const

  const tried = (kind: string) => async () => {
    const creator = await queued()
    // Two faults, because the client library retries once when a connection breaks.
    await console_('faults', { kind, method: 'POST', path: '/v1/transfers', times: 2 })
    expect(await mortal.work()).toBe('unknown')
    app.clock.advance({ minutes: 5 })
    return creator
  }

  alsoEverywhere('starts a transfer once when the creator clicks again after any crash', async () => {
    await killed('transfer started', STARTING, {
      given: async () => ({ creator: await anEarner(500), key: crypto.randomUUID() }),
      run: ({ creator, key }, process_) => process_.as(creator).post('/transfers', {}, { key }),
      after: async ({ creator, key }, process_) => {
        expect(await process_.as(creator).post('/transfers', {}, { key })).toMatchObject({ status: 201, body: { amount: 500 } })
        expect((await app.as(creator).get('/transfers')).body.items).toHaveLength(1)
        await WORKING.after(creator, process_)
      },
    })
  })

  test('pays a transfer exactly once after any crash', LONG, async () => {
    await killed('transfer paid', PAYING, { given: queued, ...WORKING })
  })

  test('finds a paid transfer whose response was lost, after any crash', LONG, async () => {
    await killed('answer lost after it was paid', FINDING, { given: tried('drop_after'), ...WORKING })
  })

  alsoEverywhere('pays a transfer whose request was lost after any crash', async () => {
    await killed('request lost before it was paid', TRYING_AGAIN, { given: tried('drop_before'), ...WORKING })
  })

  alsoEverywhere('returns the money of a refused transfer once after any crash', async () => {
    await killed('transfer refused', PAYING, {
      given: async () => {
        const creator = await queued()
        await console_(`accounts/${await money.accountOf(creator)}`, { outcome: 'restricted' })
        return creator
      },
      run: (_, process_) => process_.work(),
      after: async (creator, process_) => {
        await workOff(process_)
        expect(await balanceOf(creator)).toMatchObject({ payable: 500, inTransfer: 0, paid: 0, earned: 500 })
      },
    })
  })

  test('returns each reversed cent once after any crash', LONG, async () => {
    await killed('reversal', REVERSING, {
      given: async () => {
        const creator = await queued()
        await mortal.work()
        const { stripeTransferId } = (await app.as('admin').get('/admin/transfers')).body.items[0]
        await speak()
        return { creator, stripeTransferId }
      },
      run: async ({ stripeTransferId }) => {
        await console_(`transfers/${stripeTransferId}/reverse`, { amount: 200 })
        await sandbox.deliveriesDone()
      },
      after: async ({ creator }) => {
        await redelivered(async () =>
          expect(await balanceOf(creator)).toMatchObject({ payable: 200, inTransfer: 0, paid: 300, earned: 500 }),
        )
      },
    })
  })

  alsoEverywhere('records an unrelated event once after any crash, in a single write without a commit', async () => {
    const { webhooks } = new Stripe('sk_test_x')
    const send = async (id: string, url: string) => {
      const object = { id: 'tr_unknown', object: 'transfer' }
      const payload = JSON.stringify({ id, object: 'event', type: 'transfer.created', livemode: false, data: { object } })
      const timestamp = Math.floor(app.clock.now().getTime() / 1_000)
      const secret = sandbox.stripe.webhookSecrets.platform
      const headers = { 'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
      return (await fetch(`${url}/webhooks/stripe/platform`, { method: 'POST', body: payload, headers })).status
    }
    const taken = app.context().connection.collection<{ _id: string }>('stripe_events')
    await killed('unrelated event', TAKING, {
      given: async () => `evt_${crypto.randomUUID()}`,
      run: (id, process_) => send(id, process_.url),
      after: async (id, process_) => {
        expect(await send(id, process_.url)).toBe(204)
        expect(await taken.countDocuments({ _id: id })).toBe(1)
      },
    })
  })
}
