import type { AdminPartnershipsQuery, PartnershipPath, PartnershipsQuery } from '@reelfair/contracts'
import { tierOf } from '@reelfair/rules'
import type { Context, Scope } from '@reelfair/service-kit'
import { statusAt } from '../domain/partnership.ts'
import { brandsShown } from '../store/brands.ts'
import { countAll, loadOwnPartnership, type Partnership, pageOf, pageOfAll, totalViewsOf, unsettledPageOf } from '../store/partnerships.ts'

type Reader = Pick<Context<'creator' | 'brand' | 'admin'>, 'actor' | 'now'>

/** Only the creator sees the code, because anyone who knows it could publish videos with it. */
function viewOne({ code, payment, totals, ...partnership }: Partnership, { actor, now }: Reader) {
  const { observed, qualified, inReview, excluded } = totals ?? { observed: 0, qualified: 0, inReview: 0, excluded: [] }
  return {
    ...partnership,
    ...(actor.role === 'creator' && { code }),
    status: statusAt(partnership, now()),
    count: { observed, qualified, inReview, excluded },
    tier: tierOf(qualified, partnership.viewsGoal),
    ...(payment && { payements: payment }),
    ...(totals?.finalReadingMissing && { finalReadingMissing: true as const }),
  }
}

async function viewPartnerships(scope: Scope, some: readonly Partnership[], reader: Reader) {
  const brands = await brandsShown(
    scope,
    some.map(({ brandId }) => brandId),
  )
  return some.map((one) => ({ ...viewOne(one, reader), ...brands.get(one.brandId) }))
}

export async function viewPartnership(scope: Scope, partnership: Partnership, reader: Reader) {
  const [view] = await viewPartnerships(scope, [partnership], reader)
  return view as NonNullable<typeof view>
}

export const showPartnership = async ({ partnershipId }: PartnershipPath, ctx: Context<'creator' | 'brand' | 'admin'>) =>
  viewPartnership(ctx, await loadOwnPartnership(ctx, partnershipId, ctx.actor), ctx)

export async function listPartnerships({ only, ...page }: PartnershipsQuery, ctx: Context<'creator' | 'brand'>) {
  const { id, role } = ctx.actor
  const of = role === 'brand' ? { brandId: id } : { creatorId: id }
  const { items, ...rest } = await (only ? unsettledPageOf(ctx, of, page) : pageOf(ctx, of, page))
  const totalViews = role === 'brand' && !page.cursor ? await totalViewsOf(ctx, id) : undefined
  return { items: await viewPartnerships(ctx, items, ctx), totalViews, ...rest }
}

/** All partnerships, newest first. */
export async function listAllPartnerships({ limit, cursor, username, ...filters }: AdminPartnershipsQuery, ctx: Context<'admin'>) {
  const filter = { ...filters, ...(username !== undefined && { usernameKey: username }) }
  const { items, ...rest } = await pageOfAll(ctx, filter, { limit, cursor })
  return { items: await viewPartnerships(ctx, items, ctx), matching: await countAll(ctx, filter), ...rest }
}
