import { movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { createPartnership } from '../testing/create-partnership.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock })
const admin = app.as('admin')
const idsOf = async (query: object = {}) => {
  const { status, body } = await admin.get('/admin/partnerships', query)
  expect(status).toBe(200)
  return { ids: body.items.map(({ id }: { id: string }) => id), matching: body.matching, next: body.next }
}

const one = await createPartnership(app, clock)
clock.advance({ hours: 1 })
const two = await createPartnership(app, clock, {}, { username: 'Lea.Cuisine' })
await two.count({ qualified: 6_200 })
await two.settleUntil('2026-11-29')

test('lists every brand’s partnerships for admins, newest first, without codes', async () => {
  const { body } = await admin.get('/admin/partnerships')
  expect(body.items).toMatchObject([
    { id: two.id, brandName: 'Alpine', status: 'completed_at_50' },
    { id: one.id, brandName: 'Alpine', status: 'failed' },
  ])
  expect(JSON.stringify(body)).not.toMatch(/RF-/)
  expect((await admin.get(`/partnerships/${two.id}`)).body).toMatchObject({ id: two.id, status: 'completed_at_50' })
})

test.each([
  [{}, [two, one]],
  [{ status: 'failed' }, [one]],
  [{ status: 'planned' }, []],
  [{ network: 'tiktok' }, [two, one]],
  [{ network: 'youtube' }, []],
  [{ brandId: one.brand.id }, [one]],
  [{ brandId: one.brand.id, status: 'completed_at_50' }, []],
  [{ username: ' @Lea' }, [one]],
  [{ username: 'lea.cuisine' }, [two]],
  [{ username: '@LEA.Cuisine', status: 'completed_at_50' }, [two]],
  [{ username: 'le' }, []],
])('filters by %j', async (query, expected) => {
  expect(await idsOf(query)).toMatchObject({ ids: expected.map(({ id }) => id), matching: expected.length })
})

test('counts all pages', async () => {
  const { next, ...first } = await idsOf({ limit: 1 })
  expect(first).toEqual({ ids: [two.id], matching: 2 })
  expect(await idsOf({ limit: 1, cursor: next })).toEqual({ ids: [one.id], matching: 2, next: undefined })
})

test('rejects everyone else, and unknown filters', async () => {
  for (const who of [person('creator'), one.brand, person('brand')])
    expect(await app.as(who).get('/admin/partnerships')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect((await app.as('visitor').get('/admin/partnerships')).status).toBe(401)
  expect((await admin.get('/admin/partnerships', { status: 'unknown' })).status).toBe(400)
})
