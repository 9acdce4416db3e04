import type { RecoveryCodes, SecondFactorProof } from '@reelfair/contracts'
import { refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { newRecoveryCodes } from '../adapters/recovery-codes.ts'
import type { Ports } from '../ports.ts'
import { saveUser } from '../store/users.ts'
import { proveBothSteps } from './prove-both-steps.ts'
import { recordSecurity } from './record-security.ts'

/** The previous codes stop working. */
export async function replaceRecoveryCodes(proof: SecondFactorProof, ctx: Context<'user', Ports>): Promise<RecoveryCodes> {
  const { codes, hashes } = newRecoveryCodes()
  await proveBothSteps(proof, ctx, async (tx, user) => {
    const factor = user.secondFactor ?? refuse('second_factor_missing')
    await saveUser(tx, { ...user, secondFactor: { ...factor, recoveryHashes: hashes } })
    await recordSecurity(tx, user.id, 'recovery-codes-replaced', ctx)
  })
  return { recoveryCodes: codes }
}
