/** Campaigns, table of contents. */
import {
  BrandRegistered,
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
import { brands } from './store/brands.ts'
import { campaigns as campaignStore } from './store/campaigns.ts'
import { listCampaigns } from './use-cases/list-campaigns.ts'
import { rememberBrand } from './use-cases/remember-brand.ts'
import { requestCampaign } from './use-cases/request-campaign.ts'
import { activateCampaign, failCampaign } from './use-cases/settle-funding.ts'
import { showCampaign } from './use-cases/show-campaign.ts'

export const campaigns = defineService({
  name: 'campaigns',
  config,
  collections: [campaignStore, brands],
  routes: [
    post('/campaigns', { role: 'brand', input: CampaignDraft, output: Campaign, run: requestCampaign }),
    get('/campaigns', { role: 'brand', input: CampaignsQuery, output: Page(Campaign), run: listCampaigns }),
    get('/campaigns/:campaignId', { role: 'brand', input: CampaignPath, output: Campaign, run: showCampaign }),
  ],
  hears: [on(BrandRegistered, rememberBrand), on(CreditsHeld, activateCampaign), on(CreditsRefused, failCampaign)],
  says: [CampaignRequested, CampaignActivated, CampaignFailed],
})
