import { randomBytes } from 'node:crypto'
import { CreatorRegistered, Email, Role, refuse } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { hashPassword } from '../adapters/password-hash.ts'
import { termsOfCommand } from '../domain/terms.ts'
import type { Ports } from '../ports.ts'
import { findUserByEmail, insertUser, saveUser } from '../store/users.ts'
import { endAllSessions } from '../use-cases/end-session.ts'
import { PasswordArgument, readPassword } from './read-password.ts'

/**
 * Creates a user with a confirmed address, because the operator vouches for it. Replaces an unconfirmed user
 * with the same address.
 * @throws Refusal `email_taken` if a confirmed user has the address
 */
export async function addUser(
  { email, role, password: given }: { email: string; role: Role; password?: '-' | undefined },
  ctx: Context<'system', Ports>,
): Promise<string> {
  const password = given ? await readPassword(ctx.ports.standardInput) : randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const newId = ctx.newId()
  const at = ctx.now()
  const id = await ctx.transact(async (tx) => {
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
  const secret = given ? '' : `\nPassword (shown only once): ${password}`
  return `Created ${role} ${email}, id ${id}.${secret}`
}

export const createUser = defineCommand({
  name: 'create-user',
  description: 'Creates a creator or a brand who can sign in immediately.',
  args: {
    email: Email.describe('the e-mail address'),
    role: Role.exclude(['admin']).describe('creator or brand'),
    password: PasswordArgument,
  },
  run: addUser,
})
