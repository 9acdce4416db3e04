import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startVerification } from '../testing/start-verification.ts'

const { app, add, verified, accountOf } = await startVerification()

const updatesOf = async (accountId: string) => (await app.emitted('account.updated')).filter((event) => event.accountId === accountId)

test('opens and closes the public page of a verified account, and tells other services', async () => {
  const { creator, id } = await verified()
  expect((await accountOf(creator, id)).isCollabOpen).toBeUndefined()
  for (const isOpen of [true, false]) {
    expect((await app.as(creator).put(`/accounts/${id}/collab`, { isOpen })).body).toMatchObject({ id, isCollabOpen: isOpen })
    expect((await accountOf(creator, id)).isCollabOpen).toBe(isOpen)
  }
  expect(await updatesOf(id)).toMatchObject([
    { isCollabOpen: true, ageRestricted: false, rpmCents: 120 },
    { isCollabOpen: false, ageRestricted: false, rpmCents: 120 },
  ])
})

test('refuses accounts on networks without public pages', async () => {
  for (const network of ['tiktok', 'youtube'] as const) {
    const { creator, id } = await verified(undefined, undefined, network)
    const answer = await app.as(creator).put(`/accounts/${id}/collab`, { isOpen: true })
    expect(answer).toMatchObject({ status: 409, body: { code: 'collab_network' } })
    expect((await accountOf(creator, id)).isCollabOpen).toBeUndefined()
  }
})

test('refuses an unverified account and another creator’s account', async () => {
  const creator = person('creator')
  const unverified = await add(creator, 'lea.waits')
  expect((await app.as(creator).put(`/accounts/${unverified}/collab`, { isOpen: true })).body.code).toBe('account_not_verified')
  const { id } = await verified()
  expect((await app.as(creator).put(`/accounts/${id}/collab`, { isOpen: true })).status).toBe(404)
  expect(await updatesOf(id)).toEqual([])
})
