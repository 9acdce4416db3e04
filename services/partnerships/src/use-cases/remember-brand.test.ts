import { BrandRegistered } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { brands, brandsShown } from '../store/brands.ts'

const app = await startService(partnerships)
const named = (brandId: string, brandName: string, version: number) => BrandRegistered.of({ brandId, brandName, version })

test('keeps a brand’s newest name when events arrive twice or out of order', async () => {
  const id = crypto.randomUUID()
  await app.deliver(named(id, 'Second', 2), { times: 2 })
  await app.deliver(named(id, 'First', 1))
  expect(await brands.byId(app.context(), id)).toMatchObject({ id, brandName: 'Second', version: 2 })
  await app.deliver(named(id, 'Fourth', 4))
  expect(await brands.byId(app.context(), id)).toMatchObject({ id, brandName: 'Fourth', version: 4 })
})

test('keeps the newest event’s logo, or none if that event has none', async () => {
  const [brandId, logoId] = [crypto.randomUUID(), crypto.randomUUID()]
  await app.deliver(BrandRegistered.of({ brandId, brandName: 'Nord', logoId, version: 1 }))
  expect((await brandsShown(app.context(), [brandId])).get(brandId)).toEqual({ brandName: 'Nord', brandLogoId: logoId })
  await app.deliver(named(brandId, 'Nord', 2))
  expect((await brandsShown(app.context(), [brandId])).get(brandId)).toEqual({ brandName: 'Nord' })
})
