/**
 * A work queue in a collection: claims items by lease, retries them after failures and sets them aside when they keep
 * failing.
 */
import type { Collection, DocumentOf } from '../data/collection.ts'
import type { CollectionSpec } from '../data/collection-spec.ts'
import { isUnavailable } from '../data/faults.ts'
import type { Filter, IndexKeys } from '../data/filter.ts'
import { inBatches } from '../data/in-batches.ts'
import type { AnyQueue, Context, Scope, Tx } from '../service.ts'
import type { Queued } from './queue-state.ts'

export interface QueueOptions<Fields> {
  /** Unique within the service, in kebab case; appears in log lines, metrics and commands. */
  readonly name: string
  /**
   * The field with an item's due date in product time. An index must start with the fields fixed by `where`, followed
   * by this field.
   */
  readonly dueAt: keyof Fields & string
  /** Selects the queue's documents. Default: all documents with a due date. */
  readonly where?: Filter<Fields>
  /** Duration of a claim in milliseconds of machine time; must exceed the longest piece of work. Default: 60,000. */
  readonly leaseMs?: number
  /** Lets operators delete items that are set aside. Default: they can only be retried. */
  readonly isDiscardable?: boolean
}

type Work = Pick<Context, 'connection' | 'transact' | 'now' | 'newId' | 'log'>
type Prepare<Fields> = (items: readonly DocumentOf<Fields>[], now: Date) => readonly DocumentOf<Fields>[]
type WorkIn<Fields> = (tx: Tx, items: readonly DocumentOf<Fields>[]) => Promise<unknown>
type Find<Fields> = (scope: Scope, now: Date, limit: number) => Promise<readonly DocumentOf<Fields>[]>

const LEASE_MS = 60_000
const COUNTED = 10_000
const POSTPONED_READ = 1_000
/**
 * Consecutive failures before the queue sets an item aside; with the delays between attempts, this takes a little over
 * an hour.
 */
export const MAX_FAILURES = 10
const FIRST_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 30 * 60_000
const PROBLEM_CHARACTERS = 300

const pauseAfter = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)

const machineNow = () => new Date()

const EXPIRED = 'lease expired without an outcome'

/** Removes the claim and failures from an item, whose worker then saves the item with its outcome. */
export const released = <Item extends Queued>({ queue: _, ...item }: Item): Item => item as Item

/**
 * Defines a queue over a collection's documents; at most one per collection.
 * @example
 * const mailQueue = defineQueue(mails, { name: 'mails', dueAt: 'dueAt', where: { state: 'waiting' } })
 * const sendNextMail = (ctx: Work) => mailQueue.workOne(ctx, (mail) => send(mail, ctx))
 */
export function defineQueue<Fields extends Queued>(collection: Collection<Fields>, options: QueueOptions<Fields>): Queue<Fields> {
  const fixed = Object.fromEntries(Object.keys(options.where ?? {}).map((field) => [field, 1]))
  for (const field of ['queue.deadAt', 'queue.dueSince'])
    collection.index({ ...fixed, [field]: 1, id: 1 } as IndexKeys<Fields>, { where: asFilter({ [field]: { $exists: true } }) })
  return new Queue(collection, options)
}

/** Whether `defineQueue` has turned the collection into a queue. */
export const isQueue = ({ indexes }: CollectionSpec): boolean => indexes.some(({ key }) => 'queue.deadAt' in key)

/** Matches every date. A range, so that the database uses the index. */
const ANY_DATE = { $gte: new Date(0) }

const ALIVE = { 'queue.deadAt': { $exists: false } }

export class Queue<Fields extends Queued> implements AnyQueue {
  readonly name: string
  readonly collection: string
  readonly isDiscardable: boolean
  readonly #items: Collection<Fields>
  readonly #dueAt: keyof Fields & string
  readonly #where: Filter<Fields>
  readonly #leaseMs: number
  #failures = 0

  constructor(items: Collection<Fields>, { name, dueAt, where = {}, leaseMs = LEASE_MS, isDiscardable = false }: QueueOptions<Fields>) {
    this.name = name
    this.collection = items.name
    this.#items = items
    this.#dueAt = dueAt
    this.#where = where
    this.#leaseMs = leaseMs
    this.isDiscardable = isDiscardable
  }

  get failures(): number {
    return this.#failures
  }

  // —— finding ——

  due(scope: Scope, now: Date, limit: number, also?: Filter<Fields>): Promise<DocumentOf<Fields>[]> {
    return this.#items.find(scope, this.#dueAndFree(now, also), { sort: this.#inOrder(), limit })
  }

  countDue(scope: Scope, now: Date, atMost: number, also?: Filter<Fields>): Promise<number> {
    return this.#items.count(scope, this.#dueAndFree(now, also), atMost)
  }

  async figures(scope: Scope, now: Date) {
    const dueItems = { ...this.#dueBy(now), ...ALIVE }
    const postponedItems = { ...this.#where, [this.#dueAt]: { $exists: true }, 'queue.dueSince': ANY_DATE, ...ALIVE }
    // A postponed item is due since before its due date, so the oldest one is among these two.
    const [due] = await this.#items.find(scope, asFilter(dueItems), { sort: this.#inOrder(), limit: 1 })
    const byDueSince = { 'queue.dueSince': 1, id: 1 } as IndexKeys<Fields>
    // Read rather than counted, because an index of due dates would lead through all planned items. Some queues have
    // many.
    const postponed = await this.#items.find(scope, asFilter(postponedItems), { sort: byDueSince, limit: POSTPONED_READ })
    const later = postponed.filter((item) => (item[this.#dueAt as keyof DocumentOf<Fields>] as Date) > now).length
    const sinceOf = (item: typeof due) => (item ? this.#dueSince(item) : now).getTime()
    const depth = await this.#items.count(scope, asFilter(dueItems), COUNTED)
    return {
      depth: Math.min(depth + later, COUNTED),
      oldestAgeSeconds: (now.getTime() - Math.min(now.getTime(), sinceOf(due), sinceOf(postponed[0]))) / 1_000,
      dead: await this.#items.count(scope, this.#isDead(), COUNTED),
    }
  }

  #dueSince(item: DocumentOf<Fields>): Date {
    return item.queue?.dueSince ?? (item[this.#dueAt as keyof DocumentOf<Fields>] as Date)
  }

  dead(scope: Scope, limit: number): Promise<DocumentOf<Fields>[]> {
    return this.#items.find(scope, this.#isDead(), { sort: { id: 1 } as IndexKeys<Fields>, limit })
  }

  #dueBy(now: Date): object {
    return { ...this.#where, [this.#dueAt]: { $lte: now } }
  }

  #dueAndFree(now: Date, also?: object): Filter<Fields> {
    const free = { ...ALIVE, 'queue.leaseUntil': { $not: { $gt: machineNow() } }, 'queue.retryAt': { $not: { $gt: now } } }
    return asFilter({ ...this.#dueBy(now), ...free, ...also })
  }

  #isDead(also?: object): Filter<Fields> {
    return asFilter({ ...this.#where, [this.#dueAt]: { $exists: true }, 'queue.deadAt': ANY_DATE, ...also })
  }

  #inOrder(): IndexKeys<Fields> {
    return { [this.#dueAt]: 1, id: 1 } as IndexKeys<Fields>
  }

  // —— claiming ——

  /** Returns a claim for a document that its worker inserts and immediately processes. */
  lease(ctx: Pick<Context, 'newId'>) {
    return { holder: ctx.newId(), leaseUntil: new Date(machineNow().getTime() + this.#leaseMs), failures: 0 }
  }

  isMine(item: (DocumentOf<Fields> & Queued) | undefined, claimed: DocumentOf<Fields> & Queued): boolean {
    return item?.queue?.holder !== undefined && item.queue.holder === claimed.queue?.holder
  }

  /**
   * Claims due items in a separate transaction; each item goes to one claimant. Sets aside items whose lease has
   * expired too often.
   * @param prepare changes the found items together with the claim; items that it leaves out stay unclaimed
   * @param find selects items other than the due ones; the queue skips leased items and those set aside
   */
  async claim(
    ctx: Work,
    limit = 1,
    prepare: Prepare<Fields> = (items) => items,
    find: Find<Fields> = (scope, now, most) => this.due(scope, now, most),
  ): Promise<DocumentOf<Fields>[]> {
    for (;;) {
      // Usually nothing is due, and this check needs no transaction.
      if ((await find(ctx, ctx.now(), 1)).length === 0) return []
      const taken = await ctx.transact(async (tx) => {
        const items: DocumentOf<Fields>[] = []
        for (const item of prepare(await find(tx, ctx.now(), limit), ctx.now())) {
          const mine = await this.#claimIn(tx, item, ctx)
          if (mine) items.push(mine)
        }
        return items
      })
      const claimed = taken.filter(({ queue }) => !queue?.deadAt)
      if (claimed.length > 0 || taken.length === 0) return claimed
    }
  }

  /**
   * Claims an item, or sets it aside if its lease has expired too often. Returns undefined if another worker holds the
   * item or the item is already set aside.
   */
  async #claimIn(tx: Tx, item: DocumentOf<Fields>, ctx: Work): Promise<DocumentOf<Fields> | undefined> {
    const { queue } = item
    if (queue?.deadAt || (queue?.leaseUntil && queue.leaseUntil > machineNow())) return undefined
    const after = queue?.leaseUntil ? afterFailure(item, EXPIRED, ctx.now()) : { failures: 0, ...queue }
    if (!after.deadAt) return this.#save(tx, item, { ...this.lease(ctx), failures: after.failures, dueSince: after.dueSince })
    const dead = await this.#save(tx, item, after)
    this.#report(tx, dead, EXPIRED, ctx)
    return dead
  }

  #save(tx: Tx, item: DocumentOf<Fields>, queue: Queued['queue']) {
    return this.#items.saveUnchecked(tx, { ...item, queue })
  }

  // —— working ——

  /**
   * Runs `work` on a claimed item. Records an error as the item's failure, unless the database is down.
   * @returns undefined after a failure
   */
  async attempt<T>(ctx: Work, claimed: DocumentOf<Fields>, work: (claimed: DocumentOf<Fields>) => Promise<T>): Promise<T | undefined> {
    try {
      return await work(claimed)
    } catch (error) {
      if (isUnavailable(error)) throw error
      await this.fail(ctx, claimed, error)
      return undefined
    }
  }

  /**
   * One turn of a worker with external calls: claim → work → record. `work` must record its outcome in a transaction
   * that checks `isMine` and saves `released(item)`. An error counts only against this item.
   * @returns whether the queue had an item
   */
  async workOne(ctx: Work, work: (claimed: DocumentOf<Fields>) => Promise<void>, prepare?: Prepare<Fields>): Promise<boolean> {
    const [claimed] = await this.claim(ctx, 1, prepare)
    if (claimed) await this.attempt(ctx, claimed, work)
    return claimed !== undefined
  }

  /**
   * One turn of a worker whose work is a single transaction and needs no lease. Processes up to `limit` items together;
   * if that throws, processes each item separately.
   * @returns whether the queue had an item
   */
  async workInTransaction(ctx: Work, limit: number, work: WorkIn<Fields>): Promise<boolean> {
    if ((await this.due(ctx, ctx.now(), 1)).length === 0) return false
    let items: readonly DocumentOf<Fields>[] = []
    try {
      await ctx.transact(async (tx) => {
        items = await this.due(tx, ctx.now(), limit)
        if (items.length > 0) await work(tx, items)
      })
    } catch (error) {
      if (isUnavailable(error)) throw error
      const [only, ...others] = items
      if (!only) throw error
      if (others.length === 0) await this.fail(ctx, only, error)
      else for (const item of items) await this.#workAlone(ctx, item, work)
    }
    return true
  }

  async #workAlone(ctx: Work, { id }: DocumentOf<Fields>, work: WorkIn<Fields>): Promise<void> {
    let item: DocumentOf<Fields> | undefined
    try {
      await ctx.transact(async (tx) => {
        item = await this.#items.findOne(tx, this.#dueAndFree(ctx.now(), { id }))
        if (item) await work(tx, [item])
      })
    } catch (error) {
      if (isUnavailable(error) || !item) throw error
      await this.fail(ctx, item, error)
    }
  }

  // —— failing ——

  /** Schedules a retry of a claimed item, or sets the item aside with an alarm. */
  async fail(ctx: Work, claimed: DocumentOf<Fields>, error: unknown): Promise<void> {
    await ctx.transact(async (tx) => {
      const current = await this.#items.byId(tx, claimed.id)
      // An unclaimed item has no holder, so a changed version means that another worker has taken it.
      const isSame = claimed.queue?.holder ? this.isMine(current, claimed) : current?.version === claimed.version
      if (current && isSame) this.#report(tx, await this.#save(tx, current, afterFailure(current, error, ctx.now())), error, ctx)
    })
  }

  #report(tx: Tx, { id, queue }: DocumentOf<Fields>, error: unknown, ctx: Work): void {
    this.countFailure(tx)
    const about = { queue: this.name, item: id, failures: queue?.failures, error }
    tx.unit.afterCommit(() => {
      if (queue?.deadAt) ctx.log.error(about, 'queue item set aside after repeated failures')
      else ctx.log.warn(about, 'queue item failed; retry scheduled')
    })
  }

  /** Counts a failure in the metrics, for work that gives an item up after a fault outside. */
  countFailure(tx: Tx): void {
    tx.unit.afterCommit(() => {
      this.#failures += 1
    })
  }

  /**
   * Releases an item that must wait because of a fault outside, such as a mail server that is down. Counts a failure,
   * but not towards setting the item aside. Until the item is released otherwise, its age counts from when it first
   * became due. A planned wait saves `released(item)` instead.
   * @param current the item as stored
   * @param postponed the item with its outcome and a later due date
   * @example if (outcome.isDown) await mailQueue.postpone(tx, mail, { ...mail, dueAt: later(ctx.now(), 60_000) })
   */
  postpone(tx: Tx, current: DocumentOf<Fields>, postponed: DocumentOf<Fields>): Promise<DocumentOf<Fields>> {
    this.countFailure(tx)
    return this.#items.save(tx, { ...postponed, queue: { failures: 0, dueSince: this.#dueSince(current) } })
  }

  async retry(ctx: Pick<Context, 'connection' | 'transact'>, id?: string): Promise<number> {
    const which = this.#isDead(id === undefined ? {} : { id })
    return inBatches(ctx, async (tx, limit) => {
      const some = await this.#items.find(tx, which, { limit })
      for (const item of some) await this.#items.saveUnchecked(tx, released(item))
      return some.length
    })
  }

  async discard(ctx: Pick<Context, 'connection' | 'transact' | 'log'>, id: string): Promise<boolean> {
    const isDiscarded = await ctx.transact(async (tx) => {
      const item = await this.#items.findOne(tx, this.#isDead({ id }))
      if (item) await this.#items.remove(tx, item)
      return item !== undefined
    })
    // Commands log warnings and errors only; their context adds the command's name.
    if (isDiscarded) ctx.log.warn({ queue: this.name, item: id }, 'queue item discarded by an operator')
    return isDiscarded
  }
}

const asFilter = <Fields>(filter: object) => filter as Filter<Fields>

function afterFailure({ queue }: Queued, error: unknown, now: Date): NonNullable<Queued['queue']> {
  const { dueSince } = queue ?? {}
  const failures = (queue?.failures ?? 0) + 1
  const problem = String(error).slice(0, PROBLEM_CHARACTERS)
  if (failures >= MAX_FAILURES) return { failures, problem, deadAt: now }
  return { failures, problem, dueSince, retryAt: new Date(now.getTime() + pauseAfter(failures)) }
}
