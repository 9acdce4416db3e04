import type { PageQuery, RegisteredCreatorsQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { brandsShown } from '../store/brands.ts'
import { findByIds, loadOwnCampaign } from '../store/campaigns.ts'
import { pageOfCampaign, pageOfCreator, videosOf } from '../store/sign-ups.ts'
import { figuresOf, viewSignUp } from './view-sign-up.ts'

export async function listSignUps(page: z.infer<typeof PageQuery>, ctx: Context<'creator'>) {
  const { items, next } = await pageOfCreator(ctx, ctx.actor.id, page)
  const campaigns = new Map(
    (
      await findByIds(
        ctx,
        items.map(({ campaignId }) => campaignId),
      )
    ).map((one) => [one.id, one]),
  )
  const brands = await brandsShown(
    ctx,
    items.map(({ brandId }) => brandId),
  )
  const videos = await videosOf(
    ctx,
    items.map(({ id }) => id),
  )
  const views = items.flatMap((signUp) => {
    const campaign = campaigns.get(signUp.campaignId)
    return campaign ? [viewSignUp(signUp, campaign, brands.get(signUp.brandId), videos.get(signUp.id))] : []
  })
  return { items: views, ...(next && { next }) }
}

/**
 * Videos are not included, because a page of creators may have thousands of them; the metrics service returns one
 * creator's videos at a time.
 */
export async function listRegisteredCreators({ campaignId, ...page }: RegisteredCreatorsQuery, ctx: Context<'brand'>) {
  await loadOwnCampaign(ctx, campaignId, ctx.actor.id)
  const { items, next } = await pageOfCampaign(ctx, campaignId, page)
  return { items: items.map((signUp) => ({ ...signUp, ...figuresOf(signUp) })), ...(next && { next }) }
}
