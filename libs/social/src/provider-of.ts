import type { Network } from '@reelfair/contracts'
import type { SocialProvider } from './provider.ts'

/**
 * Combines one provider per network.
 * @example providerOf({ instagram: workflow, tiktok: workflow, youtube: youtubeProvider({ apiKey, dailyUnits }) })
 */
export const providerOf = (providers: Readonly<Record<Network, SocialProvider>>): SocialProvider => ({
  verifyBioCode: (ask, options) => providers[ask.network].verifyBioCode(ask, options),
  fetchAccountStats: (ref, options) => providers[ref.network].fetchAccountStats(ref, options),
  listRecentVideos: (account, page, options) => providers[account.network].listRecentVideos(account, page, options),
  fetchVideoMetrics: (account, ids, options) => providers[account.network].fetchVideoMetrics(account, ids, options),
})
