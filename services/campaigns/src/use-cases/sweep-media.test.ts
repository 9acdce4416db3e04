import { eventually, expireLeases, movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { media } from '../store/media.ts'
import { aCampaign, aLogo, aRunningCampaign } from '../testing/a-campaign.ts'
import { sweepMedia } from './sweep-media.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
const DAY = '2026-11-22'
const bytesOf = async (id: string) => {
  const { connection } = app.context()
  return [
    await connection.collection('media.files').countDocuments({ _id: id as never }),
    await connection.collection('media.chunks').countDocuments({ files_id: id }),
  ]
}
// The service's own job also sweeps when the clock passes 04:30. A test sweep that loses a write conflict to the job
// retries.
const sweep = () => eventually(() => sweepMedia({ day: DAY }, app.context()))

test('keeps logos used by a campaign or a draft and removes others after 30 days', async () => {
  const brand = person('brand')
  const [used, drafted, forgotten] = [await aLogo(app, brand), await aLogo(app, brand), await aLogo(app, brand)]
  await aCampaign(app, { brand, mediaId: used })
  await app.as(brand).put('/drafts/current', { step: 3, mediaId: drafted })
  clock.advance({ days: 29 })
  await sweep()
  expect((await app.as(brand).get(`/media/${forgotten}`)).status).toBe(200)
  clock.advance({ days: 2 })
  await sweep()
  await sweep()
  expect((await app.as(brand).get(`/media/${used}`)).status).toBe(200)
  expect((await app.as(brand).get(`/media/${drafted}`)).status).toBe(200)
  expect((await app.as(brand).get(`/media/${forgotten}`)).status).toBe(404)
  expect([await bytesOf(used), await bytesOf(forgotten)]).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('keeps a running campaign’s logo when another campaign with the same logo lacks credits', async () => {
  const brand = person('brand')
  const used = await aLogo(app, brand)
  await aRunningCampaign(app, { brand, mediaId: used })
  // Two campaigns with overlapping transactions can leave the logo in this state.
  const raw = app.context().connection.collection('media')
  await raw.updateOne({ _id: used as never }, { $set: { keepUntil: new Date(clock.now().getTime() - 1) } })
  await sweep()
  expect((await app.as(brand).get(`/media/${used}`)).status).toBe(200)
  expect((await media.byId(app.context(), used))?.keepUntil).toBeUndefined()
})

test('removes an interrupted upload when its lease expires, not when the clock jumps, and completes an interrupted sweep', async () => {
  const brand = person('brand')
  const id = await aLogo(app, brand)
  const [row, raw] = [await media.byId(app.context(), id), app.context().connection.collection('media')]
  expect(row).toBeDefined()
  // A process that crashes after writing the file leaves this state.
  const hourAgo = new Date(clock.now().getTime() - 1)
  const inAnHour = new Date(Date.now() + 3_600_000)
  const queue = { holder: 'the upload', leaseUntil: inAnHour, failures: 0 }
  await raw.updateOne({ _id: id as never }, { $set: { state: 'storing', keepUntil: hourAgo, queue } })
  expect((await app.as(brand).get(`/media/${id}`)).status).toBe(404)
  clock.advance({ days: 2 })
  await sweep()
  expect(await bytesOf(id)).toEqual([1, 1])
  await expireLeases(app)
  await sweep()
  // Either this sweep or the service's own job removes the file.
  await eventually(async () => expect(await media.byId(app.context(), id)).toBeUndefined())
  expect(await bytesOf(id)).toEqual([0, 0])
  const other = await aLogo(app, brand)
  await raw.updateOne({ _id: other as never }, { $set: { state: 'removing', keepUntil: hourAgo } })
  await sweep()
  await eventually(async () => expect(await bytesOf(other)).toEqual([0, 0]))
})
