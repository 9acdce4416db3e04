import { randomUUID } from 'node:crypto'
import { SignupCreated } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { assignmentById } from '../store/assignments.ts'
import { startMetrics } from '../testing/start-metrics.ts'

const { app, clock, aSignup, endCampaign, work } = await startMetrics()

test('a sign-up is measured until its end, once, however often the news come', async () => {
  const { id, endsAt, facts } = await aSignup('tt_1')
  await app.hear(SignupCreated.of(facts), { times: 2 })
  await app.hear(SignupCreated.of(facts, { code: 'RF-ZZZZZ' }))
  expect(await assignmentById(app.context(), id)).toMatchObject({
    accountKey: 'tiktok:tt_1',
    code: facts.code,
    endsAt,
    finalDueAt: endsAt,
    isOpen: true,
    revision: 0,
    version: 1,
  })
})

test('a campaign’s early end is the end of all its sign-ups, and of no other’s; an end later than planned changes nothing', async () => {
  const [one, other, long] = [await aSignup('tt_2'), await aSignup('tt_3'), await aSignup('tt_4')]
  clock.advance({ days: 1 })
  await endCampaign(one.campaignId, one.brand.id, clock.now())
  await endCampaign(long.campaignId, long.brand.id, new Date(long.endsAt.getTime() + 1))
  await work()
  expect(await assignmentById(app.context(), one.id)).toMatchObject({ endsAt: clock.now(), final: 'end' })
  for (const { id, endsAt } of [other, long]) expect(await assignmentById(app.context(), id)).toMatchObject({ endsAt, final: false })
})

test('an end that is heard before the sign-up holds too', async () => {
  const campaignId = randomUUID()
  const endedAt = clock.now()
  await endCampaign(campaignId, randomUUID(), endedAt)
  const { id } = await aSignup('tt_5', { campaignId })
  expect(await assignmentById(app.context(), id)).toMatchObject({ endsAt: endedAt, finalDueAt: endedAt })
})

test('hundreds of sign-ups of a campaign end in several transactions', async () => {
  const campaignId = randomUUID()
  const ids: string[] = []
  for (let index = 0; index < 205; index += 1) ids.push((await aSignup(`tt_many_${index}`, { campaignId })).id)
  const endedAt = clock.now()
  await endCampaign(campaignId, randomUUID(), endedAt)
  await work()
  for (const id of ids) expect((await assignmentById(app.context(), id))?.endsAt).toEqual(endedAt)
}, 60_000)
