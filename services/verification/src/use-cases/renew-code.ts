import { randomBytes } from 'node:crypto'
import type { NetworkPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { freshCode, withValidCode } from '../domain/standing.ts'
import { lockStanding, saveStanding } from '../store/standings.ts'

/** The creator's code for a network: the one there is while it is valid, otherwise a new one. Asking twice changes nothing. */
export async function renewCode({ network }: NetworkPath, ctx: Context<'creator'>) {
  const random = randomBytes(7)
  return ctx.transact(async (tx) => {
    const locked = await lockStanding(tx, ctx.actor.id, network, { accounts: 0, ...freshCode(random, ctx.now()) })
    const { code, codeExpiresAt } = withValidCode(locked, random, ctx.now())
    if (code !== locked.code) await saveStanding(tx, { ...locked, code, codeExpiresAt })
    return { network, code, expiresAt: codeExpiresAt }
  })
}
