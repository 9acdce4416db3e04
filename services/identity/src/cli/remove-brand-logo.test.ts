import { png } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { startIdentity } from '../users.fixture.ts'
import { removeLogoOfBrand } from './remove-brand-logo.ts'

const { app, user } = await startIdentity()
const why = { operator: 'Lea', reason: 'shows another company’s logo' }

test('removes a brand’s logo, notifies the other services once, and logs who removed it and why', async () => {
  const { id } = await user('brand')
  const brand = app.as({ id, role: 'brand', complete: true, sessionId: crypto.randomUUID() })
  const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example' }
  await brand.put('/brand', { brandName: 'Alpine', ...contact, termsAccepted: true })
  const { logoId } = (await brand.post('/brand/logo', png(), { headers: { 'content-type': 'image/png' } })).body
  const logged: unknown[] = []
  const ctx = app.context()
  const log = Object.assign(Object.create(ctx.log), { info: (...line: unknown[]) => logged.push(line) })
  const run = () => removeLogoOfBrand.run({ brandId: id, ...why }, { ...ctx, log })
  expect([await run(), await run()]).toEqual([`Removed the logo of brand ${id}.`, `Brand ${id} has no logo. Nothing was changed.`])
  expect((await app.as('visitor').get(`/brand-logos/${logoId}`)).status).toBe(404)
  expect((await brand.get('/brand')).body.logoId).toBeUndefined()
  const events = (await app.emitted('brand.registered')).filter(({ brandId }) => brandId === id)
  expect(events.map((event) => event.logoId)).toEqual([undefined, logoId, undefined])
  expect((await brand.get('/brand/declarations')).body.items).toMatchObject([
    { by: 'operator', logo: 'removed' },
    { by: 'brand', logo: 'uploaded' },
    { by: 'brand', contact: { brandName: 'Alpine' } },
  ])
  expect(logged).toEqual([[{ brandId: id, logoId, ...why }, 'brand logo removed by an operator']])
})

test('rejects an unknown brand', async () => {
  await expect(removeLogoOfBrand.run({ brandId: crypto.randomUUID(), ...why }, app.context())).rejects.toMatchObject({ code: 'not_found' })
})
