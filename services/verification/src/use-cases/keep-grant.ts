import { AccessEnded, AccessRenewed, type ConnectionEnd } from '@reelfair/contracts'
import { released, seal, type Tx } from '@reelfair/service-kit'
import type { Grant } from '@reelfair/social'
import { connectorOf } from '../adapters/connector.ts'
import { sealGrant } from '../adapters/sealed-grant.ts'
import { ended, newGrant, renewed } from '../domain/grant.ts'
import type { Ports } from '../ports.ts'
import { type Account, accounts, saveAccount } from '../store/accounts.ts'
import { grantOf, grants, type StoredGrant, saveGrant } from '../store/grants.ts'

interface Keeping {
  readonly ports: Ports
  now(): Date
}

/** Replaces any earlier consent of the creator. A running renewal loses its claim. */
export async function putGrant(tx: Tx, { id, creatorId, network, externalId }: Account, grant: Grant, ctx: Keeping): Promise<void> {
  if (externalId === undefined) throw new Error(`account ${id} was never verified`)
  const previous = await grantOf(tx, id)
  const { keys } = connectorOf(network, ctx.ports)
  const given = { creatorId, network, externalId, ...newGrant(previous?.accessVersion ?? 0, sealGrant(grant, keys.grants), ctx.now()) }
  const stored = previous ? await saveGrant(tx, { ...given, id, version: previous.version }) : await grants.insert(tx, { ...given, id })
  emitAccess(tx, stored, grant, ctx)
}

/** Stores a renewed token together with the event that passes it on, so that neither is lost. */
export async function keepRenewed(tx: Tx, stored: StoredGrant, grant: Grant, ctx: Keeping): Promise<void> {
  const { keys } = connectorOf(stored.network, ctx.ports)
  emitAccess(tx, await saveGrant(tx, renewed(stored, sealGrant(grant, keys.grants), ctx.now())), grant, ctx)
}

export function emitAccess(tx: Tx, stored: StoredGrant, { accessToken, accessExpiresAt: expiresAt, scopes }: Grant, ctx: Keeping): void {
  const { keys } = connectorOf(stored.network, ctx.ports)
  const token = { sealedToken: seal(accessToken, keys.tokens), expiresAt, scopes }
  tx.emit(AccessRenewed.of(stored, token, { accountId: stored.id, version: stored.accessVersion }))
}

/** Deletes the tokens, and makes a running renewal lose. The account stays verified, but its label cannot be read. */
export async function endGrant(tx: Tx, stored: StoredGrant, endedBy: ConnectionEnd, ctx: Keeping): Promise<void> {
  const account = await accounts.byId(tx, stored.id)
  if (account?.paidLabelConsent && ctx.ports.isOfficial(stored.network)) await saveAccount(tx, { ...account, paidLabelConsent: false })
  await emitEnd(tx, await saveGrant(tx, ended(released(stored), endedBy, ctx.now())))
}

export async function emitEnd(tx: Tx, { id: accountId, accessVersion: version, ...grant }: StoredGrant): Promise<void> {
  const account = await accounts.byId(tx, accountId)
  if (account) tx.emit(AccessEnded.of(account, grant, { accountId, version }))
}
