import { eventually, movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { findUnused, media } from '../store/media.ts'
import { aCampaign, aLogo } from '../testing/a-campaign.ts'
import { invitationRequested, invitationSent, partnershipAccepted } from '../testing/invitations.ts'
import { sweepMedia } from './sweep-media.ts'

const DAY_MS = 86_400_000
const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
const creator = person('creator')
// The service's own job also sweeps when the clock passes 04:30. A sweep that loses a write conflict to it retries.
const sweep = () => eventually(() => sweepMedia({ day: '2026-11-22' }, app.context()))
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)
const rowOf = (id: string) => media.byId(app.context(), id)
const statusFor = async (who: ReturnType<typeof person>, id: string) => (await app.as(who).get(`/media/${id}`)).status
const removalsOf = async (mediaId: string) => (await app.emitted('logo.removed')).filter((event) => event.mediaId === mediaId)

const rows = app.database.collection<{ _id: string; brandId: string; keepUntil: Date }>('media')

/** Fills the brand's 20 places for unused logos. @returns the logo that the next upload replaces */
async function fillUnused(brand: ReturnType<typeof person>): Promise<string> {
  const oldest = await aLogo(app, brand)
  const { _id, keepUntil, ...like } = (await rows.findOne({ _id: oldest })) ?? expect.unreachable('logo not stored')
  await rows.updateOne({ _id: oldest }, { $set: { keepUntil: new Date(keepUntil.getTime() - 1_000) } })
  await rows.insertMany(times(19, () => ({ ...like, keepUntil, _id: crypto.randomUUID() })))
  return oldest
}

test('reports each stored logo, and each removed one once', async () => {
  const brand = person('brand')
  const id = await aLogo(app, brand)
  const [stored] = (await app.emitted('logo.stored')).filter((event) => event.mediaId === id)
  expect(stored).toEqual({ mediaId: id, brandId: brand.id, kind: 'image', type: 'image/png', version: 2 })
  clock.advance({ days: 31 })
  await sweep()
  await eventually(async () => expect(await rowOf(id)).toBeUndefined())
  const [removed, ...more] = await removalsOf(id)
  expect(removed).toMatchObject({ mediaId: id, brandId: brand.id })
  expect(removed.version).toBeGreaterThan(stored.version)
  expect(more).toEqual([])
})

test.each([
  ['in order', ['invitation', 'partnership']],
  ['in the other order', ['partnership', 'invitation']],
] as const)('keeps a logo for 120 days for an invitation and 25 months for its partnership (events twice and %s)', async (_, order) => {
  const brand = person('brand')
  const id = await aLogo(app, brand)
  const endsAt = inDays(7)
  const events = {
    invitation: invitationSent(brand.id, id, clock.now()),
    partnership: partnershipAccepted(brand.id, id, clock.now(), endsAt),
  }
  if (order[0] === 'invitation') {
    await app.deliver(events.invitation, { times: 2 })
    expect((await rowOf(id))?.keepUntil).toEqual(inDays(120))
  }
  for (const name of order) await app.deliver(events[name], { times: 2 })
  const until = new Date(endsAt.getTime() + 761 * DAY_MS)
  expect(await rowOf(id)).toMatchObject({ keepUntil: until, invitedUntil: until })
})

test('protects a logo for two days only until the invitation has its credits (events in any order)', async () => {
  const brand = person('brand')
  const [requested, sent] = [await aLogo(app, brand), await aLogo(app, brand)]
  await app.deliver(invitationSent(brand.id, sent, clock.now()))
  for (const id of [requested, sent]) await app.deliver(invitationRequested(brand.id, id), { times: 2 })
  expect([(await rowOf(requested))?.keepUntil, (await rowOf(sent))?.keepUntil]).toEqual([inDays(32), inDays(120)])
  const unused = async () => (await findUnused(app.context(), brand.id, clock.now(), 20)).map(({ id }) => id)
  expect(await unused()).toEqual([])
  clock.advance({ days: 2 })
  expect(await unused()).toEqual([requested])
})

test('lets creators read and download a logo once an invitation uses it', async () => {
  const brand = person('brand')
  const id = await aLogo(app, brand)
  expect(await statusFor(creator, id)).toBe(404)
  await app.deliver(invitationRequested(brand.id, id))
  expect(await statusFor(creator, id)).toBe(200)
  const download = await app.as(creator).get(`/media/${id}`, { download: '1' })
  expect(download.headers['content-disposition']).toMatch(/^attachment/)
  expect(await statusFor(person('brand'), id)).toBe(404)
})

test('ignores an invitation with the logo of another brand, or with an unknown one', async () => {
  const brand = person('brand')
  const id = await aLogo(app, brand)
  const before = await rowOf(id)
  await app.deliver(invitationRequested(person('brand').id, id))
  await app.deliver(invitationRequested(brand.id, crypto.randomUUID()))
  expect(await rowOf(id)).toEqual(before)
  expect(await statusFor(creator, id)).toBe(404)
})

test('neither a draft nor a campaign without credits shortens the time', async () => {
  const brand = person('brand')
  const [drafted, requested] = [await aLogo(app, brand), await aLogo(app, brand)]
  const until = inDays(120)
  const campaign = await aCampaign(app, { brand, mediaId: requested })
  for (const id of [drafted, requested]) await app.deliver(invitationSent(brand.id, id, clock.now()))
  expect((await rowOf(requested))?.keepUntil).toBeUndefined()
  await app.as(brand).put('/drafts/current', { step: 3, mediaId: drafted })
  await app.deliver(campaign.refused)
  for (const id of [drafted, requested]) expect((await rowOf(id))?.keepUntil).toEqual(until)
})

test('neither a sweep nor 20 newer logos remove a logo that an invitation needs', { timeout: 60_000 }, async () => {
  const brand = person('brand')
  const invited = await aLogo(app, brand)
  await app.deliver(invitationSent(brand.id, invited, clock.now()))
  const oldest = await fillUnused(brand)
  const newest = await aLogo(app, brand)
  expect(await statusFor(brand, invited)).toBe(200)
  expect(await removalsOf(oldest)).toHaveLength(1)
  clock.advance({ days: 31 })
  await sweep()
  await eventually(async () => expect(await rowOf(newest)).toBeUndefined())
  expect(await statusFor(creator, invited)).toBe(200)
  clock.advance({ days: 90 })
  await sweep()
  await eventually(async () => expect(await rowOf(invited)).toBeUndefined())
  expect(await removalsOf(invited)).toHaveLength(1)
})

test('replaces no logo that an invitation needs, even if a brand has 20 of them', async () => {
  const brand = person('brand')
  const oldest = await fillUnused(brand)
  await rows.updateMany({ brandId: brand.id }, { $set: { keepUntil: inDays(120), invitedUntil: inDays(120) } })
  await aLogo(app, brand)
  expect(await statusFor(brand, oldest)).toBe(200)
  expect(await removalsOf(oldest)).toEqual([])
})

const expiredLogo = async (brand: ReturnType<typeof person>) => {
  const id = await aLogo(app, brand)
  await rows.updateOne({ _id: id }, { $set: { keepUntil: new Date(clock.now().getTime() - 1) } })
  return id
}

test.each([
  ['a sweep', expiredLogo, sweep],
  ['an upload that makes room', fillUnused, (brand: ReturnType<typeof person>) => aLogo(app, brand)],
] as const)(
  'an invitation and %s at the same time: the logo is kept, or reported as removed',
  { timeout: 60_000 },
  async (_, prepare, remove) => {
    for (const __ of times(5, () => 0)) {
      const brand = person('brand')
      const id = await prepare(brand)
      await Promise.all([remove(brand), app.deliver(invitationSent(brand.id, id, clock.now()))])
      await sweep()
      const row = await eventually(async () => {
        const found = await rowOf(id)
        expect(found?.state).not.toBe('removing')
        return found
      })
      expect(await removalsOf(id)).toHaveLength(row ? 0 : 1)
      if (row) expect(row.keepUntil).toEqual(inDays(120))
      expect(await statusFor(creator, id)).toBe(row ? 200 : 404)
    }
  },
)
