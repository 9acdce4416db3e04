import { Email } from '@reelfair/contracts'
import { defineCommand } from '@reelfair/service-kit'
import { addUser } from './create-user.ts'
import { PasswordArgument } from './given-password.ts'

/** The only way to make an admin: neither a route nor another command takes this role. */
export const createAdmin = defineCommand({
  name: 'create-admin',
  does: 'Creates an administrator who can sign in at once.',
  args: { email: Email.describe('the e-mail address'), password: PasswordArgument },
  run: (args, ctx) => addUser({ ...args, role: 'admin' }, ctx),
})
