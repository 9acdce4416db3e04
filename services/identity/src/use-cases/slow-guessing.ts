/** What guessing passwords costs: reads before a sign-in, writes after a wrong password. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isUnderAttack, networkOf, noteFailure, pauseOfNetwork, takeTurn } from '../domain/throttle.ts'
import { lockThrottle, removeThrottle, saveThrottle, throttleById, throttleId, throttlesById } from '../store/throttles.ts'
import { emailKeyOf, type User } from '../store/users.ts'

const MOST_PLACES = 5

/** @param whom an e-mail address, or what a link is known by */
const idsOf = (whom: string, ip: string) => ({
  address: throttleId('sign-in-address', emailKeyOf(whom)),
  network: throttleId('sign-in-network', networkOf(ip)),
})

const placeOf = (ip: string) => createHash('sha256').update(networkOf(ip)).digest('base64url').slice(0, 16)

/** Where the owner has been, the newest first; the same array when nothing changed. */
export function placesWith(places: readonly string[] | undefined, ip: string | undefined): string[] {
  const known = [...(places ?? [])]
  if (ip === undefined) return known
  const place = placeOf(ip)
  return known.includes(place) ? known : [place, ...known].slice(0, MOST_PLACES)
}

/**
 * Lets a sign-in go on, late if need be. A network with many failures is told when to come back. An address with many failures takes one stranger per
 * second; the owner, from where they signed in before, does not even notice.
 * @returns whether the address has failures that are to be forgotten after the right password
 * @throws Refusal `sign_in_slowed`
 */
export async function waitForTurn(whom: string, user: User | undefined, ctx: Context<'visitor'>): Promise<boolean> {
  const ids = idsOf(whom, ctx.ip ?? '')
  const at = ctx.now()
  const { network, address } = await throttlesById(ctx, ids)
  const pauseMs = pauseOfNetwork(network, at)
  if (pauseMs > 0) refuse('sign_in_slowed', { seconds: Math.ceil(pauseMs / 1_000) })
  if (!isUnderAttack(address, at) || user?.places?.includes(placeOf(ctx.ip ?? ''))) return address !== undefined
  const waitMs = await ctx.transact(async (tx) => {
    const turn = takeTurn(await lockThrottle(tx, ids.address, at), at)
    if ('comeBackMs' in turn) return refuse('sign_in_slowed', { seconds: Math.ceil(turn.comeBackMs / 1_000) })
    await saveThrottle(tx, turn.tries)
    return turn.waitMs
  })
  await pause(waitMs)
  return true
}

/** The same for an address that nobody has: neither answer nor work tells whether there is a user. */
export const countFailure = (whom: string, ctx: Context<'visitor'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const at = ctx.now()
    for (const id of Object.values(idsOf(whom, ctx.ip ?? ''))) {
      await saveThrottle(tx, noteFailure(await lockThrottle(tx, id, at), at))
    }
  })

/** The right password frees its address; the network stays slowed, or one's own account would reset the count for guessing others'. */
export async function forgetFailures(email: string, ctx: Context<'visitor'>): Promise<void> {
  const { address } = idsOf(email, '')
  await ctx.transact(async (tx) => {
    const tries = await throttleById(tx, address)
    if (tries) await removeThrottle(tx, tries)
  })
}
