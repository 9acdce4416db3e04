import type { CountedVideo, ShownBrand } from '@reelfair/contracts'
import type { Campaign } from '../domain/campaign.ts'
import { type SignUp, stateOf } from '../domain/sign-up.ts'

export const figuresOf = ({ totals, charged, reserved, cents }: SignUp) => ({
  count: {
    observed: totals?.observed ?? 0,
    qualified: totals?.qualified ?? 0,
    inReview: totals?.inReview ?? 0,
    excluded: totals?.excluded ?? [],
  },
  charged,
  reserved,
  cents,
})

export const viewSignUp = (signUp: SignUp, campaign: Campaign, brand?: ShownBrand, videos: readonly CountedVideo[] = []) => ({
  ...signUp,
  ...brand,
  ...figuresOf(signUp),
  campaignName: campaign.name,
  state: stateOf(signUp, campaign),
  grantedViews: campaign.charged + campaign.reserved,
  endedAt: campaign.endedAt,
  payableAt: campaign.payableAt,
  videos: [...videos],
})
