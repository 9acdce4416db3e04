/**
 * A work queue in a collection: items are claimed by lease, retried after failures and set aside when they keep
 * failing.
 */
import type { Collection, DocumentOf } from '../data/collection.ts'
import { isUnavailable } from '../data/faults.ts'
import type { Filter, IndexKeys } from '../data/filter.ts'
import type { AnyQueue, Context, Scope, Tx } from '../service.ts'
import type { Queued } from './queue-state.ts'

export interface QueueOptions<Fields> {
  /** Unique within the service, in kebab case; used in log lines, metrics and commands. */
  readonly name: string
  /**
   * The field with an item's due date in product time. An index must start with the fields fixed by `where`, followed
   * by this one.
   */
  readonly dueAt: keyof Fields & string
  /** Selects the documents that belong to the queue. Default: all documents with a due date. */
  readonly where?: Filter<Fields>
  /**
   * Duration of a claim in milliseconds of machine time; must be longer than any piece of work takes. Default: 60,000.
   */
  readonly leaseMs?: number
}

export interface Queue<Fields> extends AnyQueue {
  /** Returns due, unclaimed items, oldest first. */
  due(scope: Scope, now: Date, limit: number, also?: Filter<Fields>): Promise<DocumentOf<Fields>[]>
  /** Counts due, unclaimed items, but no more than `atMost`. */
  countDue(scope: Scope, now: Date, atMost: number, also?: Filter<Fields>): Promise<number>
  /**
   * Claims due items in a separate transaction; each item goes to one claimant. Sets aside items whose lease has
   * expired too often and tries the next ones instead.
   * @param prepare changes the found items together with the claim; items that it leaves out stay unclaimed
   * @param find selects which items to claim instead of the due ones; leased items and those set aside are skipped
   */
  claim(ctx: Work, limit?: number, prepare?: Prepare<Fields>, find?: Find<Fields>): Promise<DocumentOf<Fields>[]>
  /** Returns a claim for a document that is inserted while it is being processed. */
  lease(ctx: Pick<Context, 'newId'>): Queued['queue']
  /** Whether this claim still holds the item. */
  isMine(item: (DocumentOf<Fields> & Queued) | undefined, claimed: DocumentOf<Fields> & Queued): boolean
  /** Records a claimed item's failure: schedules a retry, or sets the item aside with an alarm. */
  fail(ctx: Work, claimed: DocumentOf<Fields>, error: unknown): Promise<void>
  /**
   * Runs `work` on a claimed item. Records an error as the item's failure, unless the database is unavailable.
   * @returns undefined after a failure
   */
  attempt<T>(ctx: Work, claimed: DocumentOf<Fields>, work: (claimed: DocumentOf<Fields>) => Promise<T>): Promise<T | undefined>
  /**
   * One turn of a worker with external calls: claim → work → record. `work` must record its outcome in a transaction
   * that checks `isMine` and saves `released(item)`; an error counts as a failure only for this item.
   * @returns whether an item was found
   */
  workOne(ctx: Work, work: (claimed: DocumentOf<Fields>) => Promise<void>, prepare?: Prepare<Fields>): Promise<boolean>
  /**
   * One turn of a worker whose work is a single transaction and needs no lease. Processes up to `limit` items together;
   * if that throws, processes each one separately.
   * @returns whether an item was found
   */
  workInTransaction(ctx: Work, limit: number, work: (tx: Tx, items: readonly DocumentOf<Fields>[]) => Promise<unknown>): Promise<boolean>
}

type Work = Pick<Context, 'connection' | 'transact' | 'now' | 'newId' | 'log'>
type Prepare<Fields> = (items: readonly DocumentOf<Fields>[], now: Date) => readonly DocumentOf<Fields>[]
type Find<Fields> = (scope: Scope, now: Date, limit: number) => Promise<readonly DocumentOf<Fields>[]>

const LEASE_MS = 60_000
const COUNTED = 10_000
const RETRIED_AT_ONCE = 100
/**
 * Number of consecutive failures after which an item is set aside; with the delays between attempts, that takes a
 * little over an hour.
 */
export const MAX_FAILURES = 10
const FIRST_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 30 * 60_000
const PROBLEM_CHARACTERS = 300

/** Milliseconds between a failure and the next attempt. @example pauseAfter(3) // 40_000 */
const pauseAfter = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)

const machineNow = () => new Date()

const EXPIRED = 'lease expired without an outcome'

/** Returns an item without its claim and failures, to be saved with its outcome. */
export const released = <Item extends Queued>({ queue: _, ...item }: Item): Item => item as Item

/**
 * Defines a queue over a collection's documents; at most one per collection.
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

  /** Returns a copy of an item with one more failure. */
  function failed(item: Item, error: unknown, now: Date): Item {
    const failures = (item.queue?.failures ?? 0) + 1
    const problem = String(error).slice(0, PROBLEM_CHARACTERS)
    if (failures >= MAX_FAILURES) return withState(item, { failures, problem, deadAt: now })
    return withState(item, { failures, problem, retryAt: new Date(now.getTime() + pauseAfter(failures)) })
  }

  /** Called after the commit, because a transaction may run several times or be rolled back. */
  function report({ id, queue }: Item, err: unknown, ctx: Work): void {
    seen += 1
    const about = { queue: name, item: id, failures: queue?.failures, err }
    if (queue?.deadAt) ctx.log.error(about, 'queue item set aside after repeated failures')
    else ctx.log.warn(about, 'queue item failed; retry scheduled')
  }

  /**
   * Claims an item, or sets it aside if its lease has expired too often. Returns undefined if another worker holds the
   * item or it is already set aside.
   */
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
        // Usually nothing is due, and checking for due items needs no transaction.
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
        // An unclaimed item has no holder, so a new version means that another worker has taken it.
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
      // Usually nothing is due, so first check for due items without a transaction.
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
