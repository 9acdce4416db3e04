import { type CodeInput, refuse } from '@reelfair/contracts'
import { type Context, hashOfSecret, type Tx } from '@reelfair/service-kit'
import { countWrongCode } from '../domain/second-factor.ts'
import type { Ports } from '../ports.ts'
import { challengeById, removeChallenge, saveChallenge } from '../store/challenges.ts'
import { type User, userById } from '../store/users.ts'
import { recordFailedSignIn } from './record-security.ts'
import { connectThen } from './sign-in-with-google.ts'
import { openSession, type UserSession } from './start-user-session.ts'
import { takeCode } from './take-code.ts'

type Wrong = 'wrong_code' | 'challenge_invalid'

/** Completes a sign-in that waits for a code. Refuses wrong codes after the transaction that counts them. */
export async function answerChallenge({ code }: CodeInput, ctx: Context<'visitor', Ports>): Promise<UserSession> {
  const outcome = await ctx.transact((tx) => answer(tx, code, ctx))
  return typeof outcome === 'string' ? refuse(outcome) : outcome
}

async function answer(tx: Tx, code: string, ctx: Context<'visitor', Ports>): Promise<UserSession | Wrong> {
  const challenge = await challengeById(tx, hashOfSecret(ctx.challenge ?? ''))
  const user = await userById(tx, challenge?.userId ?? '')
  if (!challenge || challenge.expiresAt <= ctx.now() || !user?.secondFactor) return refuse('challenge_invalid')
  const proven = await takeCode(tx, user, code, ctx)
  if (proven) {
    await removeChallenge(tx, challenge)
    const { cause, connects } = challenge
    const enter = (entering: User) => openSession(tx, entering, cause, ctx)
    return connects && !proven.google ? connectThen(tx, proven, connects, ctx, enter) : enter(proven)
  }
  await recordFailedSignIn(tx, user, ctx)
  const counted = countWrongCode(challenge)
  if (counted) await saveChallenge(tx, counted)
  else await removeChallenge(tx, challenge)
  return counted ? 'wrong_code' : 'challenge_invalid'
}
