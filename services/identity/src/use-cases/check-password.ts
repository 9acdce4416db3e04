import type { Context, Tx } from '@reelfair/service-kit'
import { DUMMY_HASH, passwordMatches } from '../adapters/password-hash.ts'
import type { Ports } from '../ports.ts'
import type { User } from '../store/users.ts'
import { type Attempt, countWrongGuess, waitForTurn } from './slow-guessing.ts'

interface Checked {
  readonly user: User
  /** Whether the attempt's address has failures to clear. */
  readonly hasFailures: boolean
}

/**
 * Checks a password, slows down guessing, and takes as long for an unknown user as for a known one.
 * @param user undefined if nobody has the address or link that the attempt is about
 * @param alongside further writes of the transaction that counts a wrong password
 * @returns undefined for a wrong password and for an unknown user
 * @throws Refusal `sign_in_slowed`
 */
export async function checkPassword(
  password: string,
  user: User | undefined,
  about: Omit<Attempt, 'ip'>,
  ctx: Context<'visitor', Ports>,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<Checked | undefined> {
  const attempt = { ...about, ip: ctx.ip }
  const hasFailures = await waitForTurn(attempt, ctx)
  const isRight = await passwordMatches(password, user?.passwordHash ?? DUMMY_HASH)
  if (user && isRight) return { user, hasFailures }
  await countWrongGuess(attempt, ctx, alongside)
  return undefined
}
