import { type DeletionInput, type DeletionStatus, refuse, UserDeletionRequested } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isFresh } from '../domain/session.ts'
import { deletionOf, saveDeletion } from '../store/account-deletions.ts'
import { deletion } from '../store/erase-user.ts'
import { sessionById } from '../store/sessions.ts'
import { emailKeyOf, type User, userById } from '../store/users.ts'
import { provePassword } from './prove-password.ts'
import { statusOf } from './show-deletion.ts'

/**
 * Asks the services that own the user's work and money whether anything is unsettled. Nothing is erased before all have
 * answered. A request during a pending one changes nothing. Open to visitors, so that no password is stored under an
 * idempotency key.
 */
export async function requestDeletion({ email, password, waives }: DeletionInput, ctx: Context<'visitor'>): Promise<DeletionStatus> {
  const { passwordHash } = await proveIdentity(password, ctx)
  const { id } = ctx.actor.kind === 'user' ? ctx.actor : refuse('not_signed_in')
  return ctx.transact(async (tx) => {
    const user = (await userById(tx, id)) ?? refuse('not_signed_in')
    // The password has changed since it was checked.
    if (user.passwordHash !== passwordHash) refuse('wrong_password')
    if (emailKeyOf(email) !== user.emailKey) refuse('deletion_email_differs')
    // Concurrent requests write this user's lock, so only the first one asks.
    await deletion.refuseIfLeaving(tx, id)
    const former = await deletionOf(tx, id)
    if (former?.state === 'pending') return statusOf(former)
    const { role } = user
    const attempt = (former?.attempt ?? 0) + 1
    const asked = { id, role, attempt, state: 'pending', requestedAt: ctx.now(), waives, obstacles: [] } as const
    tx.emit(UserDeletionRequested.of({ userId: id, role, attempt }))
    return statusOf(await saveDeletion(tx, former, { ...asked, obstacles: [] }))
  })
}

/** Users with a password enter it; for others, a recent sign-in proves that the user is present. */
async function proveIdentity(password: string | undefined, ctx: Context<'visitor'>): Promise<User> {
  if (ctx.actor.kind !== 'user') return refuse('not_signed_in')
  const user = (await userById(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
  if (user.role === 'admin') refuse('deletion_by_command')
  if (password !== undefined) return provePassword(password, ctx)
  const session = await sessionById(ctx, ctx.actor.sessionId)
  if (user.passwordHash !== undefined || !session || !isFresh(session, ctx.now())) refuse('fresh_sign_in_required')
  return user
}
