import { eventually, movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { removeOldDrafts } from './remove-old-drafts.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })

test('removes a draft 90 days after it was last saved', async () => {
  const [old, edited] = [person('brand'), person('brand')]
  for (const brand of [old, edited]) await app.as(brand).put('/drafts/current', { step: 1, category: 'Gaming_Esports' })
  const draftOf = async (brand: typeof old) => (await app.as(brand).get('/drafts/current')).body
  clock.advance({ days: 89 })
  await app.as(edited).put('/drafts/current', { step: 2 })
  await removeOldDrafts({ day: '2027-02-18' }, app.context())
  expect(await draftOf(old)).toMatchObject({ draft: { step: 1 } })
  clock.advance({ days: 2 })
  // The service's own job may remove the draft first.
  await eventually(() => removeOldDrafts({ day: '2027-02-20' }, app.context()))
  expect(await draftOf(old)).not.toHaveProperty('draft')
  expect(await draftOf(edited)).toMatchObject({ draft: { step: 2 } })
})
