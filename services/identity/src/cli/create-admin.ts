import { Email } from '@reelfair/contracts'
import { defineCommand } from '@reelfair/service-kit'
import { addUser } from './create-user.ts'
import { PasswordArgument } from './read-password.ts'

/** The only way to create an admin: no route and no other command accepts this role. */
export const createAdmin = defineCommand({
  name: 'create-admin',
  description: 'Creates an administrator who can sign in immediately.',
  args: { email: Email.describe('the e-mail address'), password: PasswordArgument },
  run: (args, ctx) => addUser({ ...args, role: 'admin' }, ctx),
})
