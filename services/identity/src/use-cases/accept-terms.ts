import { type Me, refuse, SessionChanged, type TermsAcceptanceInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { acceptForCompany } from '../domain/brand.ts'
import { acceptCurrentTerms, addAcceptance } from '../domain/terms.ts'
import { brandById, saveBrand } from '../store/brands.ts'
import { saveUser, userById } from '../store/users.ts'
import { meOf } from './show-me.ts'

/** The user's document holds the evidence, so concurrent requests record one acceptance per version. */
export async function acceptTerms({ version }: TermsAcceptanceInput, ctx: Context<'creator' | 'any-brand'>): Promise<Me> {
  return ctx.transact(async (tx) => {
    const user = (await userById(tx, ctx.actor.id)) ?? refuse('not_signed_in')
    const acceptance = acceptCurrentTerms(ctx.now(), ctx.ip)
    if (acceptance.version !== version) refuse('terms_not_current')
    const accepted = addAcceptance(user, acceptance)
    if (accepted !== user) {
      await saveUser(tx, accepted)
      const brand = await brandById(tx, user.id)
      if (brand) await saveBrand(tx, brand, acceptForCompany(brand, acceptance))
      tx.emit(SessionChanged.of({ userId: user.id }))
    }
    return (await meOf(tx, ctx)) ?? refuse('not_signed_in')
  })
}
