import { DataExportPart, SERVICES, type ServiceName } from '@reelfair/contracts'
import { countBy, eventually, movableClock, type Person, times } from '@reelfair/testkit'
import { png } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { startGoogleIdentity } from '../google.fixture.ts'
import { dataExportParts } from '../store/data-exports.ts'
import { ORIGIN, PASSWORD } from '../users.fixture.ts'
import { userExport } from './export-user.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const { app, user, signIn, post, signedIn } = await startGoogleIdentity({}, { clock, workers: false })

type Role = Person['role']
const as = ({ id, role }: Pick<Person, 'id' | 'role'>): Person => ({ id, role, complete: true, sessionId: crypto.randomUUID() })
const aUser = async (role: Role = 'creator') => as(await user(role))
const request = (me: Person) => app.as(me).post('/data-exports')
const latest = async (me: Person) => (await app.as(me).get('/data-exports/latest')).body.latest
const file = (me: Person | 'visitor', id: string, proof: object = { password: PASSWORD }) =>
  post(`/data-exports/${id}/file`, proof, { as: me })

const OTHERS = SERVICES.filter((service) => service !== 'identity')
const part = (exportId: string, service: ServiceName, json = '{}', index = 0, last = true) =>
  app.deliver(DataExportPart.of({ exportId, service, index, last, json }))
const workAll = async () => {
  while (await userExport.worker.run(app.context())) {}
}
const isReady = (me: Person) => eventually(async () => expect(await latest(me)).toMatchObject({ state: 'ready' }))
/** Requests an export and waits until it is ready. @returns its id */
async function aFile(me: Person): Promise<string> {
  const { id } = (await request(me)).body
  for (const service of OTHERS) await part(id, service)
  await workAll()
  await isReady(me)
  return id
}
const downloadsOf = async (me: Person) =>
  (await app.as(me).get('/security-events')).body.items.filter(({ kind }: { kind: string }) => kind === 'data-export-downloaded').length

test('is ready once every service has sent its share, in any order and even more than once', async () => {
  const me = await aUser()
  const requested = await request(me)
  expect(requested).toMatchObject({ status: 201, body: { state: 'preparing', arrived: [], isLate: false } })
  const { id } = requested.body
  expect((await app.emitted('data-export.requested')).filter(({ exportId }) => exportId === id)).toEqual([
    { exportId: id, userId: me.id, role: 'creator' },
  ])
  await part(id, 'metrics', '["é"]}', 2)
  await part(id, 'metrics', '{"b":', 0, false)
  await part(id, 'metrics', '{"b":', 0, false)
  for (const service of ['payouts', 'campaigns', 'partnerships', 'verification'] as const) await part(id, service)
  await workAll()
  await eventually(async () => expect((await latest(me)).arrived).toHaveLength(5))
  expect(await latest(me)).toMatchObject({ state: 'preparing' })
  await part(id, 'metrics', '[1],"c":', 1, false)
  await isReady(me)
  const ready = await latest(me)
  expect(ready).toMatchObject({ readyUntil: '2026-11-28T12:00:00.000Z', nextAt: '2026-11-22T12:00:00.000Z', isLate: false })

  const answer = await file(me, id)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="reelfair-data-2026-11-21.json"',
    'content-length': String(ready.bytes),
    'cache-control': 'no-store',
  })
  expect(answer.body).toMatchObject({ export: { id }, metrics: { b: [1], c: ['é'] }, payouts: {}, identity: { account: [{ id: me.id }] } })
  const notices = (await app.as(me).get('/notifications')).body.items
  expect(notices).toMatchObject([{ kind: 'data-export-ready', link: { href: '/account#your-data' } }])
  await part(id, 'payouts', '{"late":1}', 1)
  expect((await file(me, id)).body.payouts).toEqual({})
})

test('prepares one file at a time, even for concurrent requests, and the next one only after 24 hours', async () => {
  const me = await aUser('brand')
  const answers = await Promise.all(times(6, () => request(me)))
  expect(countBy(answers, 'status')).toEqual({ 201: 6 })
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await app.emitted('data-export.requested')).filter(({ userId }) => userId === me.id)).toHaveLength(1)
  const { id } = await latest(me)
  clock.advance({ hours: 2 })
  expect(await latest(me)).toMatchObject({ state: 'preparing', isLate: true })
  for (const service of OTHERS) await part(id, service)
  await workAll()
  await isReady(me)
  expect(await request(me)).toMatchObject({ status: 429, body: { code: 'data_export_too_soon', details: { hours: 22 } } })
  clock.advance({ hours: 22, ms: -1 })
  expect((await request(me)).status).toBe(429)
  clock.advance({ ms: 1 })
  expect((await request(me)).status).toBe(201)
})

test('stores a request once per idempotency key', async () => {
  const me = await aUser()
  const key = crypto.randomUUID()
  const ask = async () => (await app.as(me).post('/data-exports', undefined, { key })).body.id
  expect(await ask()).toBe(await ask())
})

test('requires a POST request for a download, and records the download in the security log', async () => {
  const { as: me } = await signedIn()
  const id = await aFile(me)
  expect((await app.as(me).get(`/data-exports/${id}/file`)).status).toBe(405)
  expect((await file(me, id, { password: PASSWORD, userId: me.id })).status).toBe(400)
  expect(await downloadsOf(me)).toBe(0)
  expect((await file(me, id)).status).toBe(200)
  expect(await downloadsOf(me)).toBe(1)
})

test('exports the account without secrets or other people’s data', async () => {
  const account = await user('brand')
  const me = as(account)
  await signIn(account.email)
  await signIn((await user('creator')).email)
  const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example', termsAccepted: true }
  await app.as(me).put('/brand', { brandName: 'Alpine', ...contact })
  await app.as(me).put('/brand/company/skipped')
  const { logoId } = (await app.as(me).post('/brand/logo', png(256, 200), { headers: { 'content-type': 'image/png' } })).body
  const { body } = await file(me, await aFile(me))
  expect(body.identity).toMatchObject({
    account: [{ email: account.email, role: 'brand' }],
    sessions: [{ createdAt: expect.any(String) }],
    devices: [{ usedAt: expect.any(String) }],
    brandRegistration: [
      {
        brandName: 'Alpine',
        contactEmail: 'ida@alpine.example',
        companySkippedAt: expect.any(String),
        terms: [{ version: expect.any(String), acceptedAt: expect.any(String), ip: expect.stringContaining('127.0.0.1') }],
      },
    ],
    brandLogo: [{ link: `${ORIGIN}/api/identity/brand-logos/${logoId}`, type: 'image/png', width: 256, height: 200 }],
  })
  const text = JSON.stringify(body)
  for (const secret of [PASSWORD, '$argon2', 'Hash', 'secret', 'token']) expect(text).not.toContain(secret)
})

test('hides the file from everyone else, and from its owner until it is complete', async () => {
  const [me, other] = [await aUser(), await aUser()]
  const { id } = (await request(me)).body
  expect((await file(me, id)).body.code).toBe('not_found')
  expect(await aFile(me)).toBe(id)
  expect((await file(other, id)).body.code).toBe('not_found')
  expect(await latest(other)).toBeUndefined()
  expect((await file('visitor', id)).body.code).toBe('not_signed_in')
  expect([await downloadsOf(me), await downloadsOf(other)]).toEqual([0, 0])
  const nobody = as({ id: crypto.randomUUID(), role: 'creator' })
  expect((await request(nobody)).body.code).toBe('not_signed_in')
  expect((await app.as('visitor').post('/data-exports')).body.code).toBe('not_signed_in')
  clock.advance({ days: 7 })
  expect((await file(me, id)).body.code).toBe('not_found')
  clock.advance({ days: -7 })
})

test('ignores parts of an unknown export', async () => {
  const unknown = crypto.randomUUID()
  await part(unknown, 'metrics')
  expect(await dataExportParts.byId(app.context(), `${unknown}:metrics:000000`)).toBeUndefined()
})
