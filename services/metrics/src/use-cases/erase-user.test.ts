import { AccountVerified, deletedName, SignupCreated, UserDeleted } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { deletion } from '../store/erase-user.ts'
import { startMetrics } from '../testing/start-metrics.ts'

const { app, anAccount, aSignup, night } = await startMetrics()

const signup = (creatorId: string, brandId: string) =>
  SignupCreated.of({
    ...{ signupId: crypto.randomUUID(), campaignId: crypto.randomUUID(), brandId, creatorId, accountId: crypto.randomUUID(), version: 1 },
    ...{ externalId: 'ext_lea', network: 'instagram', username: 'lea.films', code: 'RF-ABCDE', link: 'https://alpine.example' },
    ...{ startsAt: app.clock.now(), endsAt: new Date(app.clock.now().getTime() + 86_400_000), windowDays: 14 },
  })
const verified = (creatorId: string) =>
  AccountVerified.of({
    ...{ accountId: crypto.randomUUID(), creatorId, network: 'instagram', username: 'lea.films', externalId: 'ext_lea' },
    ...{ followers: 1, averageViews: null, isPublic: true, version: 1 },
  })
const assignmentsOf = (filter: object) => app.database.collection('assignments').find(filter).toArray()
async function erase(userId: string, role: 'creator' | 'brand') {
  await app.deliver(UserDeleted.of({ userId, role }), { times: 2 })
  while (await deletion.worker.run(app.context()));
}

test('erases a creator’s name and accounts, and stops measuring', async () => {
  const [creator, brand] = [person('creator'), person('brand')]
  await app.deliver(verified(creator.id))
  await app.deliver(signup(creator.id, brand.id))
  await erase(creator.id, 'creator')
  const name = deletedName(creator.id)
  expect(await assignmentsOf({ creatorId: creator.id })).toMatchObject([
    { username: name, externalId: name, accountKey: `instagram:${name}`, isOpen: false, link: 'https://alpine.example' },
  ])
  expect(await app.database.collection('verified_accounts').countDocuments({ creatorId: creator.id })).toBe(0)
  await erase(brand.id, 'brand')
  expect(await assignmentsOf({ brandId: brand.id })).toMatchObject([{ link: 'https://deleted.invalid/' }])
})

test('removes the readings planned for a creator’s account, unless another creator uses it now', async () => {
  const creator = person('creator')
  const [own, passedOn] = [await anAccount(), await anAccount()]
  for (const account of [own, passedOn]) await aSignup(account, { creator })
  await aSignup(passedOn)
  await night()
  const tasksOf = (externalId: string) => app.database.collection('tasks').countDocuments({ externalId })
  expect([await tasksOf(own), await tasksOf(passedOn)]).toEqual([1, 1])
  await erase(creator.id, 'creator')
  expect([await tasksOf(own), await tasksOf(passedOn)]).toEqual([0, 1])
})

test('stores nothing about a deleted user when events arrive late', async () => {
  const [creator, brand] = [person('creator'), person('brand')]
  await erase(creator.id, 'creator')
  await erase(brand.id, 'brand')
  await app.deliver(verified(creator.id))
  await app.deliver(signup(creator.id, person('brand').id))
  await app.deliver(signup(person('creator').id, brand.id))
  expect(await app.database.collection('verified_accounts').countDocuments({ creatorId: creator.id })).toBe(0)
  expect(await assignmentsOf({ $or: [{ creatorId: creator.id }, { brandId: brand.id }] })).toEqual([])
})
