/**
 * A user’s notifications, newest first by `number`. Guards: one per user, event and kind; the user's bell assigns the
 * numbers, and every insert writes it. `remove-old-records.ts` removes notifications after 12 months.
 */
import { Id, MAX_UNREAD, NotificationKind } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const notifications = defineCollection('notifications', {
  userId: Id,
  /** The event, or the occasion of a notification without an event. */
  eventId: String,
  kind: NotificationKind,
  number: z.int().min(1),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: Date,
  /** Null until the user reads this one; the bell's `readUpTo` marks older ones together. */
  readAt: z.date().nullable(),
})
  .unique('notified_already', { userId: 1, eventId: 1, kind: 1 })
  .index({ userId: 1, number: -1, id: -1 })
  .index({ userId: 1, readAt: 1, number: 1 })
  .index({ createdAt: 1 })

export type StoredNotification = Stored<typeof notifications>

export const notificationById = (scope: Scope, id: string) => notifications.byId(scope, id)

export const insertNotification = (tx: Tx, notification: Omit<StoredNotification, 'version'>) => notifications.insert(tx, notification)

export const saveNotification = (tx: Tx, notification: StoredNotification) => notifications.save(tx, notification)

export const pageOfNotifications = (scope: Scope, userId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) =>
  notifications.page(scope, { userId }, { sort: { number: -1 }, limit, cursor })

/** Stops counting at `MAX_UNREAD`. */
export const countUnread = (scope: Scope, userId: string, readUpTo: number) =>
  notifications.count(scope, { userId, readAt: null, number: { $gt: readUpTo } }, MAX_UNREAD)

export const removeNotificationsBefore = (tx: Tx, time: Date, limit: number) =>
  notifications.removeSome(tx, { createdAt: { $lt: time } }, { limit })

/** Removes what exceeds the limit per user. */
export const removeNumbered = (tx: Tx, outdated: readonly { readonly userId: string; readonly number: number }[]) =>
  notifications.removeSome(tx, { $or: outdated }, { limit: outdated.length })
