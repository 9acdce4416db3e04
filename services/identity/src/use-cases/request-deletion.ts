import { type DeletionInput, type DeletionStatus, type DeletionWaiver, refuse, UserDeletionRequested } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { deletionOf, saveDeletion } from '../store/account-deletions.ts'
import { deletion } from '../store/erase-user.ts'
import { emailKeyOf, type User } from '../store/users.ts'
import { proveBothSteps } from './prove-both-steps.ts'
import { recordSecurity } from './record-security.ts'
import { statusOf } from './show-deletion.ts'

/**
 * Asks the services that own the user's work and money whether anything is unsettled. Nothing is erased before all have
 * answered. Another request changes nothing while one is pending.
 */
export async function requestDeletion({ email, waives, ...proof }: DeletionInput, ctx: Context<'user', Ports>): Promise<DeletionStatus> {
  if (ctx.actor.role === 'admin') refuse('deletion_by_command')
  return proveBothSteps(proof, ctx, async (tx, user) => {
    if (emailKeyOf(email) !== user.emailKey) refuse('deletion_email_differs')
    return askServices(tx, user, waives, ctx)
  })
}

export async function askServices(
  tx: Tx,
  { id, role }: User,
  waives: DeletionWaiver,
  ctx: Pick<Context, 'now' | 'newId' | 'ip' | 'userAgent'>,
): Promise<DeletionStatus> {
  // Concurrent requests write this user's lock, so only the first one asks.
  await deletion.refuseIfClosing(tx, id)
  const former = await deletionOf(tx, id)
  if (former?.state === 'pending') return statusOf(former)
  const attempt = (former?.attempt ?? 0) + 1
  const asked = { id, role, attempt, state: 'pending', requestedAt: ctx.now(), waives, obstacles: [] } as const
  await recordSecurity(tx, id, 'deletion-requested', ctx)
  tx.emit(UserDeletionRequested.of({ userId: id, role, attempt }))
  return statusOf(await saveDeletion(tx, former, { ...asked, obstacles: [] }))
}
