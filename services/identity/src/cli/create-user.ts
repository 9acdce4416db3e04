import { randomBytes } from 'node:crypto'
import { Email, Role } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { hashPassword } from '../adapters/password-hash.ts'
import type { Ports } from '../ports.ts'
import { addConfirmedUser } from './add-confirmed-user.ts'
import { PasswordArgument, readPassword } from './read-password.ts'

/**
 * Adds a user with a given or a new password.
 * @throws Refusal `email_taken` if a confirmed user has the address
 */
export async function addUser(
  { email, role, password: given }: { email: string; role: Role; password?: '-' | undefined },
  ctx: Context<'system', Ports>,
): Promise<string> {
  const password = given ? await readPassword(ctx.ports.standardInput) : randomBytes(12).toString('base64url')
  const id = await addConfirmedUser({ email, role, passwordHash: await hashPassword(password) }, ctx)
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
