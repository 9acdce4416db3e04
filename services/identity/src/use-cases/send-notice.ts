import type { Locale } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { makeMail } from '../domain/mail.ts'
import type { NoticeKind, NoticeValues } from '../domain/notice-mails.ts'
import { insertMail } from '../store/mails.ts'

/**
 * Queues an e-mail without a link, in the transaction that causes it.
 * @example await sendNotice(tx, 'second-factor-added', { userId: user.id, to: user.email, locale, values: { at: at.toISOString() } }, ctx)
 */
export async function sendNotice<Kind extends NoticeKind>(
  tx: Tx,
  kind: Kind,
  mail: { readonly userId?: string; readonly to: string; readonly locale: Locale; readonly values: NoticeValues<Kind> },
  ctx: Pick<Context<'system'>, 'now' | 'newId'>,
): Promise<void> {
  await insertMail(tx, makeMail({ id: ctx.newId(), kind, ...mail }, ctx.now()))
}
