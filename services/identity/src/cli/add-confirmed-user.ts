import { CreatorRegistered, type Role, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { termsOfCommand } from '../domain/terms.ts'
import type { Ports } from '../ports.ts'
import { findUserByEmail, insertUser, saveUser } from '../store/users.ts'
import { endAllSessions } from '../use-cases/end-session.ts'

/**
 * Adds a user with a confirmed address, because the operator vouches for it. Replaces an unconfirmed user with the same
 * address.
 * @returns the user's id
 * @throws Refusal `email_taken` if a confirmed user has the address
 */
export async function addConfirmedUser(
  { email, role, passwordHash }: { email: string; role: Role; passwordHash: string },
  ctx: Context<'system', Ports>,
): Promise<string> {
  const newId = ctx.newId()
  const at = ctx.now()
  return ctx.transact(async (tx) => {
    const former = await findUserByEmail(tx, email)
    if (former?.confirmedAt) refuse('email_taken')
    const user = { id: former?.id ?? newId, email, role, passwordHash, createdAt: at, confirmedAt: at, ...termsOfCommand(role) }
    const { version } = former
      ? await saveUser(tx, { ...user, emailKey: former.emailKey, version: former.version })
      : await insertUser(tx, user)
    if (former) await endAllSessions(tx, former.id)
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: user.id, email, version }))
    return user.id
  })
}
