import { type BrandForm, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { brandView, registerBrand as decide } from '../domain/brand.ts'
import { brandById, saveBrand } from '../store/brands.ts'
import { userById } from '../store/users.ts'

/** The document's version prevents concurrent saves from mixing their fields. */
export async function registerBrand(form: BrandForm, ctx: Context<'any-brand'>) {
  if (form.contactPhone !== undefined && !isValidPhoneNumber(form.contactPhone)) refuse('phone_invalid')
  return ctx.transact(async (tx) => {
    const user = await userById(tx, ctx.actor.id)
    if (!user) return refuse('not_signed_in')
    const former = await brandById(tx, user.id)
    const { brand, events } = decide(former, form, { id: user.id, at: ctx.now(), ip: ctx.ip })
    await saveBrand(tx, former, brand)
    for (const event of events) tx.emit(event)
    return brandView(user, brand)
  })
}
