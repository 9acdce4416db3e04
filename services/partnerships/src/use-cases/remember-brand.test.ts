import { BrandRegistered } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { brands } from '../store/brands.ts'

const app = await startService(partnerships)
const named = (brandId: string, brandName: string, version: number) => BrandRegistered.of({ brandId, brandName, version })

test('keeps a brand’s newest name, in whatever order and however often the news arrive', async () => {
  const id = crypto.randomUUID()
  await app.hear(named(id, 'Second', 2), { times: 2 })
  await app.hear(named(id, 'First', 1))
  expect(await brands.byId(app.context(), id)).toMatchObject({ id, brandName: 'Second', version: 2 })
  await app.hear(named(id, 'Fourth', 4))
  expect(await brands.byId(app.context(), id)).toMatchObject({ id, brandName: 'Fourth', version: 4 })
})
