import { type BrandContactForm, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { brandView, changeContact, isSameContact } from '../domain/brand.ts'
import { brandById, saveBrand } from '../store/brands.ts'
import { userById } from '../store/users.ts'
import { declare } from './declare.ts'

/** Changes the name and the contact, and keeps the evidence that the terms were accepted. */
export async function changeBrandContact(form: BrandContactForm, ctx: Context<'brand'>) {
  if (form.contactPhone !== undefined && !isValidPhoneNumber(form.contactPhone)) refuse('phone_invalid')
  return ctx.transact(async (tx) => {
    const [former, user] = [await brandById(tx, ctx.actor.id), await userById(tx, ctx.actor.id)]
    if (!former || !user) return refuse('brand_incomplete')
    const { brand, events } = changeContact(former, form)
    await saveBrand(tx, former, brand)
    if (!isSameContact(former, form)) await declare(tx, brand.id, { kind: 'contact', contact: form }, ctx)
    for (const event of events) tx.emit(event)
    return brandView(user, brand)
  })
}
