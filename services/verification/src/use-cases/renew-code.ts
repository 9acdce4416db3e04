import type { NetworkPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { newCreatorNetwork, withValidCode } from '../domain/creator-network.ts'
import { lockCreatorNetwork, saveCreatorNetwork } from '../store/creator-networks.ts'

export async function renewCode({ network }: NetworkPath, ctx: Context<'creator'>) {
  const fresh = randomCode()
  return ctx.transact(async (tx) => {
    const locked = await lockCreatorNetwork(tx, ctx.actor.id, network, newCreatorNetwork(fresh, ctx.now()))
    const { code, codeExpiresAt } = withValidCode(locked, fresh, ctx.now())
    if (code !== locked.code) await saveCreatorNetwork(tx, { ...locked, code, codeExpiresAt })
    return { network, code, expiresAt: codeExpiresAt }
  })
}
