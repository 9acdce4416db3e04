import { type BrandForm, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { brandView, registerBrand as decide, isSameContact } from '../domain/brand.ts'
import { brandById, saveBrand } from '../store/brands.ts'
import { userById } from '../store/users.ts'
import { declare } from './declare.ts'

/** The document's version prevents concurrent saves from mixing their fields. */
export async function registerBrand(form: BrandForm, ctx: Context<'any-brand'>) {
  if (form.contactPhone !== undefined && !isValidPhoneNumber(form.contactPhone)) refuse('phone_invalid')
  return ctx.transact(async (tx) => {
    const user = await userById(tx, ctx.actor.id)
    if (!user) return refuse('not_signed_in')
    const former = await brandById(tx, user.id)
    const { brand, events } = decide(former, form, { id: user.id, at: ctx.now(), ip: ctx.ip })
    await saveBrand(tx, former, brand)
    const { termsAccepted: _, ...contact } = form
    if (!isSameContact(former, contact)) await declare(tx, user.id, { kind: 'contact', contact }, ctx)
    for (const event of events) tx.emit(event)
    return brandView(user, brand)
  })
}
