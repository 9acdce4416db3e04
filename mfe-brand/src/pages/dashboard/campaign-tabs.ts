import type { Campaign } from '@reelfair/contracts'

export type CampaignTab = 'active' | 'completed' | 'expired'

/**
 * Under which tab a campaign stands. What is being funded stands with the active ones: it is about to be.
 * @source specification §4: Active = active and not ended; Completed; Expired = failed or the end has passed
 * @param now milliseconds since 1970
 */
export function tabOf({ status, endsAt }: Pick<Campaign, 'status' | 'endsAt'>, now: number): CampaignTab {
  if (status === 'completed') return 'completed'
  if (status === 'failed') return 'expired'
  return endsAt !== undefined && Date.parse(endsAt) <= now ? 'expired' : 'active'
}
