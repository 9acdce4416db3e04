import { AccountSeen } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startVerification } from '../testing/start-verification.ts'

const { app, clock, verified } = await startVerification()

const isFound = async (id: string) =>
  (await app.as(person('brand')).get('/creators')).body.items.some(({ accountId }: { accountId: string }) => accountId === id)
const updates = async (id: string) => (await app.emitted('account.updated')).filter(({ accountId }) => accountId === id)

test('brands find an account only while metrics sees it as public and not age-restricted', async () => {
  const { creator, id } = await verified()
  const seen = (visibility: object) =>
    app.deliver(
      AccountSeen.of(
        { isPublic: true, ageRestricted: false, ...visibility },
        { accountId: id, creatorId: creator.id, seenAt: clock.now() },
      ),
      { times: 2 },
    )
  clock.advance({ hours: 1 })
  await seen({})
  expect(await updates(id)).toEqual([])
  for (const hidden of [{ isPublic: false }, { ageRestricted: true }]) {
    await seen(hidden)
    expect(await isFound(id)).toBe(false)
    expect((await updates(id)).at(-1)).toMatchObject(hidden)
    await seen({})
    expect(await isFound(id)).toBe(true)
  }
  expect(await updates(id)).toHaveLength(4)
})

test('lets the creator of a hidden account refresh the statistics immediately', async () => {
  const { creator, id } = await verified()
  const refresh = () => app.as(creator).post(`/accounts/${id}/stats`, {})
  clock.advance({ hours: 1 })
  expect((await refresh()).body.code).toBe('stats_too_soon')
  await app.deliver(
    AccountSeen.of({ isPublic: false, ageRestricted: false }, { accountId: id, creatorId: creator.id, seenAt: clock.now() }),
  )
  expect((await refresh()).status).toBe(202)
})

test('ignores a reading that is older than the statistics, and an unknown account', async () => {
  const { creator, id } = await verified()
  const old = { isPublic: false, ageRestricted: false, creatorId: creator.id, seenAt: new Date(clock.now().getTime() - 60_000) }
  await app.deliver(AccountSeen.of({ ...old, accountId: id }))
  await app.deliver(AccountSeen.of({ ...old, accountId: crypto.randomUUID() }))
  expect(await isFound(id)).toBe(true)
})
