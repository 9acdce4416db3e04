/** A creator's consent that Reelfair reads an account through the network's own API. Only verification stores it. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { Id, Instant, Network, Version } from './words.ts'

/** The page to which all networks send creators back. It posts `state` and `code`. */
export const CONNECTION_PATH = '/profile/connect'

/**
 * `creator`: disconnected on Reelfair. `network`: the network no longer accepts the consent, because the creator
 * removed it there or it expired. `interrupted`: the network replaced the consent, and its response was lost.
 * `permission`: the consent lacks a permission that we need. The network may have withdrawn it from our app, so neither
 * this nor `interrupted` is the creator's doing.
 */
export const ConnectionEnd = z.enum(['creator', 'network', 'interrupted', 'permission'])
export type ConnectionEnd = z.infer<typeof ConnectionEnd>

/** After its end, a connection stays visible until the creator connects the account again. */
export const Connection = z.object({ since: Instant, endedAt: Instant.optional(), endedBy: ConnectionEnd.optional() })
export type Connection = z.infer<typeof Connection>

export const ConnectionInput = z.strictObject({ network: Network })
export type ConnectionInput = z.infer<typeof ConnectionInput>

/** The network's page on which the creator consents. */
export const ConnectionStart = z.object({ url: z.string() })
export type ConnectionStart = z.infer<typeof ConnectionStart>

/** The parameters with which the network sends the creator back. Without a code, `error` says why. @source RFC 6749 */
export const ConnectionCallback = z.strictObject({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(4_000).optional(),
  error: z.string().max(200).optional(),
})
export type ConnectionCallback = z.infer<typeof ConnectionCallback>

/** `verified`: the connection only proved whose account it is, because the external workflow reads the network. */
export const ConnectionOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['connected', 'verified']), network: Network, accountId: Id, username: z.string() }),
  z.object({ outcome: z.literal('declined'), network: Network }),
])
export type ConnectionOutcome = z.infer<typeof ConnectionOutcome>

/**
 * Metrics needs an access token.
 * @param refusedVersion version of the token that the network has just refused
 * @param neededUntil the token must be valid until then; without it, it is needed now
 */
export const AccessRequested = defineEvent(
  'access.requested',
  1,
  z.object({ accountId: Id, refusedVersion: Version.optional(), neededUntil: Instant.optional() }),
)

/** The token is encrypted with the key that verification and metrics share. A higher version replaces a lower one. */
export const AccessRenewed = defineEvent(
  'access.renewed',
  1,
  z.object({
    accountId: Id,
    creatorId: Id,
    network: Network,
    externalId: z.string(),
    version: Version,
    sealedToken: z.string(),
    scopes: z.array(z.string()),
    expiresAt: Instant,
  }),
)

export const AccessEnded = defineEvent(
  'access.ended',
  1,
  z.object({
    accountId: Id,
    creatorId: Id,
    network: Network,
    externalId: z.string(),
    username: z.string(),
    version: Version,
    endedAt: Instant,
    endedBy: ConnectionEnd,
  }),
  { live: ({ creatorId }) => [{ to: `user:${creatorId}`, topic: 'accounts' }] },
)
