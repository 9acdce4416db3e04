/** A service's part in deleting a user: locks them, reports unsettled work or money, and erases data. See ADR 0012. */
import {
  type DataOf,
  type DeletionObstacle,
  type ErrorCode,
  type EventDefinition,
  type EventDraft,
  refuse,
  UserDeleted,
  UserDeletionBlocked,
} from '@reelfair/contracts'
import { z } from 'zod'
import { type Collection, type DocumentOf, defineCollection } from './data/collection.ts'
import type { Filter } from './data/filter.ts'
import { on, worker } from './define.ts'
import { exportTasks } from './export-tasks.ts'
import { requestsSpec } from './http/requests.ts'
import { defineQueue, released } from './queue/queue.ts'
import { queueFields } from './queue/queue-state.ts'
import type { Context, ErasureRule, Scope, Subscription, Tx } from './service.ts'

/** Documents per transaction. */
const BATCH = 200
/**
 * A request that began before the deletion may still commit: tokens are valid for 20 s and transactions run for up to
 * 22 s. A last pass erases what such a request stored.
 */
const LAST_PASS_MS = 60_000

/** Every query needs an index. @example removes(sessions, (userId) => ({ userId })) */
export const removes = <Fields>(collection: Collection<Fields>, where: (userId: string) => Filter<Fields>): ErasureRule => ({
  collection: collection.name,
  erase: (tx, userId) => collection.removeSome(tx, where(userId), { limit: BATCH }),
})

/**
 * @param where must no longer match a changed document
 * @example changes(videos, (creatorId) => ({ creatorId, url: { $ne: '' } }), (video) => ({ ...video, url: '' }))
 */
export const changes = <Fields>(
  collection: Collection<Fields>,
  where: (userId: string) => Filter<Fields>,
  to: (document: DocumentOf<Fields>, userId: string) => DocumentOf<Fields>,
): ErasureRule => ({
  collection: collection.name,
  erase: async (tx, userId) => {
    const some = await collection.find(tx, where(userId), { limit: BATCH })
    for (const one of some) await collection.save(tx, to(one, userId))
    return some.length
  },
})

/** @example keeps(entries, 'money records: ids and amounts') */
export const keeps = ({ name }: { readonly name: string }, why: string): ErasureRule => ({ collection: name, kept: why })

/** The tombstones stay, and the settings do not identify users. */
const ownRules: readonly ErasureRule[] = [removes(exportTasks, (userId) => ({ userId }))]

type Tombstones = ReturnType<typeof defineTombstones>

const defineTombstones = () =>
  defineCollection('user_deletions', {
    state: z.enum(['open', 'locked', 'deleted']),
    /** The latest request that this service has answered or that was blocked. */
    attempt: z.int().min(0),
    deletedAt: z.date().optional(),
    /** Missing once everything is erased. */
    eraseDueAt: z.date().optional(),
    ...queueFields,
  }).index({ eraseDueAt: 1, id: 1 }, { where: { eraseDueAt: { $exists: true } } })

const tombstoneQueue = (tombstones: Tombstones) => defineQueue(tombstones, { name: 'user-erasures', dueAt: 'eraseDueAt' })

const lock = (tombstones: Tombstones, tx: Tx, userId: string) => tombstones.lock(tx, userId, { state: 'open', attempt: 0 })

/** @param examine runs after the user is locked, so it sees all work started before that */
type Examine<Definition extends EventDefinition> = (
  tx: Tx,
  request: DataOf<Definition>,
  ctx: Context,
) => Promise<{ readonly obstacles: readonly DeletionObstacle[]; readonly answer: EventDraft }>

const answerRequest =
  <Definition extends EventDefinition>(tombstones: Tombstones, examine: Examine<Definition>) =>
  async (data: object, ctx: Context) => {
    const { userId, attempt } = data as { userId: string; attempt: number }
    await ctx.transact(async (tx) => {
      const user = await lock(tombstones, tx, userId)
      if (user.state === 'deleted' || user.attempt >= attempt) return
      const { obstacles, answer } = await examine(tx, data as DataOf<Definition>, ctx)
      await tombstones.save(tx, { ...user, state: obstacles.length > 0 ? 'open' : 'locked', attempt })
      tx.emit(answer)
    })
  }

const unlockUser =
  (tombstones: Tombstones) =>
  ({ userId, attempt }: DataOf<typeof UserDeletionBlocked>, ctx: Context) =>
    ctx.transact(async (tx) => {
      const user = await lock(tombstones, tx, userId)
      // The block may arrive before its request.
      if (user.state !== 'deleted' && user.attempt <= attempt) await tombstones.save(tx, { ...user, state: 'open', attempt })
    })

const eraseNextUser =
  (tombstones: Tombstones, queue: ReturnType<typeof tombstoneQueue>, rules: readonly ErasureRule[]) =>
  (ctx: Context): Promise<boolean> =>
    queue.workInTransaction(ctx, 1, async (tx, [user]) => {
      if (!user) return
      for (const { erase } of rules) if (erase && (await erase(tx, user.id, ctx.now())) > 0) return
      await eraseResponses(tx, user.id)
      const last = new Date((user.deletedAt?.getTime() ?? 0) + LAST_PASS_MS)
      await tombstones.save(tx, released({ ...user, eraseDueAt: ctx.now() < last ? last : undefined }))
    })

/**
 * A service's part in deleting users. One document per user, which every use case that starts work writes, so
 * that starting work and locking the user conflict. After the deletion the document stays as a tombstone, so that a
 * late event stores no personal data.
 * @param rules every collection that the service lists needs at least one; `defineService` checks it. The kit has its
 *   own rules for the collections that it adds.
 * @example
 * userDeletion([removes(accounts, (creatorId) => ({ creatorId })), keeps(messages, 'ids only')])
 */
export function userDeletion(rules: readonly ErasureRule[]) {
  const tombstones = defineTombstones()
  const queue = tombstoneQueue(tombstones)

  async function markDeleted(tx: Tx, userId: string, at: Date): Promise<void> {
    const user = await lock(tombstones, tx, userId)
    if (user.state !== 'deleted') await tombstones.save(tx, { ...user, state: 'deleted', deletedAt: at, eraseDueAt: at })
  }

  const isClosing = async (tx: Tx, userId: string): Promise<boolean> => (await lock(tombstones, tx, userId)).state !== 'open'

  return {
    rules,
    collection: tombstones,
    queue,
    worker: worker('erase-users', 5_000, eraseNextUser(tombstones, queue, [...rules, ...ownRules])),
    markDeleted,
    /** Erases the user's data on `user.deleted`. */
    subscription: on(UserDeleted, ({ userId }, ctx: Context) => ctx.transact((tx) => markDeleted(tx, userId, ctx.now()))),
    /** Whether this service has agreed to the user's deletion. Locks the user until the transaction ends. */
    isClosing,
    /**
     * Every use case that starts work calls this in its transaction.
     * @throws Refusal `code` while the user's deletion is pending, and afterwards
     */
    refuseIfClosing: async (tx: Tx, userId: string, code: ErrorCode = 'account_closing'): Promise<void> => {
      if (await isClosing(tx, userId)) refuse(code)
    },
    /** Whether any of the users has been deleted, for event handlers that store personal data. */
    isDeleted: async (scope: Scope, ...userIds: readonly string[]): Promise<boolean> =>
      (await tombstones.byIds(scope, userIds)).some(({ state }) => state === 'deleted'),
    /** Answers each request once, and locks the user if there are no obstacles. */
    answers: <Definition extends EventDefinition>(request: Definition, examine: Examine<Definition>): readonly Subscription[] => [
      on(request as unknown as EventDefinition, answerRequest(tombstones, examine)),
      on(UserDeletionBlocked, unlockUser(tombstones)),
    ],
  }
}

/** Responses stored under idempotency keys, whose ids begin with the user's. */
const eraseResponses = (tx: Tx, userId: string) =>
  tx.unit.run(requestsSpec.name, ({ session }) =>
    tx.connection
      .getClient()
      .db(tx.connection.name)
      .collection<{ _id: string }>(requestsSpec.name)
      .deleteMany({ _id: { $gt: `${userId} `, $lt: `${userId}!` } }, { session }),
  )
