/** Random work of the whole money path from several writers at once, with duplicates, deaths and a provider that fails; then the sums are compared. */
import { CampaignRequested } from '@reelfair/contracts'
import { type Person, times } from '@reelfair/testkit'
import { catchUpWebhooks } from '../cli/catch-up-webhooks.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { consumeCredits } from '../use-cases/consume-credits.ts'
import { processNextTransfer } from '../use-cases/process-transfer.ts'
import { releaseHoldOf } from '../use-cases/release-credits.ts'
import { Killed, numbered } from './numbered-points.ts'
import { type Money, OK } from './start-money.ts'

interface Paid {
  readonly byDestination: Record<string, number>
}

/** mulberry32: the same seed gives the same operations; their order among writers is the machine's. */
function chances(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const FAULTS = ['rate_limit', 'conflict', 'error', 'error_after', 'drop_before', 'drop_after']

export interface Tally {
  readonly operations: Readonly<Record<string, number>>
  readonly entries: number
  /** Cents, by our ledger and by the provider; equal. */
  readonly paidByLedger: number
  readonly paidByProvider: number
  /** Credits sold, and what they are now; equal. */
  readonly bought: number
  readonly available: number
}

export async function runRandomOperations(
  money: Money,
  { operations, writers, seed }: { operations: number; writers: number; seed: number },
): Promise<Tally> {
  const { app, console, impatient } = money
  await money.fill(100_000_000)
  const chance = chances(seed)
  const brands = await Promise.all(times(4, money.aBrand))
  const creators = await Promise.all(times(6, () => money.anEarner(1_000)))
  const accounts = await Promise.all(creators.map(money.accountOf))
  const held: { brandId: string; id: string; credits: number }[] = []
  const counts: Record<string, number> = {}
  const one = <T>(list: readonly T[]): T => list[chance(list.length)] as T
  const request = app.context
  const hear = (event: ReturnType<typeof CampaignRequested.of>) => app.hear(event, { times: 1 + chance(2) })

  const kinds: Record<string, () => Promise<unknown>> = {
    buy: async () => {
      const { body } = await app.as(one(brands)).post('/credit-orders', { package: 'starter' })
      const session = /\/checkout\/(\w+)/.exec(body.url ?? '')?.[1]
      if (session && chance(4) > 0) await console(`checkout/${session}`, { card: OK, email: 'b@reelfair.example', country: 'FR' })
    },
    hold: async () => {
      const hold = { brandId: one<Person>(brands).id, id: crypto.randomUUID(), credits: (1 + chance(5)) * 1_000 }
      await hear(
        CampaignRequested.of({
          campaignId: hold.id,
          brandId: hold.brandId,
          name: 'x',
          network: 'tiktok',
          viewsGoal: hold.credits,
          version: 1,
        }),
      )
      held.push(hold)
    },
    consume: async () => {
      const hold = held.length > 0 ? one(held) : undefined
      const total = hold && chance(hold.credits) + 1
      if (hold && total) await Promise.all(times(1 + chance(2), () => consumeCredits({ kind: 'campaign', id: hold.id, total }, request())))
    },
    release: async () => {
      const hold = held.length > 0 ? one(held) : undefined
      if (hold) await Promise.all(times(1 + chance(2), () => releaseHoldOf({ kind: 'campaign', ...hold }, request())))
    },
    earn: async () => {
      const subject = crypto.randomUUID()
      const creator = one(creators)
      const cents = 1 + chance(900)
      await Promise.allSettled(times(1 + chance(2), () => money.earn(creator, cents, subject)))
    },
    enqueue: async () => {
      const creator = one(creators)
      await Promise.all(times(1 + chance(3), () => app.as(creator).post('/transfers', {})))
    },
    pay: async () => {
      if (chance(4) === 0) await console('faults', { kind: one(FAULTS), method: 'POST', path: '/v1/transfers', times: 1 + chance(2) })
      const { work } = numbered(impatient(), chance(3) === 0 ? 1 + chance(8) : 0)
      await processNextTransfer(work).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
    },
    fail: async () => {
      // An account that is stopped and comes back: what is tried meanwhile is refused.
      const account = one(accounts)
      await console(`accounts/${account}`, { outcome: 'restricted' })
      await processNextTransfer(impatient())
      await console(`accounts/${account}`, { outcome: 'complete' })
    },
    reverse: async () => {
      const done = (await app.as('admin').get('/admin/transfers', { status: 'completed', limit: 100 })).body.items
      if (!done?.length) return
      const { stripeTransferId, amount, reversed } = one(done as { stripeTransferId: string; amount: number; reversed: number }[])
      if (amount > reversed)
        await console(`transfers/${stripeTransferId}/reverse`, { amount: 1 + chance(amount - reversed) }).catch(() => {})
    },
    time: async () => app.clock.advance({ seconds: 10 + chance(120) }),
  }
  const names = Object.keys(kinds)

  let next = 0
  const write = async () => {
    while (next < operations) {
      next += 1
      const name = one(names)
      counts[name] = (counts[name] ?? 0) + 1
      await kinds[name]?.()
    }
  }
  await Promise.all(times(writers, write))

  await console('faults', undefined, 'DELETE')
  for (let round = 0; round < 20; round += 1) {
    while ((await processNextTransfer(impatient())) !== undefined);
    app.clock.advance({ hours: 7 })
  }
  await money.sandbox.deliveriesDone()
  await catchUpWebhooks.run({}, app.context())
  await money.sandbox.deliveriesDone()

  const { entries } = await auditLedger(app.context())
  const { byDestination } = await console<Paid>('paid')
  let paidByLedger = 0
  for (const creator of creators) paidByLedger += (await money.balanceOf(creator)).paid
  let bought = 0
  let available = 0
  for (const brand of brands) {
    const orders = await pagesOf(money, brand)
    bought += orders.filter(({ status }) => status === 'paid').reduce((sum, { credits }) => sum + credits, 0)
    const credits = await money.creditsOf(brand)
    available += credits.available + credits.held + credits.spent
  }
  const paidByProvider = accounts.reduce((sum, account) => sum + (byDestination[account] ?? 0), 0)
  return { operations: counts, entries, paidByLedger, paidByProvider, bought, available }
}

async function pagesOf({ app }: Money, brand: Person): Promise<{ status: string; credits: number }[]> {
  const all: { status: string; credits: number }[] = []
  for (let cursor: string | undefined; ; ) {
    const { body } = await app.as(brand).get('/credit-orders', { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
    all.push(...body.items)
    cursor = body.next
    if (cursor === undefined) return all
  }
}
