import type { Campaign, Credits } from '@reelfair/contracts'
import { usePages, useRead } from '@reelfair/web-kit'

/** The brand's credits: available, held, spent. */
export const useCredits = () => useRead<Credits>('credits', '/payouts/credits')

/** The brand's campaigns, newest first; `items` grows with each page. */
export const useCampaigns = () => usePages<Campaign>('campaigns', '/campaigns/campaigns', { limit: 50 })
