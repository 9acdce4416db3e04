/** A creator's standing on one network: how many accounts, and the code to put into the bio. Pure. */
import { MAX_ACCOUNTS_PER_NETWORK, refuse } from '@reelfair/contracts'

/** No 0, O, 1 and I: they are mistaken for one another when a code is read and typed. @source decisions §5 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const CODE_LENGTH = 7
/** @source decisions §5 */
export const CODE_HOURS = 24

export interface Standing {
  readonly accounts: number
  readonly code: string
  readonly codeExpiresAt: Date
}

/** A code from 7 random bytes. 32 letters divide 256, so each is as likely as the others. */
export const codeFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

export const isCodeValid = (standing: Pick<Standing, 'codeExpiresAt'>, at: Date): boolean => standing.codeExpiresAt > at

export const freshCode = (code: string, at: Date): Pick<Standing, 'code' | 'codeExpiresAt'> => ({
  code,
  codeExpiresAt: new Date(at.getTime() + CODE_HOURS * 3_600_000),
})

/** The standing with a valid code: the same while it is valid, since the creator may have put it into the bio already. */
export const withValidCode = <S extends Standing>(standing: S, code: string, at: Date): S =>
  isCodeValid(standing, at) ? standing : { ...standing, ...freshCode(code, at) }

/** One account more. @throws Refusal account_limit_reached */
export function countAccount<S extends Standing>(standing: S): S {
  if (standing.accounts >= MAX_ACCOUNTS_PER_NETWORK) refuse('account_limit_reached', { limit: MAX_ACCOUNTS_PER_NETWORK })
  return { ...standing, accounts: standing.accounts + 1 }
}

export const uncountAccount = <S extends Standing>(standing: S): S => ({ ...standing, accounts: Math.max(0, standing.accounts - 1) })
