import { randomBytes } from 'node:crypto'
import { CreatorRegistered, Email, Password, Role } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { hashPassword } from '../adapters/password-hash.ts'
import { insertUser } from '../store/users.ts'

/** A user whose address needs no confirming. Guard against a second user with the address: the unique index. */
export async function runCreateUser(args: { email: string; role: Role; password?: string | undefined }, ctx: Context): Promise<string> {
  const password = args.password ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const id = ctx.newId()
  const { email, role } = args
  await ctx.transact(async (tx) => {
    const { version } = await insertUser(tx, { id, email, role, passwordHash, createdAt: ctx.now(), confirmedAt: ctx.now() })
    if (role === 'creator') tx.emit(CreatorRegistered.of({ creatorId: id, email, version }))
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
