/** Campaigns, table of contents. */
import {
  Campaign,
  CampaignActivated,
  CampaignDraft,
  CampaignFailed,
  CampaignPath,
  CampaignRequested,
  CampaignsQuery,
  CreditsHeld,
  CreditsRefused,
  Page,
} from '@reelfair/contracts'
import { defineService, get, on, post } from '@reelfair/service-kit'
import { config } from './config.ts'
import { campaigns as campaignStore } from './store/campaigns.ts'
import { activateCampaign } from './use-cases/activate-campaign.ts'
import { failCampaign } from './use-cases/fail-campaign.ts'
import { listCampaigns } from './use-cases/list-campaigns.ts'
import { requestCampaign } from './use-cases/request-campaign.ts'
import { showCampaign } from './use-cases/show-campaign.ts'

export const campaigns = defineService({
  name: 'campaigns',
  config,
  collections: [campaignStore],
  routes: [
    post('/campaigns', { role: 'brand', input: CampaignDraft, output: Campaign, run: requestCampaign }),
    get('/campaigns', { role: 'brand', input: CampaignsQuery, output: Page(Campaign), run: listCampaigns }),
    get('/campaigns/:campaignId', { role: 'brand', input: CampaignPath, output: Campaign, run: showCampaign }),
  ],
  hears: [on(CreditsHeld, activateCampaign), on(CreditsRefused, failCampaign)],
  says: [CampaignRequested, CampaignActivated, CampaignFailed],
})
