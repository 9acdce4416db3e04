import {
  AccountUpdated,
  AccountVerified,
  BrandRegistered,
  CampaignActivated,
  CampaignChanged,
  CampaignEnded,
  CampaignFailed,
  CampaignRenamed,
  CampaignRequested,
  CampaignSettled,
  CreditsHeld,
  CreditsRefused,
  campaignsRoutes,
  InvitationRequested,
  InvitationSent,
  LogoRemoved,
  LogoStored,
  MEDIA_MAX_BYTES,
  MediaType,
  PartnershipAccepted,
  SignupCounted,
  SignupCreated,
  SignupCredited,
  SignupSettled,
  UserCampaignsChecked,
  ViewsQualified,
} from '@reelfair/contracts'
import { SETTLEMENT_TIME } from '@reelfair/rules'
import { defineService, everyBusinessDay, on, routesOf } from '@reelfair/service-kit'
import { computeEarnings } from './cli/compute-earnings.ts'
import { config, portsOf } from './config.ts'
import { accounts } from './store/accounts.ts'
import { allocationLines, parts } from './store/allocation-lines.ts'
import { brands } from './store/brands.ts'
import { campaigns as campaignStore } from './store/campaigns.ts'
import { drafts } from './store/drafts.ts'
import { deletion } from './store/erase-user.ts'
import { media, unusedMedia } from './store/media.ts'
import { refreshes } from './store/refreshes.ts'
import { settings } from './store/settings.ts'
import { signUps, videos } from './store/sign-ups.ts'
import { activateCampaign } from './use-cases/activate-campaign.ts'
import { answerDeletionRequest, showDeletionObstacles } from './use-cases/check-deletion.ts'
import { countViews } from './use-cases/count-views.ts'
import { deleteCampaign } from './use-cases/delete-campaign.ts'
import { userExport } from './use-cases/export-user.ts'
import { failCampaign } from './use-cases/fail-campaign.ts'
import { deleteDraft, saveDraft, showDraft } from './use-cases/keep-draft.ts'
import { keepInvitedLogo, keepPartnershipLogo, keepRequestedLogo } from './use-cases/keep-invited-logo.ts'
import { listCampaigns, summarizeCampaigns } from './use-cases/list-campaigns.ts'
import { listPublicCampaigns } from './use-cases/list-public-campaigns.ts'
import { listRegisteredCreators, listSignUps } from './use-cases/list-sign-ups.ts'
import { readMedia, sendMedia } from './use-cases/read-media.ts'
import { rememberAccount } from './use-cases/remember-account.ts'
import { rememberBrand } from './use-cases/remember-brand.ts'
import { removeOldDrafts } from './use-cases/remove-old-drafts.ts'
import { renameCampaign } from './use-cases/rename-campaign.ts'
import { requestCampaign } from './use-cases/request-campaign.ts'
import { settleDay } from './use-cases/settle-day.ts'
import { showCampaign } from './use-cases/show-campaign.ts'
import { showReceipt } from './use-cases/show-receipt.ts'
import { signUpToCampaign } from './use-cases/sign-up-to-campaign.ts'
import { storeMedia } from './use-cases/store-media.ts'
import { sweepMedia } from './use-cases/sweep-media.ts'

const FILES = {
  types: MediaType.options,
  wrongType: 'media_type',
  tooLarge: 'media_too_large',
  bodyLimit: MEDIA_MAX_BYTES,
  perMinute: 10,
} as const

const { del, get, patch, post, put, upload } = routesOf(campaignsRoutes)

export const campaigns = defineService({
  name: 'campaigns',
  config,
  ports: portsOf,
  collections: [campaignStore, drafts, media, accounts, brands, signUps, videos, allocationLines, parts, refreshes.collection],
  routes: [
    upload('/media', {
      role: 'brand',
      ...FILES,
      run: storeMedia,
      refuses: ['media_dimensions', 'media_image_unreadable', 'media_video_unreadable', 'media_too_short', 'too_many_uploads'],
    }),
    get('/media/:mediaId', { role: ['brand', 'creator', 'admin'], run: readMedia, answer: sendMedia, streams: 'The file.' }),
    get('/drafts/current', { role: 'brand', run: showDraft }),
    put('/drafts/current', { role: 'brand', run: saveDraft }),
    del('/drafts/current', { role: 'brand', run: deleteDraft }),
    post('/campaigns', { role: 'brand', run: requestCampaign, contract: true, refuses: ['unfunded_limit_reached', 'account_closing'] }),
    get('/campaigns', { role: 'brand', adminsMayView: true, run: listCampaigns }),
    get('/campaigns/summary', { role: 'brand', adminsMayView: true, run: summarizeCampaigns }),
    get('/campaigns/:campaignId', { role: ['brand', 'admin'], adminsMayView: true, run: showCampaign }),
    patch('/campaigns/:campaignId', { role: 'brand', run: renameCampaign }),
    del('/campaigns/:campaignId', { role: 'brand', run: deleteCampaign, refuses: ['campaign_consumed'] }),
    get('/campaigns/:campaignId/sign-ups', { role: 'brand', adminsMayView: true, run: listRegisteredCreators }),
    get('/public-campaigns', { role: 'creator', run: listPublicCampaigns }),
    post('/public-campaigns/:campaignId/sign-ups', {
      // Open to all signed-in users, so that non-creators get the specific error `creators_only`.
      role: 'user',
      run: signUpToCampaign,
      contract: true,
      refuses: [
        'creators_only',
        'account_closing',
        'creator_profile_missing',
        'reference_invalid',
        'campaign_unavailable',
        'campaign_ended',
        'campaign_closed',
        'already_signed_up',
        'signup_limit_reached',
        'not_eligible',
      ],
    }),
    get('/sign-ups', { role: 'creator', run: listSignUps }),
    get('/sign-ups/:signUpId/receipt', { role: ['creator', 'brand'], adminsMayView: true, run: showReceipt }),
    get('/deletion-obstacles', { role: ['creator', 'any-brand'], run: showDeletionObstacles }),
  ],
  subscribes: [
    ...answerDeletionRequest,
    on(CreditsHeld, activateCampaign),
    on(CreditsRefused, failCampaign),
    on(BrandRegistered, rememberBrand),
    on(AccountVerified, rememberAccount),
    on(AccountUpdated, rememberAccount),
    on(ViewsQualified, countViews),
    on(InvitationRequested, keepRequestedLogo),
    on(InvitationSent, keepInvitedLogo),
    on(PartnershipAccepted, keepPartnershipLogo),
    refreshes.subscription,
  ],
  publishes: [
    CampaignRequested,
    CampaignActivated,
    CampaignFailed,
    CampaignRenamed,
    CampaignChanged,
    CampaignEnded,
    CampaignSettled,
    SignupCreated,
    SignupCounted,
    SignupCredited,
    SignupSettled,
    LogoStored,
    LogoRemoved,
    UserCampaignsChecked,
  ],
  jobs: [everyBusinessDay(SETTLEMENT_TIME, settleDay), everyBusinessDay('04:15', removeOldDrafts), everyBusinessDay('04:30', sweepMedia)],
  queues: [unusedMedia],
  commands: [computeEarnings],
  settings,
  userDeletion: deletion,
  userExport,
})
