import { movableClock, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { sendInvitation } from '../testing/create-invitation.ts'
import { startPartnerships } from './start-partnerships.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock, workers: false })

test('starts a planned partnership at 00:00 in Paris on its first day, once', async () => {
  const { id, brand, accept, emitted } = await sendInvitation(app, { draft: { beginning: '2026-11-23' } })
  await accept()
  clock.set('2026-11-22T22:59:59Z')
  expect(await startPartnerships(app.context())).toBe(false)
  clock.set('2026-11-22T23:00:00Z')
  expect((await app.as(brand).get(`/partnerships/${id}`)).body).toMatchObject({ status: 'active' })
  while (await startPartnerships(app.context()));
  expect(await emitted('partnership.started')).toMatchObject([{ startsAt: '2026-11-22T23:00:00.000Z', endsAt: '2026-11-29T23:00:00.000Z' }])
})
