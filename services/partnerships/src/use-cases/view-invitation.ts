import type { InvitationPath } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { type Invitation, statusAt } from '../domain/invitation.ts'
import { recordOf } from '../store/brand-records.ts'
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

/** Creators also see how the brand's earlier partnerships ended. */
export async function showInvitation({ invitationId }: InvitationPath, ctx: Context<'creator' | 'any-brand'>) {
  const view = await viewInvitation(ctx, await loadOwnInvitation(ctx, invitationId, ctx.actor), ctx.now())
  const record = ctx.actor.role === 'creator' ? await recordOf(ctx, view.brandId) : undefined
  return record ? { ...view, brandRecord: { settled: record.settled, paid: record.paid } } : view
}
