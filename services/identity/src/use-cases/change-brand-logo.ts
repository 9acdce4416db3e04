import { buffer } from 'node:stream/consumers'
import { refuse } from '@reelfair/contracts'
import type { Context, Tx, UploadRequest } from '@reelfair/service-kit'
import { brandView, changeLogo } from '../domain/brand.ts'
import { insertLogo, removeLogo } from '../store/brand-logos.ts'
import { brandById, saveBrand } from '../store/brands.ts'
import { userById } from '../store/users.ts'
import { checkLogo } from './check-logo.ts'
import { type Declaring, declare } from './declare.ts'

/** The route's limit bounds the body. All contenders write the brand's document, so the last upload wins. */
export async function storeBrandLogo({ body, type }: UploadRequest, ctx: Context<'brand'>) {
  const { picture, ...facts } = checkLogo(await buffer(body), type)
  const brandId = ctx.actor.id
  return ctx.transact(async (tx) => {
    const id = ctx.newId()
    const shown = await replaceLogo(tx, brandId, id, ctx)
    await insertLogo(tx, { ...facts, id, brandId, bytes: picture.length, picture: picture.toString('base64'), uploadedAt: ctx.now() })
    return shown
  })
}

/** Without a logo, changes nothing. */
export const removeBrandLogo = (_: unknown, ctx: Context<'brand'>) => ctx.transact((tx) => replaceLogo(tx, ctx.actor.id, undefined, ctx))

/** @param logoId undefined removes the logo */
export async function replaceLogo(tx: Tx, brandId: string, logoId: string | undefined, ctx: Declaring) {
  const [former, user] = [await brandById(tx, brandId), await userById(tx, brandId)]
  if (!former || !user) return refuse('brand_incomplete')
  if (former.logoId === undefined && logoId === undefined) return brandView(user, former)
  if (former.logoId !== undefined) await removeLogo(tx, former.logoId)
  const { brand, events } = changeLogo(former, logoId)
  await saveBrand(tx, former, brand)
  await declare(tx, brandId, { kind: 'logo', logo: logoId === undefined ? 'removed' : 'uploaded' }, ctx)
  for (const event of events) tx.emit(event)
  return brandView(user, brand)
}
