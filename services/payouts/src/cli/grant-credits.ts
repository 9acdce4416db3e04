import { CreditsGranted, Id, refuse, Views } from '@reelfair/contracts'
import { type Context, defineCommand } from '@reelfair/service-kit'
import { z } from 'zod'
import { grant } from '../domain/credits.ts'
import { knowsBrand } from '../store/brands.ts'
import { findEntry, postEntry } from '../store/ledger.ts'

/** Guard: the entry's unique key, so each reason grants a brand credits only once. */
async function runGrant({ brandId, credits, reason }: { brandId: string; credits: number; reason: string }, ctx: Context) {
  return ctx.transact(async (tx) => {
    if (!(await knowsBrand(tx, brandId))) refuse('not_found')
    const draft = grant(brandId, credits, reason)
    const before = await findEntry(tx, draft.key)
    if (before) {
      const granted = before.postings.find(({ amount }) => amount > 0)?.amount
      if (granted !== credits) refuse('key_reused')
      return `Already granted ${granted} credits to brand ${brandId} for "${reason}". Nothing was changed.`
    }
    await postEntry(tx, draft, ctx)
    tx.emit(CreditsGranted.of({ brandId, credits }))
    return `Granted ${credits} credits to brand ${brandId} for "${reason}".`
  })
}

export const grantCredits = defineCommand({
  name: 'grant-credits',
  description: 'Grants a brand view credits without a purchase. Each reason grants once.',
  args: {
    brandId: Id.describe('the brand'),
    credits: z.coerce.number().pipe(Views.min(1).max(100_000_000)).describe('the number of view credits'),
    reason: z.string().trim().min(1).max(100).describe('the reason; kept in the ledger'),
  },
  run: runGrant,
})
