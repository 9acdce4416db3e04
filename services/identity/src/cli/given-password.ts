import { text } from 'node:stream/consumers'
import { Password, refuse } from '@reelfair/contracts'
import { z } from 'zod'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'

/** A command's argument. The password itself never stands there, where everybody on the machine could read it (`ps`) and the shell would keep it. */
export const PasswordArgument = z
  .literal('-', 'write - and give the password on standard input, or leave it out: then one is generated and printed once')
  .optional()
  .describe('- reads it from standard input; generated and printed once when left out')

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
