import { randomBytes } from 'node:crypto'
import { CreatorRegistered, Email, Password, Role, refuse } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { hashPassword } from '../adapters/password-hash.ts'
import { findUserByEmail, insertUser, saveUser } from '../store/users.ts'

/**
 * A user whose address needs no confirming. Whoever signed up with the address and never confirmed it gives way, and so do users from before addresses were
 * confirmed: the operator vouches for it. Guard against a second user with the address: the unique index.
 * @throws Refusal `email_taken` when the address has a confirmed user; nothing is changed then
 */
export async function runCreateUser(args: { email: string; role: Role; password?: string | undefined }, ctx: Context): Promise<string> {
  const password = args.password ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const newId = ctx.newId()
  const { email, role } = args
  const id = await ctx.transact(async (tx) => {
    const former = await findUserByEmail(tx, email)
    if (former?.confirmedAt) refuse('email_taken')
    const user = { id: former?.id ?? newId, email, role, passwordHash, createdAt: ctx.now(), confirmedAt: ctx.now() }
    const { version } = former
      ? await saveUser(tx, { ...user, emailKey: former.emailKey, version: former.version })
      : await insertUser(tx, user)
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: user.id, email, version }))
    return user.id
  })
  const secret = args.password ? '' : `\nPassword (shown this once): ${password}`
  return `Created ${role} ${email}, id ${id}.${secret}`
}

export const createUser = defineCommand({
  name: 'create-user',
  does: 'Creates a user who can sign in at once: creator, brand or admin.',
  args: {
    email: Email.describe('the e-mail address'),
    role: Role.describe('creator, brand or admin'),
    password: Password.optional().describe('generated and printed when left out'),
  },
  run: runCreateUser,
})
