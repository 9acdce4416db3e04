import { text } from 'node:stream/consumers'
import { Password, refuse } from '@reelfair/contracts'
import { z } from 'zod'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'

/**
 * A password passed as an argument would be visible to the machine's other users (`ps`) and saved in the shell's
 * history.
 */
export const PasswordArgument = z
  .literal('-', 'use - to read the password from standard input, or omit it to generate one that is printed once')
  .optional()
  .describe('- to read it from standard input; if omitted, one is generated and printed once')

/**
 * Reads a password without the trailing line break.
 * @throws Refusal `password_common`; Error if the password is too short or too long
 */
export async function readPassword(source: NodeJS.ReadableStream): Promise<string> {
  const { success, data: password } = Password.safeParse((await text(source)).replace(/\r?\n$/, ''))
  if (!success) throw new Error('The password on standard input must have 6 to 128 characters.')
  if (isCommonPassword(password)) refuse('password_common')
  return password
}
