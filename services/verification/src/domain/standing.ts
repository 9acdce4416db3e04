/** A creator's standing on one network: how many accounts, how many verifications, and the code to put into the bio. Pure. */
import { MAX_ACCOUNTS_PER_NETWORK, MAX_ATTEMPTS_PER_NETWORK, refuse } from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'

/** No 0, O, 1 and I: they are mistaken for one another when a code is read and typed. @source decisions §5 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const CODE_LENGTH = 7
/** @source decisions §5 */
export const CODE_HOURS = 24

/** Of one creator and network in one business day: partnerships keeps a mark of each account that was removed. */
export const MOST_ADDED_A_DAY = 20

export interface Standing {
  readonly accounts: number
  /** Verifications that were asked for; each is counted before it is tried. */
  readonly attempts: number
  /** The last business day on which accounts were added, and how many. */
  readonly addedOn?: string | undefined
  readonly added?: number | undefined
  readonly code: string
  readonly codeExpiresAt: Date
}

/** A code from 7 random bytes. 32 letters divide 256, so each is as likely as the others. */
export const codeFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** The standing of who was never seen on a network. */
export const newStanding = (code: string, at: Date): Standing => ({ accounts: 0, attempts: 0, ...freshCode(code, at) })

export const isCodeValid = (standing: Pick<Standing, 'codeExpiresAt'>, at: Date): boolean => standing.codeExpiresAt > at

export const freshCode = (code: string, at: Date): Pick<Standing, 'code' | 'codeExpiresAt'> => ({
  code,
  codeExpiresAt: new Date(at.getTime() + CODE_HOURS * 3_600_000),
})

/** The standing with a valid code: the same while it is valid, since the creator may have put it into the bio already. */
export const withValidCode = <S extends Standing>(standing: S, code: string, at: Date): S =>
  isCodeValid(standing, at) ? standing : { ...standing, ...freshCode(code, at) }

/** One account more. @throws Refusal account_limit_reached, account_additions_reached */
export function countAccount<S extends Standing>(standing: S, at: Date): S {
  if (standing.accounts >= MAX_ACCOUNTS_PER_NETWORK) refuse('account_limit_reached', { limit: MAX_ACCOUNTS_PER_NETWORK })
  const today = businessDayOf(at)
  const added = standing.addedOn === today ? (standing.added ?? 0) : 0
  if (added >= MOST_ADDED_A_DAY) refuse('account_additions_reached', { limit: MOST_ADDED_A_DAY })
  return { ...standing, accounts: standing.accounts + 1, addedOn: today, added: added + 1 }
}

export const uncountAccount = <S extends Standing>(standing: S): S => ({ ...standing, accounts: Math.max(0, standing.accounts - 1) })

/** One verification more, counted before it is tried. @throws Refusal verification_limit_reached */
export function countAttempt<S extends Standing>(standing: S): S {
  if (attemptsLeft(standing) === 0) refuse('verification_limit_reached', { limit: MAX_ATTEMPTS_PER_NETWORK })
  return { ...standing, attempts: standing.attempts + 1 }
}

export const attemptsLeft = ({ attempts }: Pick<Standing, 'attempts'>): number => Math.max(0, MAX_ATTEMPTS_PER_NETWORK - attempts)
