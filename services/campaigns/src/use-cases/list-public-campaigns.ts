import { type IneligibilityReason, ineligibilityReasons, type PublicCampaignsQuery } from '@reelfair/contracts'
import { cashprizeCents } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { ELIGIBILITY_FIGURES, whyNotEligible } from '../domain/eligibility.ts'
import { type Account, accountsOf } from '../store/accounts.ts'
import { brandsShown } from '../store/brands.ts'
import { type Campaign, pageOfPublicCampaigns } from '../store/campaigns.ts'
import { settings } from '../store/settings.ts'
import { runningOf } from '../store/sign-ups.ts'
import { countActive } from './sign-up-to-campaign.ts'

export async function listPublicCampaigns(query: PublicCampaignsQuery, ctx: Context<'creator'>) {
  const [now, creatorId] = [ctx.now(), ctx.actor.id]
  const [{ value: publicNetworks }, { value: windowDays }] = await Promise.all([
    settings.at(ctx, 'public_campaign_networks', now),
    settings.at(ctx, 'video_window_days', now),
  ])
  const [{ items, next }, own, running] = await Promise.all([
    pageOfPublicCampaigns(ctx, query, { now, networks: publicNetworks }),
    accountsOf(ctx, creatorId),
    runningOf(ctx, { creatorId, now }),
  ])
  const brandIds = items.map(({ brandId }) => brandId)
  const [activeSignUps, brands] = await Promise.all([countActive(ctx, running), brandsShown(ctx, brandIds)])
  // The listed campaigns have not ended, so running sign-ups include all sign-ups for them.
  const joinedWith = new Map(running.map(({ campaignId, username }) => [campaignId, username]))

  const view = (campaign: Campaign) => {
    const { startsAt, endsAt } = campaign
    if (!startsAt || !endsAt) throw new Error(`campaign ${campaign.id} is active without dates`)
    const signedUpWith = joinedWith.get(campaign.id)
    const reasonsOf = (account: Pick<Account, 'network'> & Partial<Account>, isVerified: boolean) =>
      whyNotEligible({
        campaign,
        account: { ...account, isVerified },
        publicNetworks,
        isSignedUp: signedUpWith !== undefined,
        activeSignUps,
        at: now,
      })
    const accounts = own
      .filter(({ network }) => network === campaign.network)
      .map((account) => {
        const reasons = reasonsOf(account, true)
        return { accountId: account.id, username: account.username, isEligible: reasons.length === 0, reasons }
      })
    // Without an account on the network, reasons about unknown figures would be meaningless.
    const without = () => reasonsOf({ network: campaign.network }, false).filter((reason) => !reason.endsWith('_unknown'))
    return {
      ...campaign,
      startsAt,
      endsAt,
      ...brands.get(campaign.brandId),
      grantedViews: campaign.charged + campaign.reserved,
      remainingViews: campaign.viewsGoal - campaign.charged - campaign.reserved,
      cashprizeCents: cashprizeCents(campaign.viewsGoal, campaign.rateCard.centsPer1000),
      accounts,
      reasons: accounts.length === 0 ? without() : unionOf(accounts),
      signedUpWith,
    }
  }
  return { items: items.map(view), ...(next && { next }), figures: ELIGIBILITY_FIGURES, windowDays }
}

/** Returns no reasons if one of the creator's accounts may sign up. */
function unionOf(accounts: readonly { readonly reasons: readonly IneligibilityReason[] }[]): IneligibilityReason[] {
  if (accounts.some(({ reasons }) => reasons.length === 0)) return []
  return ineligibilityReasons.filter((reason) => accounts.some(({ reasons }) => reasons.includes(reason)))
}
