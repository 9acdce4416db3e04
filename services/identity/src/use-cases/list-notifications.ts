import type { NotificationsPage, NotificationsQuery, UnreadCount } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { wordingOf } from '../domain/notification-wording.ts'
import { bellOf } from '../store/bells.ts'
import { namesFor } from '../store/names.ts'
import { countUnread, pageOfNotifications } from '../store/notifications.ts'

/** The user's notifications, newest first, with today's names. */
export async function listNotifications(query: NotificationsQuery, ctx: Context<'user'>): Promise<NotificationsPage> {
  const { readUpTo } = await bellOf(ctx, ctx.actor.id)
  const { items, ...rest } = await pageOfNotifications(ctx, ctx.actor.id, query)
  const names = await namesFor(
    ctx,
    items.map(({ values }) => values),
  )
  const now = ctx.now().toISOString()
  return {
    ...rest,
    items: items.map(({ id, number, kind, values, createdAt, readAt }) => {
      const { answerBy } = values
      return {
        id,
        number,
        kind,
        ...wordingOf({ kind, values }, ctx.locale, names),
        ...(typeof answerBy === 'string' && answerBy > now && { answerBy }),
        createdAt: createdAt.toISOString(),
        isRead: readAt !== null || number <= readUpTo,
      }
    }),
  }
}

export async function countUnreadNotifications(_: unknown, ctx: Context<'user'>): Promise<UnreadCount> {
  const { readUpTo } = await bellOf(ctx, ctx.actor.id)
  return { unread: await countUnread(ctx, ctx.actor.id, readUpTo) }
}
