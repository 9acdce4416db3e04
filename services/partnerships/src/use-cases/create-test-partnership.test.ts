import { BrandRegistered, CreditsHeld, CreditsRefused } from '@reelfair/contracts'
import { movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { computePartnerships } from '../cli/compute-partnerships.ts'
import { createAccount, storeLogo } from '../testing/create-invitation.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const ports = { patienceMs: 0, isSandbox: true }
const app = await startService(partnerships, { clock, ports })
const admin = app.as('admin')

async function* recountOfNothing() {
  yield JSON.stringify({ recounted: 0, differ: 0 })
}

async function request({ logo = true, account = {}, on = app } = {}) {
  const [brand, creator] = [person('brand'), person('creator')]
  const username = `Lea.${creator.id.slice(-8)}`
  await on.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await createAccount(on, creator.id, { username, ...account })
  if (logo) await storeLogo(on, brand.id)
  const answer = await on.as('admin').post('/admin/test-partnerships', { brandId: brand.id, username: ` @${username}` })
  const { id } = answer.body
  const ref = { kind: 'invitation', id, brandId: brand.id } as const
  const emitted = async (type: string) =>
    (await app.emitted(type)).filter(({ partnershipId, invitationId }) => [partnershipId, invitationId].includes(id))
  return { id, brand, creator, answer, ref, emitted }
}

test('holds 5,000 credits, then accepts, ends and settles the partnership with its goal reached', async () => {
  const { id, brand, creator, answer, ref, emitted } = await request()
  expect(answer).toMatchObject({ status: 201, body: { status: 'funding', weeklyViewsGoal: 5_000 } })
  expect(await emitted('invitation.requested')).toMatchObject([{ brandId: brand.id, creatorId: creator.id, viewsGoal: 5_000 }])
  await app.deliver(CreditsHeld.of({ ...ref, credits: 5_000 }), { times: 2 })
  const partnership = (await app.as(brand).get(`/partnerships/${id}`)).body
  expect(partnership).toMatchObject({ status: 'completed', tier: 100, payements: 'pending', count: { qualified: 5_000 } })
  expect(partnership.decisions).toMatchObject([
    { isFinal: false, cents: 100 },
    { isFinal: true, cents: 100, consumed: 5_000, returned: 0 },
  ])
  const { acceptedAt, startsAt, endsAt, settledAt } = partnership
  const times = [acceptedAt, startsAt, endsAt, settledAt, clock.now().toISOString()]
  expect(times).toEqual(times.toSorted())
  for (const type of ['partnership.accepted', 'partnership.ended', 'partnership.settled']) expect(await emitted(type)).toHaveLength(1)
  expect(await emitted('partnership.settled')).toMatchObject([{ cents: 100, consumed: 5_000, returned: 0, qualified: 5_000 }])
  // Metrics must not measure it.
  expect(await emitted('partnership.started')).toEqual([])
  const [invitation] = (await app.as(brand).get('/invitations')).body.items
  expect(invitation).toMatchObject({ id, status: 'accepted' })
  const lines: string[] = []
  for await (const line of computePartnerships.lines({}, app.context(), recountOfNothing())) lines.push(line)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ partnershipId: id, charged: 5_000, cents: 100, faults: [] })
})

test('fails like any other invitation if the brand has too few credits', async () => {
  const { brand, ref, emitted } = await request()
  await app.deliver(CreditsRefused.of({ ...ref, missing: 3 }))
  expect((await app.as(brand).get('/invitations')).body.items).toMatchObject([{ status: 'failed', missingViews: 3 }])
  expect(await emitted('partnership.accepted')).toEqual([])
})

test('needs a brand’s logo and a public account', async () => {
  expect((await request({ logo: false })).answer).toMatchObject({ status: 400, body: { code: 'media_required' } })
  expect((await request({ account: { isPublic: false } })).answer).toMatchObject({ status: 409, body: { code: 'account_not_invitable' } })
  const unknown = { brandId: crypto.randomUUID(), username: 'nobody' }
  expect(await admin.post('/admin/test-partnerships', unknown)).toMatchObject({ status: 404 })
})

test('is open to admins only', async () => {
  const body = { brandId: crypto.randomUUID(), username: 'lea' }
  for (const who of [person('creator'), person('brand')]) {
    expect((await app.as(who).post('/admin/test-partnerships', body)).status).toBe(403)
    expect((await app.as(who).get('/admin/test-partnerships')).status).toBe(403)
  }
  expect((await admin.get('/admin/test-partnerships')).body).toEqual({ isAvailable: true })
})

test('does not exist without the sandbox', async () => {
  const real = await startService(partnerships, { clock, ports: { ...ports, isSandbox: false } })
  expect((await real.as('admin').get('/admin/test-partnerships')).body).toEqual({ isAvailable: false })
  const { answer } = await request({ on: real })
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
