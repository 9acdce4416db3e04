import { errorTable, sentenceOf } from '@reelfair/contracts'
import { countBy, times } from '@reelfair/testkit'
import { jpeg, lossy, png, riff, SECRET, withMetadata } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { brandLogos } from '../store/brand-logos.ts'
import { startIdentity } from '../users.fixture.ts'

const { app, user, address } = await startIdentity()
const contact = { brandName: 'Alpine', contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example' }

async function aBrand() {
  const { id } = await user('brand')
  const me = { id, role: 'brand', complete: true, sessionId: crypto.randomUUID() } as const
  await app.as(me).put('/brand', { ...contact, termsAccepted: true })
  const client = app.as(me)
  const send = (body: Buffer = png(), type = 'image/png', headers = {}) =>
    client.post('/brand/logo', body, { headers: { 'content-type': type, ...headers } })
  return { id, client, send }
}
const rows = (brandId: string) => brandLogos.find(app.context(), { brandId }, { limit: 10 })
const events = async (id: string) => (await app.emitted('brand.registered')).filter(({ brandId }) => brandId === id)
const shown = (logoId: string, headers = {}) =>
  app.as('visitor').get(`/brand-logos/${logoId}`, {}, { headers: { ...address(), ...headers } })

test.each([
  ['image/png', png(300, 200), 'logo.png'],
  ['image/jpeg', jpeg(300, 200), 'logo.jpg'],
  ['image/webp', riff(lossy(300, 200)), 'logo.webp'],
])(
  'shows a %s to everyone, with headers that prevent type guessing and let only the browser cache it, for a day',
  async (type, file, name) => {
    const { id, client, send } = await aBrand()
    const { status, body } = await send(file, type)
    expect({ status, ...body }).toMatchObject({ status: 201, id, complete: true, brandName: 'Alpine', logoId: expect.any(String) })
    const answer = await shown(body.logoId)
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': type,
        'content-length': String(file.length),
        'content-disposition': `inline; filename="${name}"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=86400, immutable',
      },
    })
    expect(await rows(id)).toMatchObject([{ id: body.logoId, type, width: 300, height: 200, bytes: file.length }])
    const part = await shown(body.logoId, { range: 'bytes=1-3' })
    expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([206, `bytes 1-3/${file.length}`, '3'])
    const { logoId } = body
    expect((await client.get('/brand')).body).toMatchObject({ logoId })
    expect((await client.get('/me')).body).toMatchObject({ name: 'Alpine', logoId })
    expect((await app.as('admin').get('/admin/brands', { name: 'Alpine', limit: 100 })).body.items).toContainEqual(
      expect.objectContaining({ id, logoId }),
    )
    expect(await events(id)).toMatchObject([{ brandName: 'Alpine' }, { brandName: 'Alpine', logoId, version: 2 }])
  },
)

test('returns the same bytes that were uploaded', async () => {
  const { send } = await aBrand()
  const file = png()
  const { logoId } = (await send(file)).body
  const bytes = await fetch(`${app.url}/brand-logos/${logoId}`).then((answer) => answer.arrayBuffer())
  expect(Buffer.from(bytes).equals(file)).toBe(true)
})

test('stores no camera data', async () => {
  const { id, send } = await aBrand()
  expect((await send(withMetadata['image/jpeg'], 'image/jpeg')).status).toBe(201)
  const [row] = await rows(id)
  expect(Buffer.from(row?.picture ?? '', 'base64').toString('latin1')).not.toContain(SECRET)
})

test('replaces the previous logo, keeps the logo when the contact changes, and removes it once', async () => {
  const { id, client, send } = await aBrand()
  const [first, second] = [(await send()).body.logoId, (await send(png(200))).body.logoId]
  expect(second).not.toBe(first)
  expect(await rows(id)).toMatchObject([{ id: second, width: 200 }])
  expect(await shown(first)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const [path, form] of [
    ['/brand/contact', { ...contact, brandName: 'Alpine Oats' }],
    ['/brand', { ...contact, termsAccepted: true }],
  ] as const)
    expect((await client.put(path, form)).body).toMatchObject({ logoId: second })

  const before = (await events(id)).length
  for (const _ of times(2, () => 0)) {
    const { status, body } = await client.del('/brand/logo')
    expect({ status, ...body }).toMatchObject({ status: 200, id, brandName: 'Alpine' })
    expect(body.logoId).toBeUndefined()
  }
  expect(await rows(id)).toEqual([])
  expect((await shown(second)).status).toBe(404)
  expect((await client.get('/me')).body.logoId).toBeUndefined()
  const later = (await events(id)).slice(before)
  expect(later).toMatchObject([{ brandName: 'Alpine' }])
  expect(later[0]?.logoId).toBeUndefined()
})

test('keeps at most one logo after five concurrent uploads and removals', async () => {
  const { id, client, send } = await aBrand()
  const answers = await Promise.all([...times(4, (index) => send(png(200 + index))), client.del('/brand/logo')])
  expect(countBy(answers, 'status')).toEqual({ 200: 1, 201: 4 })
  const { logoId } = (await client.get('/brand')).body
  expect((await rows(id)).map((row) => row.id)).toEqual(logoId === undefined ? [] : [logoId])
  const versions = (await events(id)).map(({ version }) => version)
  expect(new Set(versions).size).toBe(versions.length)
  const newest = (await events(id)).toSorted((a, b) => b.version - a.version)[0]
  expect(newest?.logoId).toBe(logoId)
})

test.each([
  ['brand_logo_type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  ['brand_logo_type', jpeg(), 'image/png'],
  ['brand_logo_size', png(127), 'image/png'],
  ['brand_logo_size', jpeg(256, 1_025), 'image/jpeg'],
  ['brand_logo_unreadable', png().subarray(0, 60), 'image/png'],
  ['brand_logo_too_large', Buffer.concat([png(), Buffer.alloc(512 * 1024)]), 'image/png'],
] as const)('refuses with %s and keeps the previous logo', async (code, file, type) => {
  const { id, send } = await aBrand()
  const { logoId } = (await send()).body
  const answer = await send(file, type, { 'accept-language': 'fr' })
  const details = answer.body.details ?? {}
  expect(answer).toMatchObject({ status: errorTable[code].status, body: { code, detail: sentenceOf(code, details, 'fr') } })
  expect(answer.body.detail).not.toMatch(/[{}]/)
  expect((await rows(id)).map((row) => row.id)).toEqual([logoId])
})

test('accepts a file of exactly 512 KB', async () => {
  const { send } = await aBrand()
  const file = png()
  expect((await send(Buffer.concat([file, Buffer.alloc(512 * 1024 - file.length)]))).status).toBe(201)
})

test('lets only a registered brand change its own logo, not an admin who views the brand', async () => {
  const { id, client, send } = await aBrand()
  const { logoId } = (await send()).body
  const other = await aBrand()
  await other.client.del('/brand/logo')
  const headers = { 'content-type': 'image/png' }
  for (const who of ['creator', 'admin'] as const) {
    expect((await app.as(who).post('/brand/logo', png(), { headers })).body.code).toBe('not_allowed')
    expect((await app.as(who).del('/brand/logo', { brandId: id })).body.code).toBe('not_allowed')
  }
  expect((await app.as('visitor').post('/brand/logo', png(), { headers })).body.code).toBe('not_signed_in')
  expect((await client.get('/brand')).body.logoId).toBe(logoId)
  // The session ends a moment after the account.
  const gone = { id: crypto.randomUUID(), role: 'brand', complete: true, sessionId: crypto.randomUUID() } as const
  expect((await app.as(gone).post('/brand/logo', png(), { headers })).body.code).toBe('brand_incomplete')
  expect(await rows(gone.id)).toEqual([])
})

test('limits uploads to ten per minute', async () => {
  const { send } = await aBrand()
  const answers = []
  for (const _ of times(11, () => 0)) answers.push((await send()).status)
  expect(answers).toEqual([...times(10, () => 201), 429])
})
