import { Subject } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { assignmentById, saveAssignment } from '../store/assignments.ts'
import { points, startMetrics } from '../testing/start-metrics.ts'
import { recount } from './recount.ts'

const { app, clock, anAccount, aSignup, publish, night, work, emitted, edit, editVideo, endCampaign, measures, ends } = await startMetrics()

interface Line {
  assignmentId?: string
  revision: number
  day: string
  totals: object
}

const lines = async (): Promise<Line[]> => (await recount.run({}, app.context())).split('\n').map((line) => JSON.parse(line))

test('recomputes every emitted revision from stored readings and decisions', async () => {
  const account = await anAccount({ averageViews: 3_000, followers: 9_000 })
  const [bots, logo, plain] = [await aSignup(account), await aSignup(account), await aSignup(await anAccount())]
  await publish(account, bots.code, { kind: 'bot_spike', views: 60_000, seed: 'bots', turnAfterHours: 30 })
  await publish(account, logo.code, points([1, 100], [300, 900]), { logo: 'unknown' })
  await publish(account, `${logo.code} ${bots.code}`, points([1, 500], [300, 990]))
  const plainAccount = plain.facts.externalId
  const late = await publish(plainAccount, '', points([1, 700], [300, 9_000]))
  await publish(plainAccount, plain.code, { kind: 'purge', views: 20_000, seed: 'p' })
  await night()
  await editVideo(late, { caption: `${plain.code} Commercial collaboration` })
  await night()
  const open = (await app.as('admin').get('/admin/reviews')).body.items
  expect(open.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['growth', 'logo'])
  for (const { id, kind } of open)
    await app
      .as(person('admin'))
      .post(`/admin/reviews/${id}/decision`, { verdict: kind === 'growth' ? 'excluded' : 'counts', why: 'Seen.' })
  await edit(account, { isPublic: false })
  await night()
  await edit(account, { isPublic: true })
  await night()
  await endCampaign(logo.campaignId, logo.brand.id, clock.now())
  await work()
  clock.advance({ days: 12 })
  await work()
  expect((await emitted(plain.id)).at(-1)).toMatchObject({
    excluded: expect.arrayContaining([expect.objectContaining({ reason: 'code_missing' })]),
  })
  const all = await lines()
  expect(all.at(-1)).toEqual({ recounted: 3, differ: 0 })
  for (const { id } of [bots, logo, plain]) {
    const events = (await emitted(id)).map(({ revision, day, observed, qualified, inReview, defaults, excluded, removed }) => ({
      assignmentId: id,
      subject: 'campaign',
      revision,
      day,
      totals: { observed, qualified, inReview, defaults, excluded, ...(removed && { removed }) },
    }))
    const recounted = all.filter(({ assignmentId }) => assignmentId === id)
    expect(events.length).toBeGreaterThan(3)
    // A revision without readings keeps the day of the previous revision.
    expect(recounted.map(({ day: _, ...line }) => line)).toEqual(events.map(({ day: _, ...line }) => line))
  }
}, 60_000)

test.each(Subject.options)('stores the planned end in all documents of an assignment, so they expire together (%s)', async (subject) => {
  const account = await anAccount()
  const { id, code, subjectId, brand, endsAt } = await measures[subject](account)
  await publish(account, code, points([1, 100], [300, 900]), { logo: 'unknown' })
  await night()
  await ends[subject](subjectId, brand.id, clock.now())
  await work()
  clock.advance({ days: 3 })
  await work()
  const { connection } = app.context()
  for (const [name, key] of [
    ['assignments', '_id'],
    ['videos', 'assignmentId'],
    ['observations', 'assignmentId'],
    ['reviews', 'assignmentId'],
  ] as const) {
    const kept = await connection
      .collection(name)
      .find({ [key]: id })
      .toArray()
    expect(kept.length, name).toBeGreaterThan(0)
    for (const one of kept) expect(one.plannedEnd, name).toEqual(endsAt)
    const expiring = (await connection.collection(name).indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
    expect(expiring, name).toMatchObject([{ key: { plannedEnd: 1 }, expireAfterSeconds: 730 * 86_400 }])
  }
})

test('reports totals that differ from the recount', async () => {
  const { id } = await aSignup('tt_none')
  await app.context().transact(async (tx) => {
    const assignment = await assignmentById(tx, id)
    if (assignment) await saveAssignment(tx, { ...assignment, totals: { ...assignment.totals, observed: 5, qualified: 5 } })
  })
  const all = await lines()
  expect(all.at(-1)).toMatchObject({ differ: 1 })
  expect(all).toContainEqual(
    expect.objectContaining({ assignmentId: id, differs: true, emitted: expect.objectContaining({ qualified: 5 }) }),
  )
})
