import { DataExportRequested } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { points, startMetrics } from '../testing/start-metrics.ts'
import { userExport } from './export-user.ts'

const { app, anAccount, aSignup, publish, night } = await startMetrics()

// biome-ignore lint/suspicious/noExplicitAny: the test names the fields that it expects.
async function exportOf(userId: string, role: 'creator' | 'brand'): Promise<any> {
  const exportId = crypto.randomUUID()
  await app.deliver(DataExportRequested.of({ exportId, userId, role }))
  while (await userExport.worker.run(app.context())) {}
  const parts = (await app.emitted('data-export.part')).filter((part) => part.exportId === exportId)
  return JSON.parse(parts.map(({ json }) => json).join(''))
}

test('exports a creator’s sign-ups, videos, readings and reviews, but not who decided the reviews', async () => {
  const [account, other] = [await anAccount(), await anAccount()]
  const [own, foreign] = [await aSignup(account), await aSignup(other)]
  await publish(account, own.code, points([0, 0], [100, 9_000]), { logo: 'unknown' })
  await publish(other, foreign.code, points([0, 0], [100, 9_000]))
  await night()
  await night()
  const admin = person('admin')
  const [review] = (await app.as(own.creator).get(`/assignments/${own.id}/reviews`)).body.items
  await app.as(admin).post(`/admin/reviews/${review.id}/decision`, { verdict: 'counts', why: 'The logo is visible.' })

  const data = await exportOf(own.creator.id, 'creator')
  expect(data).toMatchObject({
    measuredSignUps: [{ id: own.id, code: own.code }],
    videos: [{ assignmentId: own.id, figures: expect.any(Array) }],
    reviews: [{ id: review.id, decision: { verdict: 'counts', by: 'admin', why: 'The logo is visible.' } }],
  })
  expect(data.observations.length).toBeGreaterThan(1)
  for (const { assignmentId } of data.observations) expect(assignmentId).toBe(own.id)
  const text = JSON.stringify(data)
  for (const hidden of [admin.id, own.brand.id, foreign.id, foreign.creator.id]) expect(text).not.toContain(hidden)
  expect(await exportOf(own.brand.id, 'brand')).toEqual({})
})
