import { type NotificationPath, NotificationsChanged, type ReadAll } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import { lockBell, saveBell } from '../store/bells.ts'
import { notificationById, saveNotification } from '../store/notifications.ts'

/** Marks one notification; someone else's counts as missing. Marking it again changes nothing. */
export const markRead = ({ notificationId }: NotificationPath, ctx: Context<'user'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const notification = await notificationById(tx, notificationId)
    const own = found(notification?.userId === ctx.actor.id ? notification : undefined)
    if (own.readAt !== null) return
    await saveNotification(tx, { ...own, readAt: ctx.now() })
    tx.emit(NotificationsChanged.of({ userId: own.userId }))
  })

/** Marks everything that the user has seen. Guard: the user's bell, which all contenders write. */
export const markAllRead = ({ upTo }: ReadAll, ctx: Context<'user'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const bell = await lockBell(tx, ctx.actor.id)
    const readUpTo = Math.min(upTo, bell.last)
    if (readUpTo <= bell.readUpTo) return
    await saveBell(tx, { ...bell, readUpTo })
    tx.emit(NotificationsChanged.of({ userId: ctx.actor.id }))
  })
