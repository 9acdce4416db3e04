import { type PresenceProof, refuse } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { type User, userById } from '../store/users.ts'
import { presenceRefusals, provePresence } from './prove-presence.ts'
import { recordWrongProof } from './record-security.ts'
import { takeCode } from './take-code.ts'

export const bothStepsRefusals = [...presenceRefusals, 'wrong_code', 'code_slowed', 'second_factor_missing'] as const

/**
 * Asks for the password (or a recent sign-in) and, from a user with two-step sign-in, for a code. Then runs `work` in
 * the transaction that takes the code.
 * @param change.needsPassword as for `provePresence`
 * @throws Refusal one of `bothStepsRefusals`
 */
export async function proveBothSteps<T>(
  { password, code }: PresenceProof,
  ctx: Context<'user', Ports>,
  work: (tx: Tx, user: User) => Promise<T>,
  change: { readonly needsPassword?: boolean } = {},
): Promise<T> {
  const present = await provePresence(password, ctx, change)
  const outcome = await ctx.transact(async (tx) => {
    const user = await userById(tx, present.id)
    if (!user || user.passwordHash !== present.passwordHash) return refuse('wrong_password')
    if (code === undefined) return user.secondFactor ? refuse('wrong_code') : { result: await work(tx, user) }
    const proven = await takeCode(tx, user, code, ctx)
    if (proven) return { result: await work(tx, proven) }
    await recordWrongProof(tx, user.id, 'wrong-code', ctx)
    return undefined
  })
  return outcome ? outcome.result : refuse('wrong_code')
}
