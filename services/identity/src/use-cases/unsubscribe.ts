import { refuse, type Unsubscribed, type UnsubscribeInput } from '@reelfair/contracts'
import type { Context, RawRequest } from '@reelfair/service-kit'
import { readUnsubscribe } from '../adapters/unsubscribe-token.ts'
import { isOptional } from '../domain/notification-choices.ts'
import { groups } from '../domain/notification-groups.ts'
import type { Ports } from '../ports.ts'
import { userById } from '../store/users.ts'
import { switchMail } from './choose-notifications.ts'

/**
 * Switches off the e-mails of one group, without a session: the token alone identifies the user. Repeating the request
 * changes nothing.
 * @throws Refusal `unsubscribe_invalid` for a forged or expired token, and for a group that cannot be switched off
 */
export async function unsubscribe({ token }: UnsubscribeInput, ctx: Context<'visitor', Ports>): Promise<Unsubscribed> {
  const asked = readUnsubscribe(token, ctx.ports.unsubscribeKey, ctx.now())
  if (!asked || !isOptional(asked.group)) return refuse('unsubscribe_invalid')
  const { userId, group } = asked
  await ctx.transact(async (tx) => {
    if (!(await userById(tx, userId))) refuse('unsubscribe_invalid')
    await switchMail(tx, userId, group, false)
  })
  return { group, name: groups[group].name[ctx.locale] }
}

/** The request that a mailbox provider sends for its “unsubscribe” button. @source RFC 8058 */
export async function unsubscribeByMailbox({ body, params: { token = '' } }: RawRequest, ctx: Context<'visitor', Ports>): Promise<void> {
  // Link scanners also send POST requests, but without this field.
  if (!/List-Unsubscribe[\s\S]{0,200}One-Click/i.test(body.toString('latin1'))) refuse('unsubscribe_invalid')
  await unsubscribe({ token }, ctx)
}
