import type { InvitationPath } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { type Invitation, statusAt } from '../domain/invitation.ts'
import { brandsShown } from '../store/brands.ts'
import { loadOwnInvitation } from '../store/invitations.ts'

/** Creators never see how many credits a brand lacks. */
export async function viewInvitations(scope: Scope, invitations: readonly Invitation[], now: Date) {
  const brands = await brandsShown(
    scope,
    invitations.map(({ brandId }) => brandId),
  )
  return invitations.map((invitation) => ({ ...invitation, status: statusAt(invitation, now), ...brands.get(invitation.brandId) }))
}

export async function viewInvitation(scope: Scope, invitation: Invitation, now: Date) {
  const [view] = await viewInvitations(scope, [invitation], now)
  return view as NonNullable<typeof view>
}

export const showInvitation = async ({ invitationId }: InvitationPath, ctx: Context<'creator' | 'any-brand'>) =>
  viewInvitation(ctx, await loadOwnInvitation(ctx, invitationId, ctx.actor), ctx.now())
