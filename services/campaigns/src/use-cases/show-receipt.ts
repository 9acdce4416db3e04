import type { SignUpPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isUnchecked, phaseOf } from '../domain/settlement.ts'
import { brandsShown } from '../store/brands.ts'
import { campaigns } from '../store/campaigns.ts'
import { creditsOf } from '../store/credits.ts'
import { loadOwnSignUp, type SignUp, videosOf } from '../store/sign-ups.ts'
import { figuresOf } from './view-sign-up.ts'

/** At its settlement the network, or metrics, was silent. */
const lacksFinalReading = ({ settledAt, totals }: SignUp) => settledAt !== undefined && isUnchecked({ totals })

/** Why a sign-up has earned what it has: the same for its creator and for the campaign's brand; for all others it is not there. */
export async function showReceipt({ signUpId }: SignUpPath, ctx: Context<'creator' | 'brand'>) {
  const signUp = await loadOwnSignUp(ctx, signUpId, ctx.actor.id)
  const campaign = await campaigns.byId(ctx, signUp.campaignId)
  return {
    ...signUp,
    ...figuresOf(signUp),
    ...(await brandsShown(ctx, [signUp.brandId])).get(signUp.brandId),
    signUpId,
    campaignName: campaign?.name ?? signUp.terms.campaignName,
    exactMilliCents: signUp.charged * signUp.terms.rateCard.centsPer1000,
    isOver: campaign === undefined || ['ended', 'settled'].includes(phaseOf(campaign)),
    isFinal: signUp.settledAt !== undefined,
    ...(lacksFinalReading(signUp) && { finalReadingMissing: true as const }),
    days: await creditsOf(ctx, signUpId),
    videos: (await videosOf(ctx, [signUpId])).get(signUpId) ?? [],
  }
}
