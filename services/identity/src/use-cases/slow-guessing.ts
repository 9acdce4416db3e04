/** What guessing passwords costs: reads before a sign-in, writes after a wrong password. */
import { setTimeout as pause } from 'node:timers/promises'
import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isUnderAttack, networkOf, noteFailure, pauseAfter, takeTurn } from '../domain/throttle.ts'
import { lockThrottle, removeThrottle, saveThrottle, throttleById, throttleId, throttlesById } from '../store/throttles.ts'
import { emailKeyOf } from '../store/users.ts'

interface Attempt {
  /** An e-mail address, or what a link is known by. */
  readonly whom: string
  /** The device, if this person has signed in there before. */
  readonly deviceId?: string | undefined
  readonly ip?: string | undefined
}

/** Where failures are counted: a known device's by themselves, all others by address and network. `own` pauses the next tries from there. */
const idsOf = ({ whom, deviceId, ip }: Attempt): { own: string; address?: string } =>
  deviceId === undefined
    ? { own: throttleId('sign-in-network', networkOf(ip ?? '')), address: throttleId('sign-in-address', emailKeyOf(whom)) }
    : { own: throttleId('sign-in-device', deviceId) }

/**
 * Lets a sign-in go on, late if need be. A network or device with many failures is told when to come back. An address with many failures takes one stranger
 * per second; its owner's devices are not among them.
 * @returns whether the address has failures that the right password clears
 * @throws Refusal `sign_in_slowed`
 */
export async function waitForTurn(attempt: Attempt, ctx: Context<'visitor'>): Promise<boolean> {
  const ids = idsOf(attempt)
  const at = ctx.now()
  const { own, address } = await throttlesById(ctx, ids)
  const pauseMs = pauseAfter(own, at)
  if (pauseMs > 0) refuse('sign_in_slowed', { seconds: Math.ceil(pauseMs / 1_000) })
  const { address: lineId } = ids
  if (lineId === undefined || !isUnderAttack(address, at)) return address !== undefined
  const waitMs = await ctx.transact(async (tx) => {
    const turn = takeTurn(await lockThrottle(tx, lineId, at), at)
    if ('comeBackMs' in turn) return refuse('sign_in_slowed', { seconds: Math.ceil(turn.comeBackMs / 1_000) })
    await saveThrottle(tx, turn.tries)
    return turn.waitMs
  })
  await pause(waitMs)
  return true
}

/** The same for an address that nobody has: neither answer nor work shows whether there is a user. */
export const countFailure = (attempt: Attempt, ctx: Context<'visitor'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const at = ctx.now()
    for (const id of Object.values(idsOf(attempt))) {
      await saveThrottle(tx, noteFailure(await lockThrottle(tx, id, at), at))
    }
  })

/** The right password frees its address; the network stays slowed, or one's own account would reset the count for guessing others'. */
export async function forgetFailures(email: string, ctx: Context<'visitor'>): Promise<void> {
  await ctx.transact(async (tx) => {
    const tries = await throttleById(tx, throttleId('sign-in-address', emailKeyOf(email)))
    if (tries) await removeThrottle(tx, tries)
  })
}
