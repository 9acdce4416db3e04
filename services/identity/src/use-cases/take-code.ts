import { refuse } from '@reelfair/contracts'
import { type Context, hashOfSecret, type Tx, unseal } from '@reelfair/service-kit'
import { matchingStep } from '../adapters/totp.ts'
import { readCode, type SecondFactor } from '../domain/second-factor.ts'
import { CODES, pauseAfter, recordFailure } from '../domain/throttle.ts'
import type { Ports } from '../ports.ts'
import { lockThrottle, removeThrottle, saveThrottle, throttleId } from '../store/throttles.ts'
import { saveUser, type User } from '../store/users.ts'
import { findKnownDevice } from './find-known-device.ts'
import { recordSecurity } from './record-security.ts'
import { sendNotice } from './send-notice.ts'

/**
 * Accepts a code from the user's app or a recovery code, once. A single transaction checks the code, counts failures
 * and marks the code as used, so concurrent requests can neither use a code twice nor guess faster.
 * @param user as read in this transaction
 * @returns the user as saved, or undefined for a wrong code: commit the count of failures, then refuse `wrong_code`
 * @throws Refusal `second_factor_missing` or `code_slowed`
 */
export async function takeCode(tx: Tx, user: User, typed: string, ctx: Context<'visitor', Ports>): Promise<User | undefined> {
  const at = ctx.now()
  const factor = user.secondFactor ?? refuse('second_factor_missing')
  const throttle = await lockThrottle(tx, await throttleOf(tx, user, ctx), at)
  const pauseMs = pauseAfter(throttle, at, CODES)
  if (pauseMs > 0) refuse('code_slowed', { seconds: Math.ceil(pauseMs / 1_000) })
  const { kind, code } = readCode(typed)
  const rest = kind === 'app' ? withoutStep(user.id, factor, code, ctx) : withoutRecoveryCode(factor, code)
  if (!rest) {
    await saveThrottle(tx, recordFailure(throttle, at, CODES))
    return undefined
  }
  await removeThrottle(tx, throttle)
  if (kind === 'recovery') {
    await recordSecurity(tx, user.id, 'recovery-code-used', ctx)
    const values = { at: at.toISOString(), left: rest.recoveryHashes.length }
    await sendNotice(tx, 'recovery-code-used', { userId: user.id, to: user.email, locale: user.locale ?? ctx.locale, values }, ctx)
  }
  return saveUser(tx, { ...user, secondFactor: { ...rest, recoveryHashes: [...rest.recoveryHashes] } })
}

/** A stranger's guesses do not slow down the owner's known browsers: only a completed sign-in makes a browser known. */
async function throttleOf(tx: Tx, { id }: User, ctx: Context<'visitor', Ports>): Promise<string> {
  const device = await findKnownDevice(tx, id, ctx)
  return device ? throttleId('code-device', device.id) : throttleId('code-user', id)
}

function withoutStep(userId: string, factor: SecondFactor, code: string, ctx: Context<'visitor', Ports>): SecondFactor | undefined {
  const secret = unseal(factor.sealedSecret, ctx.ports.factorKey)
  if (secret === undefined) {
    ctx.log.error({ userId }, 'second factor cannot be decrypted')
    return undefined
  }
  const lastStep = matchingStep(Buffer.from(secret, 'base64url'), code, ctx.now(), factor.lastStep)
  return lastStep === undefined ? undefined : { ...factor, lastStep }
}

function withoutRecoveryCode(factor: SecondFactor, code: string): SecondFactor | undefined {
  const hash = hashOfSecret(code)
  if (!factor.recoveryHashes.includes(hash)) return undefined
  return { ...factor, recoveryHashes: factor.recoveryHashes.filter((one) => one !== hash) }
}
