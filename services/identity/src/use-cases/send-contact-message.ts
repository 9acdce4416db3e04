import { type ContactInput, type ContactSent, refuse } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { networkKeyOf } from '../adapters/network-key.ts'
import { recordMailRequest } from '../domain/throttle.ts'
import type { Ports } from '../ports.ts'
import { settingAt } from '../store/setting-changes.ts'
import { lockThrottle, saveThrottle, throttleId } from '../store/throttles.ts'
import { emailKeyOf } from '../store/users.ts'
import { sendNotice } from './send-notice.ts'

/** Strangers can enter anyone's address, so the wait between two messages grows. */
const COOL_DOWN = { firstMs: 30_000, longestMs: 15 * 60_000 }
/** An identical message sent within this time counts as a repeat. */
const SAME_MS = 24 * 3_600_000
/** Copies go to any address that a visitor enters, so the form must not send many. The form states this limit. */
const COPIES = { most: 3, withinMs: 24 * 3_600_000 }

/**
 * E-mails a message to support, and a copy to its writer, up to a daily limit of copies per network. Concurrent
 * requests must all write the address's throttle, so a message submitted twice at the same time is sent only once.
 * @throws Refusal `contact_too_soon`
 */
export async function sendContactMessage(input: ContactInput, ctx: Context<'visitor', Ports>): Promise<ContactSent> {
  const { name, email, topic, message } = input
  const at = ctx.now()
  await ctx.transact(async (tx) => {
    const asked = await lockThrottle(tx, throttleId('contact-address', emailKeyOf(email)), at)
    const same = await lockThrottle(tx, throttleId('contact-message', JSON.stringify([emailKeyOf(email), topic, name, message])), at)
    if (same.endsAt > at) return
    const recorded = recordMailRequest(asked, at, COOL_DOWN)
    if ('retryAfterMs' in recorded) return refuse('contact_too_soon', { seconds: Math.ceil(recorded.retryAfterMs / 1_000) })
    await saveThrottle(tx, recorded.attempts)
    await saveThrottle(tx, { ...same, count: 1, endsAt: new Date(at.getTime() + SAME_MS) })
    const { value: support } = await settingAt(tx, 'support_email', at)
    await sendNotice(tx, 'contact-message', { to: support, locale: ctx.locale, values: { name, email, topic, message } }, ctx)
    if (await takeCopy(tx, networkKeyOf(ctx.ip, ctx.ports.networkKey), at))
      await sendNotice(tx, 'contact-copy', { to: email, locale: ctx.locale, values: { name, email, topic, message, support } }, ctx)
  })
  return { email }
}

/** @returns whether the network may trigger another copy; its day begins with the first one */
async function takeCopy(tx: Tx, network: string, at: Date): Promise<boolean> {
  const copies = await lockThrottle(tx, throttleId('contact-copies', network), at)
  const { count, endsAt } = copies.endsAt > at ? copies : { count: 0, endsAt: new Date(at.getTime() + COPIES.withinMs) }
  if (count >= COPIES.most) return false
  await saveThrottle(tx, { ...copies, count: count + 1, endsAt })
  return true
}
