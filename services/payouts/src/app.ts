/** Payouts, table of contents. */
import {
  BrandRegistered,
  CampaignRequested,
  Credits,
  CreditsGranted,
  CreditsHeld,
  CreditsRefused,
  CreditsReleased,
  InvitationExpired,
  InvitationRequested,
} from '@reelfair/contracts'
import { defineService, get, on } from '@reelfair/service-kit'
import { checkLedger } from './cli/check-ledger.ts'
import { grantCredits } from './cli/grant-credits.ts'
import { config } from './config.ts'
import { brands } from './store/brands.ts'
import { holds } from './store/holds.ts'
import { accounts, entries } from './store/ledger.ts'
import { holdCreditsForCampaign, holdCreditsForInvitation } from './use-cases/hold-credits.ts'
import { releaseCreditsOfInvitation } from './use-cases/release-credits.ts'
import { rememberBrand } from './use-cases/remember-brand.ts'
import { showCredits } from './use-cases/show-credits.ts'

export const payouts = defineService({
  name: 'payouts',
  config,
  collections: [accounts, entries, holds, brands],
  routes: [get('/credits', { role: 'brand', output: Credits, run: showCredits })],
  hears: [
    on(BrandRegistered, rememberBrand),
    on(CampaignRequested, holdCreditsForCampaign),
    on(InvitationRequested, holdCreditsForInvitation),
    on(InvitationExpired, releaseCreditsOfInvitation),
  ],
  says: [CreditsHeld, CreditsRefused, CreditsReleased, CreditsGranted],
  commands: [grantCredits, checkLedger],
})
