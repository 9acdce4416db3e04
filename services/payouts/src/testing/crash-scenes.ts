/**
 * Everything that payouts does with money, by a process that is killed by SIGKILL on the way, and the one that is started in its place. At the points where most
 * can be lost in `crash-points.test.ts`, at all of them in `crash-points.soak.ts`.
 */
import { endLeases } from '@reelfair/testkit'
import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { checkLedger } from '../cli/check-ledger.ts'
import { OK, startMoney } from './start-money.ts'
import { type Mortal, mortals } from './start-mortal.ts'

interface Paid {
  readonly byDestination: Record<string, number>
}

/** A start takes half a second on a machine with nothing else to do, and several on a busy one. */
const LONG = { timeout: 300_000 }

const ORDERING = ['commit', 'openCheckout', 'commit']
const SETTING_UP = ['commit', 'openAccount', 'commit', 'onboardingLink']
const BOOKING = ['readCheckout', 'commit']
const STARTING = ['commit']
const PAYING = ['commit', 'makeTransfer', 'commit']
const FINDING = ['commit', 'findTransfers', 'commit']
const TRYING_AGAIN = ['commit', 'findTransfers', 'makeTransfer', 'commit']
const TAKING = ['readTransfer', 'write']
const REVERSING = ['readTransfer', 'commit']
const both = (names: readonly string[]) => names.flatMap((name) => [`before ${name}`, `after ${name}`])

/** The outside is afterwards as it was. */
const isRead = (name: string) => /(?:readCheckout|findTransfers|readTransfer)$/.test(name)
/** The numbers of the points where most can be lost: something is done outside and nobody here knows; where nothing is, stored here and nobody was told. */
function worstOf(points: readonly string[]): number[] {
  const done = points.flatMap((name, index) => (name.startsWith('after') && !isRead(name) ? [{ name, at: index + 1 }] : []))
  const outside = done.filter(({ name }) => name !== 'after commit')
  return (outside.length > 0 ? outside : done).map(({ at }) => at)
}

/** Makes the tests of the file that calls it. @param where at which points the process is killed */
export async function crashScenes(where: 'everywhere' | 'at the worst'): Promise<void> {
  const money = await startMoney()
  const { app, aBrand, anEarner, balanceOf, creditsOf, fill, sandbox } = money
  await fill()
  const processes = await mortals(money)
  let mortal = await processes.start()
  sandbox.setAppOrigin(mortal.url)
  const console_ = money.console
  /** What the provider tells of itself would mend what was lost before we can see it. */
  const silence = () => console_('events/rules', { mode: 'drop', times: 1_000_000 })
  const speak = () => console_('events/rules', undefined, 'DELETE')

  /** A scene that is like another one. */
  const alsoEverywhere = (name: string, play: () => Promise<void>) => {
    if (where === 'everywhere') test(name, LONG, play)
  }
  const counts: Record<string, number> = {}
  afterAll(() => {
    const sum = Object.values(counts).reduce((all, count) => all + count, 0)
    const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
    process.stderr.write(`crash points, each with a process killed by SIGKILL: ${sum} (${parts.join(', ')})\n`)
  })

  /** Runs it with a death at one point after the other, each time on new things and with a new process after it; at last without one. */
  async function killed<Given>(
    name: string,
    /** What it does, in order. */
    does: readonly string[],
    scene: {
      given: () => Promise<Given>
      /** What the process is about to do; its answer may never come. */
      run: (given: Given, mortal: Mortal) => Promise<unknown>
      /** What the process that was started anew does, and what it must come to. */
      after: (given: Given, mortal: Mortal) => Promise<void>
    },
  ): Promise<void> {
    const points = both(does)
    const deadly = where === 'everywhere' ? points.map((_, index) => index + 1) : worstOf(points)
    for (const killAt of [...deadly, 0]) {
      const given = await scene.given()
      await mortal.arm(killAt)
      // Whoever asked hears nothing of a dead process; whatever else goes wrong shows in what follows.
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

  test('an order: whatever was lost, the same request goes on with it; the brand pays once and has its credits once', LONG, async () => {
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
        // What was begun and can no longer be paid ends.
        app.clock.advance({ hours: 26 })
        await sandbox.deliveriesDone()
        await process_.catchUp()
        const { items } = (await app.as(brand).get('/credit-orders')).body
        expect(items.map(({ status }: { status: string }) => status).filter((status: string) => status !== 'expired')).toEqual(['paid'])
        expect(await creditsOf(brand)).toMatchObject({ available: 10_000 })
      },
    })
  })

  alsoEverywhere('a setup: whatever was lost, the same request goes on with it, and the creator has one account', async () => {
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

  /** What was not acknowledged comes again; more than once, where a delivery was under way while the process was still starting. */
  const redelivered = (check: () => Promise<unknown>) =>
    money.eventually(async () => {
      app.clock.advance({ minutes: 6 })
      await sandbox.deliveriesDone()
      await check()
    })

  test('its payment: what was paid is booked once', LONG, async () => {
    await killed('payment', BOOKING, {
      given: async () => {
        const brand = await aBrand()
        const { body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
        return { brand, url: body.url as string }
      },
      // The message goes to the process, which dies before it has answered.
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

  /** The queue, worked off by the process; the lease of the one that died has expired. */
  async function workOff(process_: Mortal): Promise<void> {
    app.clock.advance({ minutes: 5 })
    await endLeases(app)
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
    run: (_: unknown, process_: Mortal) => process_.work(),
    after: async (creator: Awaited<ReturnType<typeof anEarner>>, process_: Mortal) => {
      await workOff(process_)
      await isPaidOnce(creator)
    },
  } as const

  /** An item whose first attempt came to nothing that we know of. */
  const tried = (kind: string) => async () => {
    const creator = await queued()
    // The client library asks a second time by itself when a connection is cut.
    await console_('faults', { kind, method: 'POST', path: '/v1/transfers', times: 2 })
    expect(await mortal.work()).toBe('unknown')
    app.clock.advance({ minutes: 5 })
    return creator
  }

  alsoEverywhere('a transfer that is begun: the creator’s next click finds it, or begins it', async () => {
    await killed('transfer begun', STARTING, {
      given: async () => ({ creator: await anEarner(500), key: crypto.randomUUID() }),
      run: ({ creator, key }, process_) => process_.as(creator).post('/transfers', {}, { key }),
      after: async ({ creator, key }, process_) => {
        expect(await process_.as(creator).post('/transfers', {}, { key })).toMatchObject({ status: 201, body: { amount: 500 } })
        expect((await app.as(creator).get('/transfers')).body.items).toHaveLength(1)
        await WORKING.after(creator, process_)
      },
    })
  })

  test('a transfer that is paid: once, and none lost', LONG, async () => {
    await killed('transfer paid', PAYING, { given: queued, ...WORKING })
  })

  test('a transfer whose answer was lost after it was paid: it is found', LONG, async () => {
    await killed('answer lost after it was paid', FINDING, { given: tried('drop_after'), ...WORKING })
  })

  alsoEverywhere('a transfer whose request was lost before it was paid: it is paid now', async () => {
    await killed('request lost before it was paid', TRYING_AGAIN, { given: tried('drop_before'), ...WORKING })
  })

  alsoEverywhere('a transfer that is refused: the money is back once', async () => {
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

  test('a reversal: each cent comes back once', LONG, async () => {
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

  alsoEverywhere('a message about nothing of ours, which is one write without a commit: it is taken, and once', async () => {
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
    await killed('message about nothing', TAKING, {
      given: async () => `evt_${crypto.randomUUID()}`,
      run: (id, process_) => send(id, process_.url),
      after: async (id, process_) => {
        expect(await send(id, process_.url)).toBe(204)
        expect(await taken.countDocuments({ _id: id })).toBe(1)
      },
    })
  })
}
