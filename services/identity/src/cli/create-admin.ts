import { text } from 'node:stream/consumers'
import { Email, Password, refuse } from '@reelfair/contracts'
import { defineCommand } from '@reelfair/service-kit'
import { z } from 'zod'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'
import { runCreateUser } from './create-user.ts'

/**
 * The only way to make an admin: no route takes this role. The password never stands among the arguments, where everybody on the machine could read it
 * (`ps`) and the shell would keep it.
 */
export const createAdmin = defineCommand({
  name: 'create-admin',
  does: 'Creates an administrator who can sign in at once.',
  args: {
    email: Email.describe('the e-mail address'),
    password: z
      .literal('-', 'write - and give the password on standard input, or leave it out: then one is generated and printed once')
      .optional()
      .describe('- reads it from standard input; generated and printed once when left out'),
  },
  run: async ({ email, password }, ctx) =>
    runCreateUser({ email, role: 'admin', password: password && (await readPassword(process.stdin)) }, ctx),
})

/**
 * A password from a file or a pipe; the line's end is none of it.
 * @throws Refusal `password_common`; Error with a sentence when it is too short or too long
 */
export async function readPassword(source: NodeJS.ReadableStream): Promise<string> {
  const { success, data: password } = Password.safeParse((await text(source)).replace(/\r?\n$/, ''))
  if (!success) throw new Error('The password on standard input needs 6 to 128 characters.')
  if (isCommonPassword(password)) refuse('password_common')
  return password
}
