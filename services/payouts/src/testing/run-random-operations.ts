/**
 * Runs random operations on the whole money path with several concurrent writers, then compares the sums. The run
 * includes duplicate calls, crashes, provider failures, and lost, late, duplicate and out-of-order events. The writers
 * call the use cases directly, without HTTP or a queue, like separate processes. Campaigns and partnerships follow the
 * rules of their services, so the final totals are known.
 */
import { type EventDraft, Refusal } from '@reelfair/contracts'
import { type Context, isUnavailable } from '@reelfair/service-kit'
import { countBy, expireLeases, type Person, times } from '@reelfair/testkit'
import { payouts } from '../app.ts'
import { catchUpWebhooks } from '../cli/catch-up-webhooks.ts'
import { auditLedger, checkLedger } from '../cli/check-ledger.ts'
import { creditsIn, stagesOf } from '../domain/audit.ts'
import type { Ports } from '../ports.ts'
import { findHold } from '../store/holds.ts'
import { holdBackEarnings } from '../use-cases/end-campaign.ts'
import { orderCredits } from '../use-cases/order-credits.ts'
import { processNextTransfer } from '../use-cases/process-transfer.ts'
import { startTransfer } from '../use-cases/start-transfer.ts'
import { Killed, withCrashPoints } from './numbered-points.ts'
import { OPEN_PHASES, type RandomCampaign, randomCampaign } from './random-campaign.ts'
import { randomPartnership } from './random-partnership.ts'
import { type Money, OK } from './start-money.ts'

/**
 * The mulberry32 random number generator. The same seed gives the same operations, but the interleaving of the writers
 * may vary.
 */
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

/** Number of waiting events, from which the next one is picked at random. */
const BACKLOG = 20
const TEST_EARNING_CENTS = 1_000

/** Relative frequency of each operation. `fail` is the slowest, because it restricts an account and restores it. */
const SHARES = {
  buy: 10,
  hold: 20,
  consume: 40,
  release: 24,
  earn: 10,
  work: 10,
  enqueue: 22,
  pay: 24,
  fail: 1,
  reverse: 6,
  disturb: 3,
  time: 2,
}
type Kind = keyof typeof SHARES

export interface Tally {
  readonly operations: Readonly<Partial<Record<Kind, number>>>
  readonly deaths: number
  /** Calls that failed because the database was overloaded. */
  readonly outages: number
  readonly refusals: Readonly<Record<string, number>>
  readonly seconds: number
  readonly entries: number
  readonly stations: ReturnType<typeof stagesOf>
  readonly credits: ReturnType<typeof creditsIn>
  /** Cents that the provider has transferred and not reversed. */
  readonly paidByProvider: number
  readonly bought: number
  /** Number of campaigns and invitations in each phase, such as `invitation expired`. */
  readonly phases: Readonly<Record<string, number>>
  /** Sums of the final totals of campaigns and partnerships, and the test earnings. */
  readonly expected: { readonly stations: object; readonly credits: object }
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
  const { app, console, contextWithShortTimeout } = money
  const startedAt = Date.now()
  await money.fill(1_000_000_000)
  const chance = chances(seed)
  const brands = await Promise.all(times(6, money.aBrand))
  const creators = await Promise.all(times(12, () => money.anEarner(TEST_EARNING_CENTS)))
  const accounts = await Promise.all(creators.map(money.accountOf))
  const campaigns: RandomCampaign[] = []
  const late: EventDraft[] = []
  let testCents = creators.length * TEST_EARNING_CENTS
  const counts: Partial<Record<Kind, number>> = {}
  const refusals: Record<string, number> = {}
  let deaths = 0
  let outages = 0
  const one = <T>(list: readonly T[]): T => list[chance(list.length)] as T
  const system = () => app.context()
  const now = () => app.clock.now()
  const asPerson = <R extends 'brand' | 'creator'>({ id, role, complete, sessionId }: Person<R>) => {
    const context = contextWithShortTimeout()
    const actor = { kind: 'user' as const, id, role, complete, sessionId }
    return { ...context, connection: context.connection, log: context.log, actor } as unknown as Context<R, Ports>
  }
  const some = <T>(work: () => Promise<T>) => Promise.all(times(chance(4) === 0 ? 2 + chance(2) : 1, () => expected(work())))
  const expected = <T>(work: Promise<T>) =>
    work.catch((error: unknown): undefined => {
      if (error instanceof Killed) deaths += 1
      else if (isUnavailable(error)) outages += 1
      else if (error instanceof Refusal) refusals[error.code] = (refusals[error.code] ?? 0) + 1
      else throw error
    })

  const handle = async (event: EventDraft) => {
    const subscription = payouts.subscribes?.find(({ event: { type } }) => type === event.type)
    const results = await some(async () => {
      await subscription?.run(event.data, system())
      return true
    })
    if (!results.includes(true) || chance(8) === 0) late.push(event)
  }
  /** Leaves `backlog` events waiting, so that events are handled in random order. */
  const publish = async (events: readonly EventDraft[], backlog = BACKLOG) => {
    for (const event of events) late.push(event)
    while (late.length > backlog) {
      const [event] = late.splice(chance(late.length), 1)
      if (event) await handle(event)
    }
  }
  const anyCampaign = () => {
    const open = campaigns.filter((campaign) => OPEN_PHASES.has(campaign.phase()))
    return open.length > 0 ? one(open) : undefined
  }

  const kinds: Readonly<Record<Kind, () => Promise<unknown>>> = {
    buy: async () => {
      const wanted = chance(2) === 0 ? 'starter' : 'growth'
      const order = await expected(orderCredits({ package: wanted }, asPerson(one(brands))))
      const session = /\/checkout\/(\w+)/.exec(order?.url ?? '')?.[1]
      if (session && chance(4) > 0) await console(`checkout/${session}`, { card: OK, email: 'b@reelfair.example', country: 'FR' })
    },
    hold: async () => {
      const brand = one<Person>(brands)
      const campaign = chance(2) === 0 ? randomPartnership(brand.id, one<Person>(creators).id, chance) : randomCampaign(brand.id, chance)
      // Some are deleted or withdrawn before they start. Their end may arrive before their request.
      if (chance(8) === 0) return publish(campaign.unfunded(now()))
      await handle(campaign.requested)
      if ((await findHold(system(), campaign))?.status === 'held') campaigns.push(campaign)
    },
    consume: async () => publish(anyCampaign()?.nextDay(one<Person>(creators).id, now()) ?? []),
    release: async () => publish(anyCampaign()?.nextPhase(now()) ?? []),
    earn: async () => {
      const subject = crypto.randomUUID()
      const creator = one(creators)
      const cents = 1 + chance(900)
      testCents += cents
      const earn = () => some(() => money.earn(creator, cents, subject).then(() => true))
      while (!(await earn()).includes(true));
    },
    work: () => some(() => holdBackEarnings(contextWithShortTimeout())),
    enqueue: async () => {
      const creator = one(creators)
      await some(() => startTransfer(undefined, asPerson(creator)))
    },
    pay: async () => {
      if (chance(4) === 0) await console('faults', { kind: one(FAULTS), method: 'POST', path: '/v1/transfers', times: 1 + chance(2) })
      const { work } = withCrashPoints(contextWithShortTimeout(), chance(3) === 0 ? 1 + chance(8) : 0)
      await expected(processNextTransfer(work))
    },
    fail: async () => {
      const account = one(accounts)
      await console(`accounts/${account}`, { outcome: 'restricted' })
      await expected(processNextTransfer(contextWithShortTimeout()))
      await console(`accounts/${account}`, { outcome: 'complete' })
    },
    reverse: async () => {
      // Includes transfers that payouts does not yet know to be paid.
      const answer = await fetch(`${money.sandbox.url}/v1/transfers?limit=50`, {
        headers: { authorization: `Bearer ${money.env.STRIPE_SECRET_KEY}` },
      })
      const { data } = (await answer.json()) as { data: Transfer[] }
      const transfer = data.length > 0 ? one(data) : undefined
      const left = transfer ? transfer.amount - transfer.amount_reversed : 0
      // The reversal fails if another writer has reversed the transfer in the meantime.
      if (transfer && left > 0) await console(`transfers/${transfer.id}/reverse`, { amount: 1 + chance(left) }).catch(() => {})
    },
    disturb: () => console('events/rules', { mode: one(DISTURBANCES), times: 1 + chance(5) }),
    time: async () => {
      app.clock.advance({ seconds: 10 + chance(600) })
      await expireLeases(app)
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
  await publish([], 0)
  for (let round = 0; round < 20; round += 1) {
    while (await holdBackEarnings(contextWithShortTimeout()));
    while ((await processNextTransfer(contextWithShortTimeout())) !== undefined);
    app.clock.advance({ hours: 7 })
    await expireLeases(app)
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
  const total = (of: keyof ReturnType<RandomCampaign['totals']>) => campaigns.reduce((sum, campaign) => sum + campaign.totals()[of], 0)
  return {
    operations: counts,
    deaths,
    outages,
    refusals,
    seconds: Math.round((Date.now() - startedAt) / 1_000),
    entries,
    stations: stagesOf(sums),
    credits: creditsIn(sums),
    paidByProvider: accounts.reduce((sum, account) => sum + (byDestination[account] ?? 0), 0),
    bought: sold?.bought ?? 0,
    phases: countBy(
      campaigns.map((campaign) => ({ phase: `${campaign.kind} ${campaign.phase()}` })),
      'phase',
    ),
    expected: {
      stations: { earned: total('earned') + testCents, accruing: total('accruing'), held: total('centsHeld') },
      credits: { held: total('creditsHeld'), consumed: total('consumed') },
    },
  }
}
