import { randomUUID } from 'node:crypto'
import { SignupCreated } from '@reelfair/contracts'
import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { assignmentById } from '../store/assignments.ts'
import { startMetrics } from '../testing/start-metrics.ts'
import { endAssignments } from './end-assignments.ts'
import { measureSignup } from './measure.ts'
import { noteCampaignEnd } from './note-end.ts'

const { app, clock, aSignup, endCampaign, work } = await startMetrics()

test('measures a sign-up once, even when its event is delivered several times', async () => {
  const { id, endsAt, facts } = await aSignup('tt_1')
  await app.deliver(SignupCreated.of(facts), { times: 2 })
  await app.deliver(SignupCreated.of(facts, { code: 'RF-ZZZZZ' }))
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

test('ends only the sign-ups of a campaign that ends early, and ignores an end later than planned', async () => {
  const [one, other, long] = [await aSignup('tt_2'), await aSignup('tt_3'), await aSignup('tt_4')]
  clock.advance({ days: 1 })
  await endCampaign(one.campaignId, one.brand.id, clock.now())
  await endCampaign(long.campaignId, long.brand.id, new Date(long.endsAt.getTime() + 1))
  await work()
  expect(await assignmentById(app.context(), one.id)).toMatchObject({ endsAt: clock.now(), final: 'end' })
  for (const { id, endsAt } of [other, long]) expect(await assignmentById(app.context(), id)).toMatchObject({ endsAt, final: false })
})

test('applies a campaign’s end even if it was reported before the sign-up', async () => {
  const campaignId = randomUUID()
  const endedAt = clock.now()
  await endCampaign(campaignId, randomUUID(), endedAt)
  const { id } = await aSignup('tt_5', { campaignId })
  expect(await assignmentById(app.context(), id)).toMatchObject({ endsAt: endedAt, finalDueAt: endedAt })
})

test('ends hundreds of sign-ups of one campaign in several transactions', async () => {
  const campaignId = randomUUID()
  const signups = await Promise.all(times(205, (index) => aSignup(`tt_many_${index}`, { campaignId })))
  const endedAt = clock.now()
  await endCampaign(campaignId, randomUUID(), endedAt)
  await work()
  for (const { id } of signups) expect((await assignmentById(app.context(), id))?.endsAt).toEqual(endedAt)
}, 60_000)

test('ends a sign-up whose transaction is still open when its campaign ends', async () => {
  const { facts, brand } = await aSignup('tt_6')
  const signup = { ...facts, signupId: randomUUID(), campaignId: randomUUID(), code: 'RF-ZZZZZ' }
  const endedAt = clock.now()
  const ctx = app.context()
  const [opened, closing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  /** Keeps each transaction open after its work until the test releases it. */
  const held: typeof ctx.transact = (work) =>
    ctx.transact(async (tx) => {
      const result = await work(tx)
      opened.resolve()
      await closing.promise
      return result
    })
  const measuring = measureSignup(signup, { ...ctx, transact: held })
  await opened.promise
  let attempts = 0
  const counted: typeof ctx.transact = (work) =>
    ctx.transact((tx) => {
      attempts += 1
      // A second attempt indicates that the first one conflicted with the open transaction, which must commit first.
      if (attempts > 1) closing.resolve()
      return work(tx)
    })
  const end = {
    campaignId: signup.campaignId,
    brandId: brand.id,
    version: 3,
    status: 'completed',
    charged: 0,
    reserved: 0,
    kept: 0,
  } as const
  const at = endedAt.toISOString()
  await noteCampaignEnd({ ...end, endedAt: at, payableAt: at }, { ...ctx, transact: counted })
  while (await endAssignments(ctx));
  closing.resolve()
  await measuring
  while (await endAssignments(ctx));
  expect(await assignmentById(ctx, signup.signupId)).toMatchObject({ endsAt: endedAt })
})
