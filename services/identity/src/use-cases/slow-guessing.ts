import { setTimeout as pause } from 'node:timers/promises'
import { refuse } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { networkKeyOf } from '../adapters/network-key.ts'
import { isUnderAttack, pauseAfter, recordFailure, takeTurn } from '../domain/throttle.ts'
import type { Ports } from '../ports.ts'
import { lockThrottle, removeThrottle, saveThrottle, throttleById, throttleId, throttlesById } from '../store/throttles.ts'
import { emailKeyOf } from '../store/users.ts'

export interface Attempt {
  /** An e-mail address, a user's id, or the hash of a link's secret. */
  readonly subject: string
  /** The browser's device, if this user has signed in on it before. */
  readonly deviceId?: string | undefined
  readonly ip?: string | undefined
}

/** `own` counts the failures of a known device or, for any other device, of its network. */
const idsOf = ({ subject, deviceId, ip }: Attempt, { networkKey }: Ports): { own: string; address?: string } =>
  deviceId === undefined
    ? { own: throttleId('sign-in-network', networkKeyOf(ip, networkKey)), address: throttleId('sign-in-address', emailKeyOf(subject)) }
    : { own: throttleId('sign-in-device', deviceId) }

/**
 * Rejects attempts from a network or known device with too many failures. On an address with too many failures,
 * limits unknown devices to one attempt per second.
 * @returns whether the address has failures for the correct password to clear
 * @throws Refusal `sign_in_slowed`
 */
export async function waitForTurn(attempt: Attempt, ctx: Context<'visitor', Ports>): Promise<boolean> {
  const ids = idsOf(attempt, ctx.ports)
  const at = ctx.now()
  const { own, address } = await throttlesById(ctx, ids)
  const pauseMs = pauseAfter(own, at)
  if (pauseMs > 0) refuse('sign_in_slowed', { seconds: Math.ceil(pauseMs / 1_000) })
  const { address: queueId } = ids
  if (queueId === undefined || !isUnderAttack(address, at)) return address !== undefined
  const waitMs = await ctx.transact(async (tx) => {
    const turn = takeTurn(await lockThrottle(tx, queueId, at), at)
    if ('retryAfterMs' in turn) return refuse('sign_in_slowed', { seconds: Math.ceil(turn.retryAfterMs / 1_000) })
    await saveThrottle(tx, turn.attempts)
    return turn.waitMs
  })
  await pause(waitMs)
  return true
}

/**
 * Counts failures for unknown addresses too, so that neither the response nor its cost reveals whether a user exists.
 * @param alongside other writes in the same transaction
 */
export const countWrongGuess = (attempt: Attempt, ctx: Context<'visitor', Ports>, alongside?: (tx: Tx) => Promise<void>): Promise<void> =>
  ctx.transact(async (tx) => {
    const at = ctx.now()
    for (const id of Object.values(idsOf(attempt, ctx.ports))) {
      await saveThrottle(tx, recordFailure(await lockThrottle(tx, id, at), at))
    }
    await alongside?.(tx)
  })

/**
 * Clears the address's failures but not the network's; otherwise, guessers could clear those by signing in to their own
 * accounts.
 */
export async function forgetFailures(email: string, ctx: Context<'visitor'>): Promise<void> {
  await ctx.transact(async (tx) => {
    const throttle = await throttleById(tx, throttleId('sign-in-address', emailKeyOf(email)))
    if (throttle) await removeThrottle(tx, throttle)
  })
}
