import type { InvitationsQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { openOfBrand, openOfCreator, pageOfBrand, pageOfCreator } from '../store/invitations.ts'
import { viewInvitations } from './view-invitation.ts'

export async function listInvitations({ only, ...page }: InvitationsQuery, ctx: Context<'creator' | 'any-brand'>) {
  const { id, role } = ctx.actor
  const pages = {
    brand: () => (only ? openOfBrand(ctx, id, page) : pageOfBrand(ctx, id, page)),
    creator: () => (only ? openOfCreator(ctx, id, ctx.now(), page) : pageOfCreator(ctx, id, page)),
  }
  const { items, ...rest } = await pages[role === 'brand' ? 'brand' : 'creator']()
  return { items: await viewInvitations(ctx, items, ctx.now()), ...rest }
}
