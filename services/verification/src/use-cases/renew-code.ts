import type { NetworkPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { newStanding, withValidCode } from '../domain/standing.ts'
import { lockStanding, saveStanding } from '../store/standings.ts'

/** The creator's code for a network: the one there is while it is valid, otherwise a new one. Asking twice changes nothing. */
export async function renewCode({ network }: NetworkPath, ctx: Context<'creator'>) {
  const fresh = randomCode()
  return ctx.transact(async (tx) => {
    const locked = await lockStanding(tx, ctx.actor.id, network, newStanding(fresh, ctx.now()))
    const { code, codeExpiresAt } = withValidCode(locked, fresh, ctx.now())
    if (code !== locked.code) await saveStanding(tx, { ...locked, code, codeExpiresAt })
    return { network, code, expiresAt: codeExpiresAt }
  })
}
