import type { KeyObject } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type Context, defineCommand, keyFor, PrivateKey, seal, unseal } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { saveUser, userById, usersWithSecondFactor } from '../store/users.ts'

/**
 * Run after rotating SESSION_PRIVATE_KEY, which encrypts the secrets of authenticator apps, and again after an
 * interruption: it skips secrets that are already encrypted with the current key.
 */
export const resealSecondFactors = defineCommand({
  name: 'reseal-second-factors',
  description: 'Re-encrypts all authenticator secrets after a key rotation; reads the former SESSION_PRIVATE_KEY from standard input.',
  args: {},
  run: async (_, ctx: Context<'system', Ports>) => {
    const { success, data } = PrivateKey.safeParse((await text(ctx.ports.standardInput)).trim())
    if (!success) throw new Error('The text on standard input is not an Ed25519 private key.')
    const formerKey = keyFor(data, 'identity: second factors')
    const count = { resealed: 0, present: 0, unreadable: 0 }
    for await (const { id } of usersWithSecondFactor(ctx)) count[await reseal(id, formerKey, ctx)] += 1
    return `Re-encrypted ${count.resealed}, already encrypted with the present key ${count.present}, unreadable ${count.unreadable}.`
  },
})

const reseal = (userId: string, formerKey: KeyObject, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const { factorKey } = ctx.ports
    const user = await userById(tx, userId)
    // Turned off in the meantime, or encrypted with the current key.
    if (!user?.secondFactor || unseal(user.secondFactor.sealedSecret, factorKey) !== undefined) return 'present'
    const secret = unseal(user.secondFactor.sealedSecret, formerKey)
    if (secret === undefined) return 'unreadable'
    await saveUser(tx, { ...user, secondFactor: { ...user.secondFactor, sealedSecret: seal(secret, factorKey) } })
    return 'resealed'
  })
