import { randomBytes } from 'node:crypto'
import { Email, Password, Role } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { hashPassword } from '../adapters/password-hash.ts'
import { insertUser } from '../store/users.ts'

/** The only way to make an admin. Guard against a second user with the address: the unique index. */
async function runCreateUser(args: { email: string; role: Role; password?: string | undefined }, ctx: Context): Promise<string> {
  const password = args.password ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const id = ctx.newId()
  await ctx.transact((tx) => insertUser(tx, { id, email: args.email, role: args.role, passwordHash, createdAt: ctx.now() }))
  const secret = args.password ? '' : `\nPassword (shown this once): ${password}`
  return `Created ${args.role} ${args.email}, id ${id}.${secret}`
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
