/** Work that waits in a collection: claimed by a lease, tried again after a failure, set aside when it keeps failing. */
import type { Collection, DocumentOf } from '../data/collection.ts'
import { isUnavailable } from '../data/faults.ts'
import type { Filter, IndexKeys } from '../data/filter.ts'
import type { AnyQueue, Context, Scope, Tx } from '../service.ts'
import type { Queued } from './queue-state.ts'

export interface QueueOptions<Fields> {
  /** Unique in its service, in kebab case: log lines, figures and commands name it. */
  readonly name: string
  /** The field with the date, by the product's clock, from which a document is due. An index has to begin with what `where` fixes and this field. */
  readonly dueAt: keyof Fields & string
  /** Which documents wait at all; all that have the date when left out. */
  readonly where?: Filter<Fields>
  /** How long a claim lasts, in milliseconds of real time: longer than the work may take. 60,000 when left out. */
  readonly leaseMs?: number
}

export interface Queue<Fields> extends AnyQueue {
  /** Items that are due and free, the longest waiting first. */
  due(scope: Scope, now: Date, limit: number, also?: Filter<Fields>): Promise<DocumentOf<Fields>[]>
  /** How many are due and free, counted no further than `atMost`. */
  countDue(scope: Scope, now: Date, atMost: number, also?: Filter<Fields>): Promise<number>
  /**
   * Claims due items in a transaction of its own; of two claimants one gets each. Items whose lease expired too often are set aside, and others follow.
   * @param prepare what else changes with the claim, of all that were found; items that it leaves out stay for others
   * @param find finds others than those that are due; it skips items that are leased or set aside
   */
  claim(ctx: Work, limit?: number, prepare?: Prepare<Fields>, find?: Find<Fields>): Promise<DocumentOf<Fields>[]>
  /** A claim for a document that is inserted while work on it is under way. */
  lease(ctx: Pick<Context, 'newId'>): Queued['queue']
  /** Whether nobody has gone on with an item since it was claimed. */
  isMine(item: (DocumentOf<Fields> & Queued) | undefined, claimed: DocumentOf<Fields> & Queued): boolean
  /** Records that work on a claimed item threw: tried again after a pause, or set aside with an alarm. */
  fail(ctx: Work, claimed: DocumentOf<Fields>, error: unknown): Promise<void>
  /** Runs work on a claimed item; what it throws is recorded as a failure, unless the database is away. @returns undefined after a failure */
  attempt<T>(ctx: Work, claimed: DocumentOf<Fields>, work: (claimed: DocumentOf<Fields>) => Promise<T>): Promise<T | undefined>
  /**
   * One turn of a worker that calls outside: claim → work → record. `work` records its outcome itself, in a transaction that checks `isMine` and saves
   * `released(item)`; what it throws is a failure of this item alone.
   * @returns whether there was an item
   */
  workOne(ctx: Work, work: (claimed: DocumentOf<Fields>) => Promise<void>, prepare?: Prepare<Fields>): Promise<boolean>
  /**
   * One turn of a worker whose work is a transaction, so that nothing needs a lease: up to `limit` items together, and if that throws, each by itself.
   * @returns whether there was an item
   */
  workInTransaction(ctx: Work, limit: number, work: (tx: Tx, items: readonly DocumentOf<Fields>[]) => Promise<unknown>): Promise<boolean>
}

type Work = Pick<Context, 'connection' | 'transact' | 'now' | 'newId' | 'log'>
type Prepare<Fields> = (items: readonly DocumentOf<Fields>[], now: Date) => readonly DocumentOf<Fields>[]
type Find<Fields> = (scope: Scope, now: Date, limit: number) => Promise<readonly DocumentOf<Fields>[]>

const LEASE_MS = 60_000
const COUNTED = 10_000
const RETRIED_AT_ONCE = 100
/** Failures in a row after which an item is set aside: with the pauses about two hours. */
export const MOST_FAILURES = 10
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 30 * 60_000
const PROBLEM_CHARACTERS = 300

/** Milliseconds between a failure and the next try. @example pauseAfter(3) // 40_000 */
const pauseAfter = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)

const machineNow = () => new Date()

const EXPIRED = 'lease expired without an outcome'

/** An item without claim and failures, to be saved with its outcome. */
export const released = <Item extends Queued>({ queue: _, ...item }: Item): Item => item as Item

/**
 * A queue over a collection's own documents; one per collection.
 * @example
 * const mailQueue = defineQueue(mails, { name: 'mails', dueAt: 'dueAt', where: { state: 'waiting' } })
 * const sendNextMail = (ctx: Work) => mailQueue.workOne(ctx, (mail) => send(mail, ctx))
 */
export function defineQueue<Fields extends Queued>(
  collection: Collection<Fields>,
  { name, dueAt, where = {}, leaseMs = LEASE_MS }: QueueOptions<Fields>,
): Queue<Fields> {
  type Item = DocumentOf<Fields>
  collection.index({ 'queue.deadAt': 1, id: 1 }, { where: { 'queue.deadAt': { $exists: true } } as Filter<Fields> })
  const asFilter = (filter: object) => filter as Filter<Fields>
  const alive = { 'queue.deadAt': { $exists: false } }
  const dueBy = (now: Date) => ({ ...where, [dueAt]: { $lte: now } })
  const free = (now: Date) => ({ ...alive, 'queue.leaseUntil': { $not: { $gt: machineNow() } }, 'queue.retryAt': { $not: { $gt: now } } })
  const inOrder = { [dueAt]: 1, id: 1 } as IndexKeys<Fields>
  const isDead = { ...where, [dueAt]: { $exists: true }, 'queue.deadAt': { $exists: true } }
  let seen = 0

  const lease = (ctx: Pick<Context, 'newId'>) => ({
    holder: ctx.newId(),
    leaseUntil: new Date(machineNow().getTime() + leaseMs),
    failures: 0,
  })
  const withState = (item: Item, queue: Queued['queue']) => ({ ...item, queue }) as Item

  /** What a failure makes of an item. */
  function failed(item: Item, error: unknown, now: Date): Item {
    const failures = (item.queue?.failures ?? 0) + 1
    const problem = String(error).slice(0, PROBLEM_CHARACTERS)
    if (failures >= MOST_FAILURES) return withState(item, { failures, problem, deadAt: now })
    return withState(item, { failures, problem, retryAt: new Date(now.getTime() + pauseAfter(failures)) })
  }

  /** Called after the commit, because a transaction may run several times or come to nothing. */
  function report({ id, queue }: Item, err: unknown, ctx: Work): void {
    seen += 1
    const about = { queue: name, item: id, failures: queue?.failures, err }
    if (queue?.deadAt) ctx.log.error(about, 'queue item set aside after repeated failures')
    else ctx.log.warn(about, 'queue item failed; retry scheduled')
  }

  /** A claimed item, or one that is set aside because its lease expired too often; undefined when another worker has it or it is set aside already. */
  async function claimIn(tx: Tx, item: Item, ctx: Work): Promise<Item | undefined> {
    const { queue } = item
    if (queue?.deadAt || (queue?.leaseUntil && queue.leaseUntil > machineNow())) return undefined
    if (!queue?.leaseUntil) return collection.saveUnchecked(tx, withState(item, { ...lease(ctx), failures: queue?.failures ?? 0 }))
    const { queue: after } = failed(item, EXPIRED, ctx.now())
    return collection.saveUnchecked(tx, withState(item, after?.deadAt ? after : { ...lease(ctx), failures: after?.failures ?? 0 }))
  }

  async function workAlone(ctx: Work, { id }: Item, work: (tx: Tx, items: readonly Item[]) => Promise<unknown>): Promise<void> {
    let item: Item | undefined
    try {
      await ctx.transact(async (tx) => {
        item = await collection.findOne(tx, asFilter({ ...dueBy(ctx.now()), ...free(ctx.now()), id }))
        if (item) await work(tx, [item])
      })
    } catch (error) {
      if (isUnavailable(error) || !item) throw error
      await self.fail(ctx, item, error)
    }
  }

  const self: Queue<Fields> = {
    name,
    collection: collection.name,
    get failures() {
      return seen
    },
    due: (scope, now, limit, also) => collection.find(scope, asFilter({ ...dueBy(now), ...free(now), ...also }), { sort: inOrder, limit }),
    countDue: (scope, now, atMost, also) => collection.count(scope, asFilter({ ...dueBy(now), ...free(now), ...also }), atMost),
    lease,
    claim: async (ctx, limit = 1, prepare = (items) => items, find = self.due) => {
      for (;;) {
        // Mostly there is nothing to do; finding that out takes no transaction.
        if ((await find(ctx, ctx.now(), 1)).length === 0) return []
        const taken = await ctx.transact(async (tx) => {
          const items: Item[] = []
          for (const item of prepare(await find(tx, ctx.now(), limit), ctx.now())) {
            const mine = await claimIn(tx, item, ctx)
            if (mine) items.push(mine)
          }
          return items
        })
        const claimed = taken.filter(({ queue }) => !queue?.deadAt)
        for (const item of taken) if (item.queue?.deadAt) report(item, EXPIRED, ctx)
        if (claimed.length > 0 || taken.length === 0) return claimed
      }
    },
    isMine: (item, claimed) => item?.queue?.holder !== undefined && item.queue.holder === claimed.queue?.holder,
    fail: async (ctx, claimed, error) => {
      const item = await ctx.transact(async (tx) => {
        const current = await collection.byId(tx, claimed.id)
        // An unclaimed item has no holder; a new version means that another worker took it.
        const isSame = claimed.queue?.holder ? self.isMine(current, claimed) : current?.version === claimed.version
        return current && isSame ? collection.saveUnchecked(tx, failed(current, error, ctx.now())) : undefined
      })
      if (item) report(item, error, ctx)
    },
    attempt: async (ctx, claimed, work) => {
      try {
        return await work(claimed)
      } catch (error) {
        if (isUnavailable(error)) throw error
        await self.fail(ctx, claimed, error)
        return undefined
      }
    },
    workOne: async (ctx, work, prepare) => {
      const [claimed] = await self.claim(ctx, 1, prepare)
      if (claimed) await self.attempt(ctx, claimed, work)
      return claimed !== undefined
    },
    workInTransaction: async (ctx, limit, work) => {
      // Mostly there is nothing to do; finding that out takes no transaction.
      if ((await self.due(ctx, ctx.now(), 1)).length === 0) return false
      let items: readonly Item[] = []
      try {
        await ctx.transact(async (tx) => {
          items = await self.due(tx, ctx.now(), limit)
          if (items.length > 0) await work(tx, items)
        })
      } catch (error) {
        if (isUnavailable(error)) throw error
        const [only, ...others] = items
        if (!only) throw error
        if (others.length === 0) await self.fail(ctx, only, error)
        else for (const item of items) await workAlone(ctx, item, work)
      }
      return true
    },
    figures: async (scope, now) => {
      const [oldest] = await collection.find(scope, asFilter({ ...dueBy(now), ...alive }), { sort: inOrder, limit: 1 })
      const depth = oldest ? await collection.count(scope, asFilter({ ...dueBy(now), ...alive }), COUNTED) : 0
      const since = oldest ? (oldest[dueAt as keyof Item] as Date).getTime() : now.getTime()
      return { depth, oldestAgeSeconds: (now.getTime() - since) / 1_000, dead: await collection.count(scope, asFilter(isDead), COUNTED) }
    },
    dead: (scope, limit) => collection.find(scope, asFilter(isDead), { sort: { id: 1 } as IndexKeys<Fields>, limit }),
    retry: async (ctx, id) => {
      const retrySome = () =>
        ctx.transact(async (tx) => {
          const some = await collection.find(tx, asFilter(id === undefined ? isDead : { ...isDead, id }), { limit: RETRIED_AT_ONCE })
          for (const item of some) await collection.saveUnchecked(tx, released(item))
          return some.length
        })
      let count = 0
      for (;;) {
        const some = await retrySome()
        count += some
        if (some < RETRIED_AT_ONCE) return count
      }
    },
  }
  return self
}
