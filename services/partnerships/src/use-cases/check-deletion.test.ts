import { AccountVerified, BrandRegistered, deletedName, LogoStored, UserDeleted, UserDeletionRequested } from '@reelfair/contracts'
import { eventually, movableClock, type Person, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { deletion } from '../store/erase-user.ts'
import { invitations } from '../store/invitations.ts'
import { partnerships as store } from '../store/partnerships.ts'
import { createAccount, createInvitation, draftFor, storeLogo } from '../testing/create-invitation.ts'
import { createPartnership } from '../testing/create-partnership.ts'

const clock = movableClock('2027-01-03T12:00:00Z')
const app = await startService(partnerships, { clock })
const obstacles = async (who: Person) => (await app.as(who).get('/deletion-obstacles')).body.obstacles
const asked = ({ id, role }: Person) => UserDeletionRequested.of({ userId: id, role, attempt: 1 })
async function erase({ id, role }: Person) {
  await app.deliver(UserDeleted.of({ userId: id, role }), { times: 2 })
  await eventually(async () =>
    expect((await deletion.collection.byId(app.context(), id))?.eraseDueAt?.getTime()).toBeGreaterThan(clock.now().getTime()),
  )
}

test('an open invitation keeps both sides from deleting their accounts', async () => {
  const { brand, creator, held, refused } = await createInvitation(app)
  const waiting = [{ reason: 'invitations_open', amount: 1 }]
  expect([await obstacles(brand), await obstacles(creator), await obstacles(person('brand'))]).toEqual([waiting, waiting, []])
  await app.deliver(held)
  const open = [{ ...waiting[0], until: '2027-01-04T12:00:00.000Z' }]
  expect([await obstacles(brand), await obstacles(creator)]).toEqual([open, open])
  await app.deliver(asked(brand))
  const checked = (await app.emitted('user.invitations-checked')).filter(({ userId }) => userId === brand.id)
  expect(checked).toEqual([{ userId: brand.id, attempt: 1, obstacles: open, earnedCents: 0 }])
  const other = await createInvitation(app)
  await app.deliver(other.refused)
  expect(refused).toBeDefined()
  expect(await obstacles(other.brand)).toEqual([])
})

test('a brand that is leaving cannot send invitations, and a creator who is leaving cannot receive any', async () => {
  const [brand, leaving] = [person('brand'), person('brand')]
  const { accountId, creatorId } = await createAccount(app)
  const [own, leavingOwn] = [await storeLogo(app, brand.id), await storeLogo(app, leaving.id)]
  await app.deliver(asked(leaving))
  expect(await app.as(leaving).post('/invitations', draftFor(app, accountId, leavingOwn))).toMatchObject({
    status: 409,
    body: { code: 'account_closing' },
  })
  await app.deliver(UserDeletionRequested.of({ userId: creatorId, role: 'creator', attempt: 1 }))
  expect(await app.as(brand).post('/invitations', draftFor(app, accountId, own))).toMatchObject({ status: 404 })
})

test('erases a creator and a brand, and late events bring nothing back', async () => {
  const { id, brand, creator, accountId, refused } = await createInvitation(app)
  await app.deliver(refused)
  const named = { brandId: brand.id, brandName: 'Alpine', logoId: crypto.randomUUID() }
  await app.deliver(BrandRegistered.of({ ...named, version: 8 }))
  for (const who of [brand, creator]) await erase(who)
  const account = { accountId, creatorId: creator.id, network: 'tiktok', username: 'lea', externalId: 'x', version: 9 }
  await app.deliver(AccountVerified.of({ ...account, followers: 1, averageViews: null, isPublic: true }))
  await app.deliver(LogoStored.of({ mediaId: crypto.randomUUID(), brandId: brand.id, kind: 'image', type: 'image/png', version: 1 }))
  await app.deliver(BrandRegistered.of({ ...named, version: 9 }))
  const link = 'https://deleted.invalid/'
  expect(await invitations.byId(app.context(), id)).toMatchObject({
    username: deletedName(creator.id),
    link,
    caption: '',
    weeklyViewsGoal: 10_000,
  })
  expect(await app.database.collection('accounts').countDocuments({ creatorId: creator.id })).toBe(0)
  expect(await app.database.collection('logos').countDocuments({ brandId: brand.id })).toBe(0)
  const copy = await app.database.collection('brands').findOne({ _id: brand.id as never })
  expect(copy).toMatchObject({ brandName: deletedName(brand.id) })
  expect(JSON.stringify(copy)).not.toContain(named.logoId)
})

test('an unsettled partnership keeps both sides from deleting their accounts, and its record outlives both', async () => {
  const { id, brand, creator, count, settleUntil } = await createPartnership(app, clock, { beginning: '2027-01-03' })
  const unsettled = (until: string) => [{ reason: 'partnerships_unsettled', amount: 1, until }]
  const planned = unsettled('2027-01-13T01:00:00.000Z')
  expect([await obstacles(brand), await obstacles(creator)]).toEqual([planned, planned])
  await count({ qualified: 10_000 })
  await settleUntil('2027-01-04')
  const ended = unsettled('2027-01-06T01:00:00.000Z')
  expect([await obstacles(brand), await obstacles(creator)]).toEqual([ended, ended])
  await count({ qualified: 10_000, isFinal: 'checks' }, '2027-01-06')
  await settleUntil('2027-01-06')
  expect([await obstacles(brand), await obstacles(creator)]).toEqual([[], []])
  for (const who of [brand, creator]) await app.deliver(asked(who))
  const checked = (await app.emitted('user.invitations-checked')).filter(({ userId }) => [brand.id, creator.id].includes(userId))
  expect(checked).toMatchObject([
    { userId: brand.id, earnedCents: 0 },
    { userId: creator.id, earnedCents: 200 },
  ])
  for (const who of [brand, creator]) await erase(who)
  expect(await store.byId(app.context(), id)).toMatchObject({
    username: deletedName(creator.id),
    link: 'https://deleted.invalid/',
    caption: '',
    status: 'completed',
  })
})
