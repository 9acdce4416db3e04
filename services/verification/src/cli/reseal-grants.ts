import { createSecretKey, type KeyObject } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type Context, defineCommand, keyFor, unseal } from '@reelfair/service-kit'
import { sealGrant, unsealGrant } from '../adapters/sealed-grant.ts'
import type { AccessKeys, Ports } from '../ports.ts'
import { grantOf, grants, saveGrant } from '../store/grants.ts'
import { revocations } from '../store/revocations.ts'
import { emitAccess } from '../use-cases/keep-grant.ts'

/**
 * Run after rotating ACCESS_KEY, and again after an interruption: it skips grants that are already encrypted with the
 * present key. Metrics gets each token again, because its copies are encrypted with the former key.
 */
export const resealGrants = defineCommand({
  name: 'reseal-grants',
  description: 'Re-encrypts all tokens of connected accounts after a key rotation; reads the former ACCESS_KEY from standard input.',
  args: {},
  run: async (_, ctx: Context<'system', Ports>) => {
    const former = (await text(ctx.ports.standardInput)).trim()
    if (!/^[\w-]{43}$/.test(former)) throw new Error('The text on standard input is not an ACCESS_KEY.')
    const { accessKeys } = ctx.ports
    if (!accessKeys) throw new Error('ACCESS_KEY is missing.')
    const formerKey = keyFor(createSecretKey(former, 'base64url'), 'verification: grants')
    const count = { resealed: 0, present: 0, unreadable: 0 }
    for await (const { id, sealedGrant } of grants.each(ctx))
      if (sealedGrant !== undefined) count[await reseal(id, formerKey, accessKeys, ctx)] += 1
    for await (const { id } of revocations.each(ctx)) count[await resealRevocation(id, formerKey, accessKeys, ctx)] += 1
    return `Re-encrypted ${count.resealed}, already encrypted with the present key ${count.present}, unreadable ${count.unreadable}.`
  },
})

/** @returns the grant encrypted with the present key, or why it stays as it is */
function resealed(sealedGrant: string, formerKey: KeyObject, keys: AccessKeys) {
  if (unseal(sealedGrant, keys.grants) !== undefined) return 'present'
  if (unseal(sealedGrant, formerKey) === undefined) return 'unreadable'
  const grant = unsealGrant(sealedGrant, formerKey)
  return { grant, sealedGrant: sealGrant(grant, keys.grants) }
}

const reseal = (accountId: string, formerKey: KeyObject, keys: AccessKeys, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const stored = await grantOf(tx, accountId)
    // Ended in the meantime.
    if (stored?.sealedGrant === undefined) return 'present'
    const next = resealed(stored.sealedGrant, formerKey, keys)
    if (typeof next === 'string') return next
    const { grant, sealedGrant } = next
    emitAccess(tx, await saveGrant(tx, { ...stored, sealedGrant, accessVersion: stored.accessVersion + 1 }), grant, ctx)
    return 'resealed'
  })

const resealRevocation = (id: string, formerKey: KeyObject, keys: AccessKeys, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const stored = await revocations.byId(tx, id)
    if (!stored) return 'present'
    const next = resealed(stored.sealedGrant, formerKey, keys)
    if (typeof next === 'string') return next
    await revocations.save(tx, { ...stored, sealedGrant: next.sealedGrant })
    return 'resealed'
  })
