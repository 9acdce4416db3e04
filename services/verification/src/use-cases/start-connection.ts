import { CONNECTION_MINUTES, type ConnectionInput, type ConnectionStart } from '@reelfair/contracts'
import { type Context, hashOfSecret, newSecret, seal } from '@reelfair/service-kit'
import { authorizeUrl } from '@reelfair/social'
import { connectorOf } from '../adapters/connector.ts'
import type { Ports } from '../ports.ts'
import { insertConnectionAttempt } from '../store/connection-attempts.ts'

/** Returns the network's page on which the creator consents. Its state works once, for 15 minutes, for this creator. */
export async function startConnection({ network }: ConnectionInput, ctx: Context<'creator', Ports>): Promise<ConnectionStart> {
  const { app, keys, redirectUri } = connectorOf(network, ctx.ports)
  const [state, codeVerifier] = [newSecret(), newSecret()]
  const expiresAt = new Date(ctx.now().getTime() + CONNECTION_MINUTES * 60_000)
  const sealedVerifier = seal(codeVerifier, keys.attempts)
  await ctx.transact((tx) =>
    insertConnectionAttempt(tx, { id: hashOfSecret(state), creatorId: ctx.actor.id, network, sealedVerifier, expiresAt }),
  )
  return { url: authorizeUrl(app, { redirectUri, codeVerifier, state }) }
}
