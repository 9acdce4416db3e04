import {
  BalanceChanged,
  BrandRegistered,
  CampaignEnded,
  CampaignRenamed,
  CampaignRequested,
  CampaignSettled,
  CreatorRegistered,
  CreditOrderChanged,
  CreditsConsumed,
  CreditsGranted,
  CreditsHeld,
  CreditsPurchased,
  CreditsRefused,
  CreditsReleased,
  InvitationClosed,
  InvitationRequested,
  PartnershipEnded,
  PartnershipPaymentChanged,
  PartnershipSettled,
  PayoutAccountChanged,
  payoutsRoutes,
  SignupCredited,
  SignupSettled,
  TransferCompleted,
  TransferFailed,
  TransferPostponed,
  TransferQueued,
  TransferReversed,
  UserMoneyChecked,
} from '@reelfair/contracts'
import { ConfigError, type ConfigOf, defineService, on, routesOf, webhook, worker } from '@reelfair/service-kit'
import { stripeProvider } from './adapters/stripe.ts'
import { catchUpWebhooks } from './cli/catch-up-webhooks.ts'
import { checkLedger } from './cli/check-ledger.ts'
import { compareEarnings } from './cli/compare-earnings.ts'
import { earn } from './cli/earn.ts'
import { grantCredits } from './cli/grant-credits.ts'
import { resolveTransferReview } from './cli/resolve-doubt.ts'
import { config } from './config.ts'
import type { Ports } from './ports.ts'
import { brands } from './store/brands.ts'
import { campaigns, endedCampaigns } from './store/campaigns.ts'
import { creators } from './store/creators.ts'
import { earnings } from './store/earnings.ts'
import { deletion } from './store/erase-user.ts'
import { forfeits } from './store/forfeits.ts'
import { holds } from './store/holds.ts'
import { accounts, entries } from './store/ledger.ts'
import { orders } from './store/orders.ts'
import { payoutAccounts } from './store/payout-accounts.ts'
import { postedTotals } from './store/posted-totals.ts'
import { settings } from './store/settings.ts'
import { stripeEvents } from './store/stripe-events.ts'
import { attempts, transferQueue, transfers } from './store/transfers.ts'
import { catchUpWithStripe } from './use-cases/catch-up.ts'
import { answerDeletionRequest, showDeletionObstacles } from './use-cases/check-deletion.ts'
import { refreshPayoutAccount } from './use-cases/check-payout-account.ts'
import { completeCampaign, endCampaign, holdBackEarnings } from './use-cases/end-campaign.ts'
import { userExport } from './use-cases/export-user.ts'
import { holdCreditsForCampaign, holdCreditsForInvitation } from './use-cases/hold-credits.ts'
import { listAllTransfers, listTransferLogs, listTransfers } from './use-cases/list-transfers.ts'
import { openDashboard, openOnboarding } from './use-cases/open-onboarding.ts'
import { orderCredits } from './use-cases/order-credits.ts'
import { postFinalSignUp, postSignUp } from './use-cases/post-sign-up.ts'
import { postTestEarning } from './use-cases/post-test-earning.ts'
import { drainTransfers } from './use-cases/process-transfer.ts'
import { processTransferQueue } from './use-cases/process-transfer-queue.ts'
import { receiveStripeEvent } from './use-cases/receive-stripe-event.ts'
import { releaseCreditsOfInvitation } from './use-cases/release-credits.ts'
import { rememberBrand } from './use-cases/remember-brand.ts'
import { rememberCreator } from './use-cases/remember-creator.ts'
import { renameCampaign } from './use-cases/rename-campaign.ts'
import { endPartnership, settlePartnership } from './use-cases/settle-partnership.ts'
import { showBalance } from './use-cases/show-balance.ts'
import { listCreditOrders, showCreditOrder } from './use-cases/show-credit-orders.ts'
import { showCreditStatement } from './use-cases/show-credit-statement.ts'
import { showCredits } from './use-cases/show-credits.ts'
import { showPayoutAccount } from './use-cases/show-payout-account.ts'
import { showStatement } from './use-cases/show-statement.ts'
import { startTransfer } from './use-cases/start-transfer.ts'

const MEGABYTE = 1024 * 1024
const HOUR_MS = 3_600_000

/** @throws ConfigError if STRIPE_API_BASE is set in production, where it would also enable test earnings */
function ports(given: ConfigOf<typeof config> & { readonly NODE_ENV?: string | undefined }): Ports {
  if (given.STRIPE_API_BASE !== undefined && given.NODE_ENV === 'production')
    throw new ConfigError('payouts', ['STRIPE_API_BASE is set with NODE_ENV=production, which requires the real Stripe. Unset it.'])
  return { provider: providerOf(given), isSandbox: given.STRIPE_API_BASE !== undefined }
}

const providerOf = (given: ConfigOf<typeof config>) =>
  stripeProvider({
    secretKey: given.STRIPE_SECRET_KEY,
    apiBase: given.STRIPE_API_BASE,
    webhookSecrets: {
      platform: given.STRIPE_WEBHOOK_SECRET,
      connect: given.STRIPE_CONNECT_WEBHOOK_SECRET,
      thin: given.STRIPE_THIN_WEBHOOK_SECRET,
    },
    publicOrigin: given.PUBLIC_ORIGIN,
  })

const { get, post } = routesOf(payoutsRoutes)

export const payouts = defineService({
  name: 'payouts',
  config,
  ports,
  collections: [
    accounts,
    entries,
    holds,
    brands,
    campaigns,
    postedTotals,
    creators,
    orders,
    earnings,
    payoutAccounts,
    transfers,
    attempts,
    stripeEvents,
    forfeits,
  ],
  routes: [
    get('/credits', { role: 'brand', adminsMayView: true, run: showCredits }),
    get('/credits/statement', { role: 'brand', adminsMayView: true, run: showCreditStatement }),
    post('/credit-orders', {
      role: 'brand',
      run: orderCredits,
      contract: true,
      refuses: ['unpaid_limit_reached', 'provider_unavailable', 'account_closing'],
      perMinute: 20,
      repeatable: true,
    }),
    get('/credit-orders', { role: 'brand', adminsMayView: true, run: listCreditOrders }),
    get('/credit-orders/:orderId', { role: 'brand', run: showCreditOrder, perMinute: 60 }),
    get('/balance', { role: 'creator', run: showBalance }),
    get('/statement', { role: 'creator', run: showStatement }),
    get('/payout-account', { role: 'creator', run: showPayoutAccount }),
    post('/payout-account/refresh', {
      role: 'creator',
      run: refreshPayoutAccount,
      refuses: ['provider_unavailable'],
      status: 200,
      perMinute: 30,
      repeatable: true,
    }),
    post('/payout-account/onboarding', {
      role: 'creator',
      run: openOnboarding,
      refuses: ['provider_unavailable'],
      perMinute: 20,
      repeatable: true,
    }),
    post('/payout-account/dashboard', {
      role: 'creator',
      run: openDashboard,
      refuses: ['payout_account_missing', 'payout_account_closed', 'provider_unavailable'],
      perMinute: 20,
    }),
    post('/transfers', {
      role: 'creator',
      run: startTransfer,
      refuses: [
        'payout_account_missing',
        'payout_account_not_active',
        'payout_account_restricted',
        'payout_account_closed',
        'transfer_below_minimum',
      ],
    }),
    get('/transfers', { role: 'creator', run: listTransfers }),
    get('/deletion-obstacles', { role: ['creator', 'any-brand'], run: showDeletionObstacles }),
    get('/admin/transfers', { role: 'admin', run: listAllTransfers }),
    get('/admin/transfer-logs', { role: 'admin', run: listTransferLogs }),
    post('/admin/transfers/process', { role: 'admin', run: processTransferQueue, status: 200, repeatable: true }),
    post('/sandbox/earnings', { role: 'gateway', run: postTestEarning, refuses: ['key_reused'] }),
    webhook('/webhooks/stripe/:endpoint', {
      signatureHeader: 'stripe-signature',
      run: receiveStripeEvent,
      refuses: ['bad_signature', 'provider_unavailable'],
      bodyLimit: MEGABYTE,
    }),
  ],
  subscribes: [
    on(BrandRegistered, rememberBrand),
    on(CreatorRegistered, rememberCreator),
    on(CampaignRequested, holdCreditsForCampaign),
    on(CampaignRenamed, renameCampaign),
    on(SignupCredited, postSignUp),
    on(CampaignEnded, endCampaign),
    on(SignupSettled, postFinalSignUp),
    on(CampaignSettled, completeCampaign),
    on(InvitationRequested, holdCreditsForInvitation),
    on(InvitationClosed, releaseCreditsOfInvitation),
    on(PartnershipEnded, endPartnership),
    on(PartnershipSettled, settlePartnership),
    ...answerDeletionRequest,
  ],
  publishes: [
    CreditsHeld,
    CreditsRefused,
    CreditsReleased,
    CreditsConsumed,
    CreditsGranted,
    CreditsPurchased,
    CreditOrderChanged,
    BalanceChanged,
    PayoutAccountChanged,
    TransferQueued,
    TransferPostponed,
    TransferCompleted,
    TransferFailed,
    TransferReversed,
    PartnershipPaymentChanged,
    UserMoneyChecked,
  ],
  workers: [
    worker('transfers', 1_000, drainTransfers),
    worker('ended-campaigns', 2_000, holdBackEarnings),
    worker('catch-up', HOUR_MS, catchUpWithStripe),
  ],
  queues: [transferQueue, endedCampaigns],
  commands: [grantCredits, earn, checkLedger, compareEarnings, catchUpWebhooks, resolveTransferReview],
  settings,
  userDeletion: deletion,
  userExport,
})
