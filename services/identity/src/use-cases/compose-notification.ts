import type { Context } from '@reelfair/service-kit'
import { signUnsubscribe } from '../adapters/unsubscribe-token.ts'
import { layOut } from '../domain/mail-layout.ts'
import { isOptional, wantsMail } from '../domain/notification-choices.ts'
import { kinds } from '../domain/notification-kinds.ts'
import { notificationMail } from '../domain/notification-mail.ts'
import { isTooLate } from '../domain/notification-values.ts'
import { wordingOf } from '../domain/notification-wording.ts'
import type { Ports } from '../ports.ts'
import { bellOf } from '../store/bells.ts'
import type { StoredMail } from '../store/mails.ts'
import { namesFor } from '../store/names.ts'
import { notificationById } from '../store/notifications.ts'

/**
 * Composes a notification's e-mail with today's names.
 * @returns undefined if the user has since switched it off, its deadline has passed, or it was deleted
 */
export async function composeNotification({ locale, values }: StoredMail, ctx: Context<'system', Ports>) {
  const notification = await notificationById(ctx, String(values?.notificationId))
  if (!notification) return undefined
  const { kind, userId, values: kept } = notification
  if (isTooLate(kept, ctx.now())) return undefined
  const { group } = kinds[kind]
  const { mailOff } = await bellOf(ctx, userId)
  if (!wantsMail(group, mailOff)) return undefined
  const { publicOrigin: origin, unsubscribeKey } = ctx.ports
  const unsubscribeUrl = isOptional(group)
    ? `${origin}/unsubscribe/${signUnsubscribe({ userId, group, at: ctx.now() }, unsubscribeKey)}`
    : undefined
  const { title, text, link } = wordingOf({ kind, values: kept }, locale, await namesFor(ctx, [kept]), 'mail')
  const mail = notificationMail({ title, text, link: link.label }, { group, href: origin + link.href, locale, unsubscribeUrl })
  return { ...layOut(mail, locale), unsubscribeUrl }
}
