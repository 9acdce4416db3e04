import type { KeyObject } from 'node:crypto'
import { AccessRequested } from '@reelfair/contracts'
import { type Tx, unseal } from '@reelfair/service-kit'
import { type AccessOf, SocialFault } from '@reelfair/social'
import { accessesOf, type StoredAccess, saveAccess } from '../store/accesses.ts'

/** A reading takes at most a minute. */
const MARGIN_MS = 60_000
const REQUEST_AGAIN_MS = 60_000
/** A token this new was refused for another reason than its age, such as a missing permission. */
const FRESH_MS = 60_000
/** Verification usually renews a token within this time. */
const RETRY_MS = 2_000

export interface LentAccess {
  readonly accessOf: AccessOf
  /** Version of the token that the network has refused, if it has. */
  refusedVersion(): number | undefined
}

interface Lending {
  readonly key: KeyObject
  readonly now: () => Date
  /** Whether to wait for a token, instead of reading only what the network shows without consent. */
  readonly waits: boolean
}

/** Lends the copy of the owner's access token to one reading. */
export function lendAccess(copy: StoredAccess | undefined, { key, now, waits }: Lending): LentAccess {
  let refused: number | undefined
  return {
    refusedVersion: () => refused,
    accessOf: async (_network, _externalId, refusedToken) => {
      if (!copy?.sealedToken || !copy.expiresAt) return undefined
      const accessToken = unseal(copy.sealedToken, key)
      if (accessToken === undefined)
        throw new Error(`access token of account ${copy.id} cannot be decrypted; verification may have another ACCESS_KEY`)
      if (refusedToken === accessToken) {
        if (now().getTime() - copy.receivedAt.getTime() < FRESH_MS) return undefined
        refused = copy.tokenVersion
      }
      if (isUnusable(copy, refused, now())) {
        if (waits) throw new SocialFault('awaiting_access', { retryAfterMs: RETRY_MS })
        return 'unavailable'
      }
      return { accessToken, accessExpiresAt: copy.expiresAt, scopes: copy.scopes }
    },
  }
}

/** Requests new tokens for the accounts whose readings await them, once a minute for each account. */
export async function requestAccess(tx: Tx, refusedVersions: ReadonlyMap<string, number | undefined>, now: Date): Promise<void> {
  for (const [accountKey, copy] of await accessesOf(tx, [...refusedVersions.keys()])) {
    const refusedVersion = refusedVersions.get(accountKey)
    const isRequested = copy.requestedAt !== undefined && now.getTime() - copy.requestedAt.getTime() < REQUEST_AGAIN_MS
    if (copy.endedBy || isRequested || !isUnusable(copy, refusedVersion, now)) continue
    await saveAccess(tx, { ...copy, requestedAt: now })
    tx.emit(AccessRequested.of({ accountId: copy.id, refusedVersion }))
  }
}

const isUnusable = ({ tokenVersion, expiresAt }: StoredAccess, refusedVersion: number | undefined, now: Date): boolean =>
  (refusedVersion !== undefined && tokenVersion <= refusedVersion) ||
  expiresAt === undefined ||
  expiresAt.getTime() - now.getTime() < MARGIN_MS
