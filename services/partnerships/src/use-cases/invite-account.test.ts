import { BrandRegistered, CreditsRefused, SettingChanged } from '@reelfair/contracts'
import { countBy, movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { type Invitation, MAX_INVITATIONS_PER_DAY, MAX_UNFUNDED_PER_DAY } from '../domain/invitation.ts'
import { insertInvitation, invitations } from '../store/invitations.ts'
import { createAccount, storeLogo } from '../testing/create-invitation.ts'

const clock = movableClock('2026-11-21T22:30:00Z')
const app = await startService(partnerships, { clock })
/** An account, a brand and the brand's draft for the account. */
async function aBrand(facts: object = {}) {
  const [brand, account] = [person('brand'), await createAccount(app, crypto.randomUUID(), facts)]
  return { brand, ...account, draft: { ...offer, accountId: account.accountId, mediaId: await storeLogo(app, brand.id) } }
}
const offer = { weeklyViewsGoal: 10_000, link: 'https://alpine.example', caption: 'Try our boots', beginning: '2026-11-21' }

const requestedOf = async (brandId: string) => (await app.emitted('invitation.requested')).filter((event) => event.brandId === brandId)

test('creates an invitation that waits for its credits and emits `invitation.requested`', async () => {
  const { accountId, creatorId, brand, draft } = await aBrand()
  await app.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  const answer = await app.as(brand).post('/invitations', draft)
  const { mediaId, ...kept } = draft
  const expected = {
    ...kept,
    logo: { mediaId, kind: 'image', type: 'image/png' },
    origin: 'search',
    durationDays: 7,
    creatorId,
    brandId: brand.id,
    brandName: 'Alpine',
    username: 'lea',
    network: 'tiktok',
    amountCents: 200,
    status: 'funding',
  }
  expect(answer).toMatchObject({ status: 201, body: expected })
  expect(await requestedOf(brand.id)).toEqual([
    {
      invitationId: answer.body.id,
      brandId: brand.id,
      creatorId,
      accountId,
      network: 'tiktok',
      username: 'lea',
      viewsGoal: 10_000,
      mediaId,
      version: 1,
    },
  ])
})

test.each([
  ['accountId', 'none', 400, 'invalid_input'],
  ['accountId', '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e', 404, 'not_found'],
  ['weeklyViewsGoal', 0, 400, 'invalid_input'],
  ['mediaId', 'none', 400, 'invalid_input'],
  ['origin', 'elsewhere', 400, 'invalid_input'],
  ['weeklyViewsGoal', 501_000, 400, 'invalid_input'],
  ['link', 'javascript:alert(1)', 400, 'invalid_input'],
  ['caption', ' ', 400, 'invalid_input'],
  ['caption', 'x'.repeat(501), 400, 'invalid_input'],
  ['beginning', 'tomorrow', 400, 'invalid_input'],
  ['beginning', '2026-02-30', 400, 'invalid_input'],
  ['beginning', '2026-11-20', 400, 'beginning_past'],
  ['beginning', '9999-12-31', 400, 'beginning_too_far'],
  ['weeklyViewsGoal', 1, 400, 'views_goal_invalid'],
  ['status', 'pending', 400, 'invalid_input'],
  ['creatorId', '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e', 400, 'invalid_input'],
])('responds to an invitation whose %s is %j with %i %s', async (field, value, status, code) => {
  const { brand, draft } = await aBrand()
  expect(await app.as(brand).post('/invitations', { ...draft, [field]: value })).toMatchObject({ status, body: { code } })
})

test('creates one invitation for ten concurrent requests with the same idempotency key', async () => {
  const { brand, draft } = await aBrand()
  const key = crypto.randomUUID()
  const answers = await Promise.all(times(10, () => app.as(brand).post('/invitations', draft, { key })))
  expect(countBy(answers, 'status')).toEqual({ 201: 10 })
  expect(await requestedOf(brand.id)).toHaveLength(1)
})

test('an invitation keeps the price in force when it was sent', async () => {
  const settings = (version: number, partnershipCentsPer1000: number) =>
    SettingChanged.of({
      key: 'rate_card',
      value: { campaignCentsPer1000: 10, partnershipCentsPer1000 },
      validFrom: '2026-11-21T23:00:00.000Z',
      version,
    })
  // The events arrive twice and out of order.
  for (const event of [settings(2, 22), settings(1, 30), settings(2, 22)]) await app.deliver(event)
  const { brand, draft } = await aBrand()
  const invite = async () =>
    app.as(brand).post('/invitations', { ...draft, beginning: '2026-11-22', accountId: (await createAccount(app)).accountId })
  const before = (await invite()).body
  clock.set('2026-11-21T23:00:00Z')
  const after = (await invite()).body
  expect([before.amountCents, after.amountCents]).toEqual([200, 220])
  const { items } = (await app.as(brand).get('/invitations')).body
  expect(items.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([220, 200])
  expect((await invitations.byId(app.context(), after.id))?.rateCard).toEqual({ validFrom: '2026-11-22', centsPer1000: 22 })
  clock.set('2026-11-21T22:30:00Z')
})

/** A brand with that many invitations today. */
async function anInviter(count: number, facts: Partial<Invitation> = {}) {
  const { brand, draft } = await aBrand()
  const invite = async (headers = {}) => {
    const { accountId } = await createAccount(app)
    return app.as(brand).post('/invitations', { ...draft, beginning: '2026-11-22', accountId }, { headers })
  }
  const { id } = (await invite()).body
  const { id: _, version: __, ...stored } = (await invitations.byId(app.context(), id)) ?? expect.unreachable()
  await app.context().transact(async (tx) => {
    for (const one of times(count - 1, () => crypto.randomUUID()))
      await insertInvitation(tx, { ...stored, version: 1, id: one, isOpen: undefined, ...facts })
  })
  return { invite, brand }
}

test('rejects a brand’s 201st invitation in a business day and accepts it the next day', async () => {
  const { invite, brand } = await anInviter(MAX_INVITATIONS_PER_DAY - 1)
  expect((await invite()).status).toBe(201)
  expect(await invite()).toMatchObject({
    status: 409,
    body: {
      code: 'invitation_limit_reached',
      details: { limit: MAX_INVITATIONS_PER_DAY },
      detail: expect.stringContaining('invitations today'),
    },
  })
  expect((await invite({ 'accept-language': 'fr' })).body.detail).toContain('invitations aujourd’hui')
  expect(await invitations.explain(app.context(), { brandId: brand.id, createdAt: { $gte: clock.now() } })).not.toContain('COLLSCAN')
  clock.set('2026-11-21T23:00:00Z') // Midnight in Paris.
  expect((await invite()).status).toBe(201)
  clock.set('2026-11-21T22:30:00Z')
})

test('refuses invitations after 20 without enough credits in a business day, and accepts them the next day', async () => {
  const { invite } = await anInviter(MAX_UNFUNDED_PER_DAY, { status: 'failed' })
  const last = (await invite()).body
  await app.deliver(CreditsRefused.of({ kind: 'invitation', id: last.id, brandId: last.brandId, missing: 3 }))
  expect(await invite()).toMatchObject({
    status: 409,
    body: { code: 'unfunded_invitations_reached', details: { limit: MAX_UNFUNDED_PER_DAY } },
  })
  clock.set('2026-11-21T23:00:00Z')
  expect((await invite()).status).toBe(201)
  clock.set('2026-11-21T22:30:00Z')
})

test('lets concurrent invitations exceed the limit by at most their number, and rejects the next one', async () => {
  const { invite } = await anInviter(MAX_INVITATIONS_PER_DAY - 1)
  const { 201: sent = 0, 409: refused = 0 } = countBy(await Promise.all(times(5, () => invite())), 'status')
  expect([sent >= 1, sent + refused]).toEqual([true, 5])
  expect(await invite()).toMatchObject({ status: 409, body: { code: 'invitation_limit_reached' } })
})

const booking = { beginning: '2026-11-22', weeklyViewsGoal: 95_238, origin: 'collab' }

test('a public creator page asks for any goal and 30 days', async () => {
  const { brand, draft } = await aBrand({ isCollabOpen: true })
  const answer = await app.as(brand).post('/invitations', { ...draft, ...booking })
  expect(answer).toMatchObject({ status: 201, body: { weeklyViewsGoal: 95_238, durationDays: 30, amountCents: 1_904 } })
})

test('rejects a booking on a public page that the creator has switched off', async () => {
  const { brand, draft } = await aBrand({ isCollabOpen: false })
  expect(await app.as(brand).post('/invitations', { ...draft, ...booking })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await app.as(brand).post('/invitations', { ...draft, ...booking, weeklyViewsGoal: 10_000, origin: 'search' })).toMatchObject({
    status: 201,
  })
})

test('rejects a booking while public pages only demonstrate it, but no other invitation', async () => {
  const { brand, draft } = await aBrand({ isCollabOpen: true })
  const set = (value: string, version: number) =>
    app.deliver(SettingChanged.of({ key: 'collab_booking', value, validFrom: clock.now().toISOString(), version }))
  await set('demo', 1)
  expect(await app.as(brand).post('/invitations', { ...draft, ...booking })).toMatchObject({ status: 409, body: { code: 'collab_demo' } })
  expect(await app.as(brand).post('/invitations', { ...draft, ...booking, weeklyViewsGoal: 10_000, origin: 'search' })).toMatchObject({
    status: 201,
  })
  await set('real', 2)
})
