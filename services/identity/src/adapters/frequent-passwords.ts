/**
 * The most common passwords with at least 6 characters, in lower case.
 * @source SecLists, 10-million-password-list-top-10000 (MIT, Daniel Miessler)
 */
import { readFileSync } from 'node:fs'
import { isEasyPassword } from '@reelfair/rules'

const common = new Set(
  readFileSync(new URL('./frequent-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

/** Ignores case, because attackers also try other spellings of common passwords. */
export const isCommonPassword = (password: string): boolean =>
  isEasyPassword(password) || common.has(password.normalize('NFC').toLowerCase())
