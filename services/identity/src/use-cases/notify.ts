import { type Locale, MAX_NOTIFICATIONS, NotificationsChanged } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { makeMail } from '../domain/mail.ts'
import { wantsMail } from '../domain/notification-choices.ts'
import { kinds } from '../domain/notification-kinds.ts'
import type { Message } from '../domain/notification-values.ts'
import { bellsOf, putBell } from '../store/bells.ts'
import { insertMail } from '../store/mails.ts'
import { insertNotification, removeNumbered } from '../store/notifications.ts'
import type { User } from '../store/users.ts'

/** A message to one user. */
export interface Addressed {
  readonly user: Pick<User, 'id' | 'email' | 'locale' | 'confirmedAt'>
  readonly message: Message
}

type Ctx = Pick<Context, 'now' | 'newId'>

const DEFAULT_LOCALE: Locale = 'en'

const mailTo = ({ id: userId, email: to, locale = DEFAULT_LOCALE }: Addressed['user'], notificationId: string, ctx: Ctx) =>
  makeMail({ id: ctx.newId(), kind: 'notification', userId, to, locale, values: { notificationId } }, ctx.now())

/**
 * Adds the messages to the users' bells in a constant number of round trips.
 * Guards: the inbox and the unique index; each user's bell, which every notification writes.
 */
export async function notifyAll(tx: Tx, messages: readonly Addressed[], eventId: string, ctx: Ctx): Promise<void> {
  const bells = await bellsOf(
    tx,
    messages.map(({ user }) => user.id),
  )
  const outdated: { userId: string; number: number }[] = []
  for (const { user, message } of messages) {
    const { id: userId } = user
    const id = ctx.newId()
    const bell = bells.get(userId)
    const number = (bell?.last ?? 0) + 1
    bells.set(userId, await putBell(tx, userId, bell, { last: number }))
    const { kind, values } = message
    const made = { id, userId, eventId, kind, number, values: { ...values }, createdAt: ctx.now(), readAt: null }
    await insertNotification(tx, made)
    const { group, mail } = kinds[kind]
    if (mail && user.confirmedAt && wantsMail(group, bell?.mailOff ?? [])) await insertMail(tx, mailTo(user, id, ctx))
    if (number > MAX_NOTIFICATIONS) outdated.push({ userId, number: number - MAX_NOTIFICATIONS })
    tx.emit(NotificationsChanged.of({ userId }))
  }
  if (outdated.length > 0) await removeNumbered(tx, outdated)
}
