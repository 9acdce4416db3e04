/**
 * Random work of the whole money path from several writers at once, with duplicates, deaths, a provider that fails, and messages that are lost, late, doubled
 * or out of order; then the sums are compared. The writers call the use cases themselves, as so many processes would, without HTTP and queue in between.
 */
import { Refusal } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { endLeases, type Person, times } from '@reelfair/testkit'
import { catchUpWebhooks } from '../cli/catch-up-webhooks.ts'
import { auditLedger, checkLedger } from '../cli/check-ledger.ts'
import { creditsIn, stationsOf } from '../domain/audit.ts'
import type { Ports } from '../ports.ts'
import { consumeCredits } from '../use-cases/consume-credits.ts'
import { holdCreditsForCampaign } from '../use-cases/hold-credits.ts'
import { orderCredits } from '../use-cases/order-credits.ts'
import { processNextTransfer } from '../use-cases/process-transfer.ts'
import { releaseHoldOf } from '../use-cases/release-credits.ts'
import { startTransfer } from '../use-cases/start-transfer.ts'
import { Killed, numbered } from './numbered-points.ts'
import { type Money, OK } from './start-money.ts'

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
const DISTURBANCES = ['duplicate', 'triplicate', 'late', 'reorder', 'drop', 'bad_signature', 'old_timestamp']

/** How often each kind is done, of the sum of all. `fail` costs most: it takes an account away and gives it back. */
const SHARES = { buy: 10, hold: 30, consume: 40, release: 18, earn: 44, enqueue: 22, pay: 24, fail: 1, reverse: 6, disturb: 3, time: 2 }
type Kind = keyof typeof SHARES

export interface Tally {
  readonly operations: Readonly<Partial<Record<Kind, number>>>
  /** Deaths of a worker, and calls that were refused for a reason that there is. */
  readonly deaths: number
  readonly refusals: Readonly<Record<string, number>>
  readonly seconds: number
  readonly entries: number
  readonly stations: ReturnType<typeof stationsOf>
  readonly credits: ReturnType<typeof creditsIn>
  /** Cents that the provider has transferred and not taken back. */
  readonly paidByProvider: number
  /** Credits of all orders that are paid. */
  readonly bought: number
}

interface Transfer {
  readonly id: string
  readonly amount: number
  readonly amount_reversed: number
}

export async function runRandomOperations(
  money: Money,
  { operations, writers, seed }: { operations: number; writers: number; seed: number },
): Promise<Tally> {
  const { app, console, impatient } = money
  const startedAt = Date.now()
  await money.fill(1_000_000_000)
  const chance = chances(seed)
  const brands = await Promise.all(times(6, money.aBrand))
  const creators = await Promise.all(times(12, () => money.anEarner(1_000)))
  const accounts = await Promise.all(creators.map(money.accountOf))
  const held: { brandId: string; id: string; credits: number }[] = []
  const counts: Partial<Record<Kind, number>> = {}
  const refusals: Record<string, number> = {}
  let deaths = 0
  const one = <T>(list: readonly T[]): T => list[chance(list.length)] as T
  const system = () => app.context()
  const asPerson = <R extends 'brand' | 'creator'>({ id, role, complete, sessionId }: Person<R>) => {
    const context = impatient()
    const actor = { kind: 'user' as const, id, role, complete, sessionId }
    return { ...context, connection: context.connection, log: context.log, actor } as unknown as Context<R, Ports>
  }
  /** Once; sometimes twice or thrice at the same moment. */
  const some = (work: () => Promise<unknown>) => Promise.all(times(chance(4) === 0 ? 2 + chance(2) : 1, () => expected(work())))
  /** A refusal with a code is an answer; anything else is a fault of ours. */
  const expected = <T>(work: Promise<T>) =>
    work.catch((error: unknown): undefined => {
      if (error instanceof Killed) deaths += 1
      else if (error instanceof Refusal) refusals[error.code] = (refusals[error.code] ?? 0) + 1
      else throw error
    })

  const kinds: Readonly<Record<Kind, () => Promise<unknown>>> = {
    buy: async () => {
      const wanted = chance(2) === 0 ? 'starter' : 'growth'
      const order = await expected(orderCredits({ package: wanted }, asPerson(one(brands))))
      const session = /\/checkout\/(\w+)/.exec(order?.url ?? '')?.[1]
      if (session && chance(4) > 0) await console(`checkout/${session}`, { card: OK, email: 'b@reelfair.example', country: 'FR' })
    },
    hold: async () => {
      const hold = { brandId: one<Person>(brands).id, id: crypto.randomUUID(), credits: (1 + chance(5)) * 1_000 }
      const asked = {
        campaignId: hold.id,
        brandId: hold.brandId,
        name: 'x',
        network: 'tiktok' as const,
        viewsGoal: hold.credits,
        version: 1,
      }
      await some(() => holdCreditsForCampaign(asked, system()))
      held.push(hold)
      if (held.length > 200) held.shift()
    },
    consume: async () => {
      const hold = held.length > 0 ? one(held) : undefined
      const total = hold && chance(hold.credits) + 1
      if (hold && total) await some(() => consumeCredits({ kind: 'campaign', id: hold.id, total }, system()))
    },
    release: async () => {
      const hold = held.length > 0 ? one(held) : undefined
      if (hold) await some(() => releaseHoldOf({ kind: 'campaign', ...hold }, system()))
    },
    earn: async () => {
      const subject = crypto.randomUUID()
      const creator = one(creators)
      const cents = 1 + chance(900)
      await some(() => money.earn(creator, cents, subject))
    },
    enqueue: async () => {
      const creator = one(creators)
      await some(() => startTransfer(undefined, asPerson(creator)))
    },
    pay: async () => {
      if (chance(4) === 0) await console('faults', { kind: one(FAULTS), method: 'POST', path: '/v1/transfers', times: 1 + chance(2) })
      const { work } = numbered(impatient(), chance(3) === 0 ? 1 + chance(8) : 0)
      await expected(processNextTransfer(work))
    },
    fail: async () => {
      // An account that is stopped and comes back: what is tried meanwhile is refused.
      const account = one(accounts)
      await console(`accounts/${account}`, { outcome: 'restricted' })
      await expected(processNextTransfer(impatient()))
      await console(`accounts/${account}`, { outcome: 'complete' })
    },
    reverse: async () => {
      // Of those that the provider knows, so also one that we do not know yet to be paid.
      const answer = await fetch(`${money.sandbox.url}/v1/transfers?limit=50`, {
        headers: { authorization: `Bearer ${money.env.STRIPE_SECRET_KEY}` },
      })
      const { data } = (await answer.json()) as { data: Transfer[] }
      const transfer = data.length > 0 ? one(data) : undefined
      const left = transfer ? transfer.amount - transfer.amount_reversed : 0
      // In parts; all of it sometimes. Another writer may have taken it meanwhile.
      if (transfer && left > 0) await console(`transfers/${transfer.id}/reverse`, { amount: 1 + chance(left) }).catch(() => {})
    },
    disturb: () => console('events/rules', { mode: one(DISTURBANCES), times: 1 + chance(5) }),
    time: async () => {
      app.clock.advance({ seconds: 10 + chance(600) })
      await endLeases(app)
    },
  }
  const bag = (Object.keys(SHARES) as Kind[]).flatMap((kind) => times(SHARES[kind], () => kind))

  let next = 0
  const write = async () => {
    while (next < operations) {
      next += 1
      if (next % 10_000 === 0) process.stderr.write(`${next} operations after ${Math.round((Date.now() - startedAt) / 1_000)} s\n`)
      const kind = one(bag)
      counts[kind] = (counts[kind] ?? 0) + 1
      await kinds[kind]()
    }
  }
  await Promise.all(times(writers, write))

  await console('faults', undefined, 'DELETE')
  await console('events/rules', undefined, 'DELETE')
  for (let round = 0; round < 20; round += 1) {
    while ((await processNextTransfer(impatient())) !== undefined);
    app.clock.advance({ hours: 7 })
    await endLeases(app)
    await money.sandbox.deliveriesDone()
  }
  await catchUpWebhooks.run({}, system())
  await money.sandbox.deliveriesDone()

  await checkLedger.run({}, system())
  const { entries, sums } = await auditLedger(system())
  const { byDestination } = await console<{ byDestination: Record<string, number> }>('paid')
  const orders = app.context().connection.collection<{ status: string; credits: number }>('orders')
  const [sold] = await orders
    .aggregate<{ bought: number }>([{ $match: { status: 'paid' } }, { $group: { _id: 1, bought: { $sum: '$credits' } } }])
    .toArray()
  return {
    operations: counts,
    deaths,
    refusals,
    seconds: Math.round((Date.now() - startedAt) / 1_000),
    entries,
    stations: stationsOf(sums),
    credits: creditsIn(sums),
    paidByProvider: accounts.reduce((sum, account) => sum + (byDestination[account] ?? 0), 0),
    bought: sold?.bought ?? 0,
  }
}
