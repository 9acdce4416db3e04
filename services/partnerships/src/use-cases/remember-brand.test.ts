import { BrandRegistered } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { brands } from '../store/brands.ts'

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
