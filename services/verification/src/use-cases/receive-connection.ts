import { type ConnectionCallback, type ConnectionOutcome, type Network, Refusal, refuse } from '@reelfair/contracts'
import { type Context, hashOfSecret, unseal, withTimeout } from '@reelfair/service-kit'
import { type Consent, exchangeCode, missingScopes, SocialFault } from '@reelfair/social'
import { connectorOf } from '../adapters/connector.ts'
import type { Ports } from '../ports.ts'
import { ownConnectionAttempt, removeConnectionAttempt } from '../store/connection-attempts.ts'
import { connectAccount } from './connect-account.ts'
import { revokeLater } from './revoke-consent.ts'

/** Less than the time limit of a response. */
const NETWORK_MS = 22_000

/** The network could not ask the creator. Any other error means that the creator declined. @source RFC 6749 §4.1.2.1 */
const NETWORK_ERRORS = ['server_error', 'temporarily_unavailable']

/**
 * Claims the state before calling the network, so that a state and its code work once, and only for the creator who
 * began. If the process dies before the consent is stored, the creator connects again.
 * @throws Refusal connection_invalid, connection_failed, connection_unavailable, connection_permissions_missing, or why
 * the account cannot be added or verified
 */
export async function receiveConnection(
  { state, code, error }: ConnectionCallback,
  ctx: Context<'creator', Ports>,
): Promise<ConnectionOutcome> {
  const { network, sealedVerifier } = await claimAttempt(state, ctx)
  if (error !== undefined && NETWORK_ERRORS.includes(error)) return refuse('connection_unavailable')
  if (code === undefined) return { outcome: 'declined', network }
  const { consent, account } = await askNetwork(network, { code, sealedVerifier }, ctx)
  try {
    const { id, username } = await connectAccount(network, { grant: consent.grant, stats: account }, ctx)
    return { outcome: ctx.ports.isOfficial(network) ? 'connected' : 'verified', network, accountId: id, username }
  } catch (error) {
    if (error instanceof Refusal) await discard(network, consent, ctx)
    throw error
  }
}

async function claimAttempt(state: string, ctx: Context<'creator'>) {
  const attempt = await ctx.transact(async (tx) => {
    const own = await ownConnectionAttempt(tx, hashOfSecret(state), ctx.actor.id)
    if (own) await removeConnectionAttempt(tx, own)
    return own
  })
  return attempt && attempt.expiresAt > ctx.now() ? attempt : refuse('connection_invalid')
}

interface Callback {
  readonly code: string
  readonly sealedVerifier: string
}

async function askNetwork(network: Network, callback: Callback, ctx: Context<'creator', Ports>) {
  try {
    return await withTimeout(exchangeAndRead(network, callback, ctx), NETWORK_MS, () => {
      throw new SocialFault('timed_out')
    })
  } catch (error) {
    if (!(error instanceof SocialFault)) throw error
    ctx.log.warn({ network, fault: error.kind, status: error.status }, 'connection failed')
    return refuse(error.isTransient ? 'connection_unavailable' : 'connection_failed')
  }
}

async function exchangeAndRead(network: Network, { code, sealedVerifier }: Callback, ctx: Context<'creator', Ports>) {
  const { app, keys, redirectUri } = connectorOf(network, ctx.ports)
  const codeVerifier = unseal(sealedVerifier, keys.attempts)
  if (codeVerifier === undefined) return refuse('connection_invalid')
  const consent = await exchangeCode(app, { redirectUri, codeVerifier, code })
  const { grant, externalId } = consent
  if (missingScopes(network, grant).length > 0) {
    await discard(network, consent, ctx)
    return refuse('connection_permissions_missing')
  }
  try {
    const account = await ctx.ports.social.fetchAccountStats({ network, externalId }, { accessOf: async () => grant, averageViews: true })
    if (account.externalId !== externalId) throw new SocialFault('refused')
    return { consent, account }
  } catch (error) {
    await discard(network, consent, ctx)
    throw error
  }
}

/** Revokes a consent that was not stored. */
const discard = (network: Network, consent: Consent, ctx: Context<'creator', Ports>): Promise<void> =>
  ctx.transact((tx) => revokeLater(tx, { network, ...consent }, ctx))
