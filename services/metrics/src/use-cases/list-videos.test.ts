import { randomUUID } from 'node:crypto'
import { person } from '@reelfair/testkit'
import { beforeAll, expect, test } from 'vitest'
import { points, startMetrics } from '../testing/start-metrics.ts'

const { app, anAccount, aSignup, publish, night, editVideo } = await startMetrics()
const [creator, brand, campaignId] = [person('creator'), person('brand'), randomUUID()]
let account = ''
let signup: Awaited<ReturnType<typeof aSignup>>
const videoIds: string[] = []

beforeAll(async () => {
  account = await anAccount()
  signup = await aSignup(account, { creator, brand, campaignId })
  for (const views of [300, 600, 900]) videoIds.push(await publish(account, signup.code, points([1, views], [200, views])))
  await night()
  await editVideo(videoIds[0] ?? '', { caption: 'Commercial collaboration' })
  await night()
}, 60_000)

test('lists a creator’s own videos page by page, with counts, faults and fixes', async () => {
  const { body } = await app.as(creator).get('/videos', { limit: 2 })
  expect(body.items).toHaveLength(2)
  const rest = await app.as(creator).get('/videos', { limit: 2, cursor: body.next })
  const all = [...body.items, ...rest.body.items]
  expect(new Set(all.map(({ videoId }: { videoId: string }) => videoId))).toEqual(new Set(videoIds))
  expect(all.find(({ videoId }: { videoId: string }) => videoId === videoIds[0])).toMatchObject({
    assignmentId: signup.id,
    subject: 'campaign',
    subjectId: campaignId,
    network: 'tiktok',
    views: 300,
    qualified: 300,
    inReview: 0,
    excluded: [],
    logo: 'verified',
    isOver: false,
    countsUntil: signup.endsAt.toISOString(),
    faults: [{ reason: 'code_missing', fix: 'add_code' }],
  })
  expect((await app.as(person('creator')).get('/videos')).body).toEqual({ items: [] })
})

test('shows the totals of each day in the history', async () => {
  for (const who of [creator, brand])
    expect((await app.as(who).get(`/assignments/${signup.id}/history`)).body).toEqual({
      assignmentId: signup.id,
      subject: 'campaign',
      subjectId: campaignId,
      observed: 1_800,
      qualified: 1_800,
      inReview: 0,
      excluded: [],
      isFinal: false,
      days: ['2026-11-22', '2026-11-23'].map((day) => ({ day, observed: 1_800, qualified: 1_800, inReview: 0, excluded: 0 })),
      compliance: [],
    })
})

test('lists every observation with its effect and revision, and the effects add up to the totals', async () => {
  const { body } = await app.as(creator).get(`/assignments/${signup.id}/observations`, { limit: 100 })
  expect(body.items).toHaveLength(6)
  expect(body.items.map(({ revision }: { revision: number }) => revision)).toEqual([2, 2, 2, 1, 1, 1])
  const added = body.items.reduce((sum: number, one: { added: { qualified: number } }) => sum + one.added.qualified, 0)
  expect(added).toBe(1_800)
  expect(body.items.find((one: { videoId: string; revision: number }) => one.videoId === videoIds[0] && one.revision === 2)).toMatchObject({
    views: 300,
    faults: ['code_missing'],
    added: { views: 0, qualified: 0, inReview: 0, excluded: 0 },
  })
})

test('shows captions unchanged to the creator and without codes to the brand', async () => {
  for (const path of ['/videos', `/assignments/${signup.id}/videos`]) {
    const captions = (await app.as(creator).get(path)).body.items.map(({ caption }: { caption: string }) => caption)
    expect(captions).toContain(`${signup.code} Commercial collaboration`)
  }
  for (const path of [`/campaigns/${campaignId}/videos`, `/assignments/${signup.id}/videos`]) {
    const { body } = await app.as(brand).get(path)
    expect(new Set(body.items.map(({ caption }: { caption: string }) => caption))).toEqual(new Set(['Commercial collaboration']))
    expect(JSON.stringify(body)).not.toContain(signup.code)
  }
})

test('shows a brand the videos of its own campaign', async () => {
  expect((await app.as(brand).get(`/campaigns/${campaignId}/videos`)).body.items).toHaveLength(3)
  expect((await app.as(brand).get(`/assignments/${signup.id}/videos`)).body.items).toHaveLength(3)
})

test('treats another brand’s campaign as nonexistent', async () => {
  const foreign = await app.as(person('brand')).get(`/campaigns/${campaignId}/videos`)
  const unknown = await app.as(brand).get(`/campaigns/${randomUUID()}/videos`)
  expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body])
})

test.each(['videos', 'history', 'observations', 'reviews'])('responds with 404 for the %s of someone else’s sign-up', async (what) => {
  for (const who of [person('creator'), person('brand')])
    expect((await app.as(who).get(`/assignments/${signup.id}/${what}`)).status).toBe(404)
  // A creator's id grants no access to a user with the brand role, and vice versa.
  for (const who of [
    { ...creator, role: 'brand' as const },
    { ...brand, role: 'creator' as const },
  ])
    expect((await app.as(who).get(`/assignments/${signup.id}/${what}`)).status).toBe(404)
  expect((await app.as(creator).get(`/assignments/${randomUUID()}/${what}`)).status).toBe(404)
  // Admins need the readings to decide reviews, but no other sign-up data.
  expect((await app.as('admin').get(`/assignments/${signup.id}/${what}`)).status).toBe(what === 'observations' ? 200 : 403)
  expect((await app.as('visitor').get(`/assignments/${signup.id}/${what}`)).status).toBe(401)
  // On the brand's pages, admins see what the brand sees.
  const viewed = (brandId: string) => app.as('admin').get(`/assignments/${signup.id}/${what}`, { brandId })
  expect([(await viewed(brand.id)).status, (await viewed(person('brand').id)).status]).toEqual([200, 404])
})

test('removes real codes from captions and titles, keeps other words, and omits the commercial mention from titles', async () => {
  const stranger = await aSignup(await anAccount())
  const caption = `${signup.code.toLowerCase()} Sip. RF lands, rf-tea22! ${stranger.code} Commercial collaboration`
  await editVideo(videoIds[1] ?? '', { caption })
  await night()
  const title = 'Sip. RF lands, rf-tea22!'
  const read = async (who: typeof creator | typeof brand) =>
    (await app.as(who).get(`/assignments/${signup.id}/videos`)).body.items.find(
      ({ videoId }: { videoId: string }) => videoId === videoIds[1],
    )
  expect(await read(brand)).toMatchObject({ caption: `${title} Commercial collaboration`, title })
  expect(await read(creator)).toMatchObject({ caption, title })
})
