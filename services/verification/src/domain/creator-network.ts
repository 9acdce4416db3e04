import { MAX_ACCOUNTS_PER_NETWORK, MAX_ATTEMPTS_PER_NETWORK, refuse } from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'

/** Excludes 0, O, 1 and I, which are easily confused when reading and typing a code. @source decisions §5 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const CODE_LENGTH = 7
/** Hours for which a code is valid. @source decisions §5 */
const CODE_HOURS = 24

/**
 * Limit per creator per network per business day. Bounds the number of removed accounts that partnerships must
 * remember.
 */
export const MAX_ADDED_PER_DAY = 20

export interface CreatorNetwork {
  readonly accounts: number
  /** Number of requested verifications, each counted before its first call. */
  readonly attempts: number
  readonly addedOn?: string | undefined
  /** Number of accounts added on the business day `addedOn`. */
  readonly added?: number | undefined
  readonly code: string
  readonly codeExpiresAt: Date
}

/** All 32 characters are equally likely, because 256 is a multiple of 32. @param random 7 random bytes */
export const codeFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

export const newCreatorNetwork = (code: string, at: Date): CreatorNetwork => ({ accounts: 0, attempts: 0, ...freshCode(code, at) })

export const isCodeValid = (creatorNetwork: Pick<CreatorNetwork, 'codeExpiresAt'>, at: Date): boolean => creatorNetwork.codeExpiresAt > at

const freshCode = (code: string, at: Date): Pick<CreatorNetwork, 'code' | 'codeExpiresAt'> => ({
  code,
  codeExpiresAt: new Date(at.getTime() + CODE_HOURS * 3_600_000),
})

/** Keeps a valid code, because the creator may already have put it into the bio. */
export const withValidCode = <S extends CreatorNetwork>(creatorNetwork: S, code: string, at: Date): S =>
  isCodeValid(creatorNetwork, at) ? creatorNetwork : { ...creatorNetwork, ...freshCode(code, at) }

/** @throws Refusal account_limit_reached, account_additions_reached */
export function countAccount<S extends CreatorNetwork>(creatorNetwork: S, at: Date): S {
  if (creatorNetwork.accounts >= MAX_ACCOUNTS_PER_NETWORK) refuse('account_limit_reached', { limit: MAX_ACCOUNTS_PER_NETWORK })
  const today = businessDayOf(at)
  const added = creatorNetwork.addedOn === today ? (creatorNetwork.added ?? 0) : 0
  if (added >= MAX_ADDED_PER_DAY) refuse('account_additions_reached', { limit: MAX_ADDED_PER_DAY })
  return { ...creatorNetwork, accounts: creatorNetwork.accounts + 1, addedOn: today, added: added + 1 }
}

export const uncountAccount = <S extends CreatorNetwork>(creatorNetwork: S): S => ({
  ...creatorNetwork,
  accounts: Math.max(0, creatorNetwork.accounts - 1),
})

/** Counts a verification before its first call. @throws Refusal verification_limit_reached */
export function countAttempt<S extends CreatorNetwork>(creatorNetwork: S): S {
  if (attemptsLeft(creatorNetwork) === 0) refuse('verification_limit_reached', { limit: MAX_ATTEMPTS_PER_NETWORK })
  return { ...creatorNetwork, attempts: creatorNetwork.attempts + 1 }
}

export const attemptsLeft = ({ attempts }: Pick<CreatorNetwork, 'attempts'>): number => Math.max(0, MAX_ATTEMPTS_PER_NETWORK - attempts)
