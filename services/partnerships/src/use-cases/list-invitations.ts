import type { InvitationsQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { statusAt } from '../domain/invitation.ts'
import { brandsShown } from '../store/brands.ts'
import { pageOfBrand, pageOfCreator } from '../store/invitations.ts'

/** Creators see only the invitations that they can still answer. */
export async function listInvitations(page: InvitationsQuery, ctx: Context<'creator' | 'any-brand'>) {
  const { id, role } = ctx.actor
  const { items, ...rest } = await (role === 'brand' ? pageOfBrand(ctx, id, page) : pageOfCreator(ctx, id, ctx.now(), page))
  const names = await brandsShown(
    ctx,
    items.map(({ brandId }) => brandId),
  )
  return { items: items.map((item) => ({ ...item, status: statusAt(item, ctx.now()), ...names.get(item.brandId) })), ...rest }
}
