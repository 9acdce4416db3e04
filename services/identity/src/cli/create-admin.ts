import { Email, Password } from '@reelfair/contracts'
import { defineCommand } from '@reelfair/service-kit'
import { runCreateUser } from './create-user.ts'

/** The only way to make an admin: no route takes this role. */
export const createAdmin = defineCommand({
  name: 'create-admin',
  does: 'Creates an administrator who can sign in at once.',
  args: {
    email: Email.describe('the e-mail address'),
    password: Password.optional().describe('generated and printed when left out'),
  },
  run: ({ email, password }, ctx) => runCreateUser({ email, password, role: 'admin' }, ctx),
})
