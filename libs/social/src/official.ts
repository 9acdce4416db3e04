/** Shared by the adapters of the networks' own APIs. */
import type { Network } from '@reelfair/contracts'
import {
  type AccessOf,
  type AccountStats,
  type AskOptions,
  type Grant,
  type KnownAccount,
  SocialFault,
  type SocialProvider,
  type Verification,
} from './provider.ts'

export interface OfficialOptions {
  /** Replaces the `https://` before every host, for example to call the sandbox. */
  readonly apiBase?: string | undefined
  /** Defaults to the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Time limit in milliseconds for a call. */
  readonly timeoutMs?: number
}

/** @example hostUrl('http://127.0.0.1:4320/official', 'open.tiktokapis.com') */
export const hostUrl = (apiBase: string | undefined, host: string): string =>
  apiBase === undefined ? `https://${host}` : `${apiBase}/${host}`

/**
 * Calls with the owner's access token. If the network refuses the token, asks for a new one and calls again.
 * @throws SocialFault `needs_consent` without a consent that the network accepts, or without its token
 */
export async function withConsent<Result>(
  accessOf: AccessOf | undefined,
  network: Network,
  externalId: string,
  call: (grant: Grant) => Promise<Result>,
): Promise<Result> {
  const grant = await accessOf?.(network, externalId)
  if (!accessOf || !grant || grant === 'unavailable') throw new SocialFault('needs_consent')
  try {
    return await call(grant)
  } catch (error) {
    if (!(error instanceof SocialFault && error.kind === 'needs_consent')) throw error
    const renewed = await accessOf(network, externalId, grant.accessToken)
    if (!renewed || renewed === 'unavailable' || renewed.accessToken === grant.accessToken) throw error
    return call(renewed)
  }
}

/** Looks for the code in the bio that `read` returns. */
export async function verifyByBio(code: string, read: () => Promise<AccountStats>): Promise<Verification> {
  try {
    const account = await read()
    if (!account.isPublic) return { outcome: 'refused', reason: 'private' }
    return account.bio.includes(code) ? { outcome: 'verified', account } : { outcome: 'refused', reason: 'code_absent' }
  } catch (error) {
    if (error instanceof SocialFault && error.kind === 'not_found') return { outcome: 'refused', reason: 'not_found' }
    throw error
  }
}

/** The figures that a network does not report. */
export const UNKNOWN_FIGURES = {
  views: null,
  likes: null,
  comments: null,
  deleted: false,
  private: false,
  ageRestricted: false,
  paidLabel: 'unknown',
  // The networks neither look for logos nor provide the video file.
  logo: 'unknown',
} as const

/**
 * Returns the items by id. Asks again for missing ones, because an incomplete response looks like deleted videos.
 */
export async function findTwice<Item extends { readonly id: string }>(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<readonly Item[]>,
): Promise<ReadonlyMap<string, Item>> {
  const found = new Map((await find(ids)).map((item) => [item.id, item]))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) for (const item of await find(missing)) found.set(item.id, item)
  return found
}

/** The average views are those of this many of the latest videos. */
const AVERAGED = 10

/** Adds the average views to the account's data, for callers that ask for them. */
export function withAverageViews(provider: SocialProvider): SocialProvider {
  const complete = async (network: Network, stats: AccountStats, options: AskOptions): Promise<AccountStats> => {
    if (!options.averageViews) return stats
    return { ...stats, averageViews: await averageViewsOf(provider, { network, externalId: stats.externalId }, options) }
  }
  return {
    ...provider,
    async verifyBioCode(ask, options = {}) {
      const verification = await provider.verifyBioCode(ask, options)
      if (verification.outcome !== 'verified' || !verification.account) return verification
      return { ...verification, account: await complete(ask.network, verification.account, options) }
    },
    fetchAccountStats: async (ref, options = {}) => complete(ref.network, await provider.fetchAccountStats(ref, options), options),
  }
}

/** @returns null if the views cannot be read now, for example because the owner has not consented */
async function averageViewsOf(provider: SocialProvider, account: KnownAccount, options: AskOptions): Promise<number | null> {
  try {
    const { items } = await provider.listRecentVideos(account, {}, options)
    const ids = items.slice(0, AVERAGED).map(({ id }) => id)
    const views = [...(await provider.fetchVideoMetrics(account, ids, options)).values()].flatMap((metrics) => metrics.views ?? [])
    return views.length === 0 ? null : Math.round(views.reduce((sum, count) => sum + count, 0) / views.length)
  } catch (error) {
    const isLasting = error instanceof SocialFault && error.kind !== 'cancelled' && (!error.isTransient || error.kind === 'unreadable')
    // One unreadable video must not prevent a verification.
    if (isLasting) return null
    throw error
  }
}
