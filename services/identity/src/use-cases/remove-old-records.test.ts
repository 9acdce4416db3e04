import { PayoutAccountChanged } from '@reelfair/contracts'
import { eventually, movableClock, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startWithBells } from '../notifications.fixture.ts'
import { challenges, insertChallenge } from '../store/challenges.ts'
import { googleAttempts, insertAttempt } from '../store/google-attempts.ts'
import { links, putLink } from '../store/links.ts'
import { removeOldRecords } from './remove-old-records.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const { app, member, signIn } = await startWithBells({ clock })
const remove = () => removeOldRecords({ day: '2027-11-21' }, app.context())

async function withRecords() {
  const { id, email, client, kinds } = await member('creator')
  await signIn(email)
  await app.deliver(PayoutAccountChanged.of({ creatorId: id, status: 'restricted' }))
  const logged = async () => (await client.get('/security-events')).body.items.length as number
  return { id, email, kinds, logged }
}

test('removes security events and notifications after 12 months', async () => {
  const { id, email, kinds, logged } = await withRecords()
  clock.advance({ days: 100 })
  await signIn(email)
  await app.deliver(PayoutAccountChanged.of({ creatorId: id, status: 'closed' }))
  clock.advance({ days: 265 })
  await remove()
  expect(await logged()).toBe(2)
  expect(await kinds()).toHaveLength(3)

  clock.advance({ ms: 1 })
  // The service's own job may remove them first.
  await eventually(remove)
  expect(await logged()).toBe(1)
  expect(await kinds()).toEqual(['payout-account-closed', 'new-sign-in'])
})

test('removes links, challenges and Google sign-ins once they have expired by the service’s clock', async () => {
  const userId = crypto.randomUUID()
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000)
  await app.context().transact(async (tx) => {
    await putLink(tx, { userId, purpose: 'sign-in', tokenHash: 'first', expiresAt: inMinutes(1) })
    await putLink(tx, { userId, purpose: 'reset', tokenHash: 'second', expiresAt: inMinutes(2) })
    for (const [id, expiresAt] of [
      ['first', inMinutes(1)],
      ['second', inMinutes(2)],
    ] as const) {
      await insertChallenge(tx, { id, userId, wrongCodes: 0, expiresAt })
      await insertAttempt(tx, { id, purpose: 'sign-in', sealedVerifier: 'sealed', expiresAt })
    }
  })
  const left = async () => [
    (await links.find(app.context(), { userId }, { limit: 5 })).map(({ tokenHash }) => tokenHash),
    (await challenges.find(app.context(), { userId }, { limit: 5 })).map(({ id }) => id),
    (await googleAttempts.find(app.context(), { id: { $in: ['first', 'second'] } }, { limit: 5 })).map(({ id }) => id),
  ]
  clock.set(inMinutes(1))
  await eventually(remove)
  expect((await left()).map((one) => one.toSorted())).toEqual([
    ['first', 'second'],
    ['first', 'second'],
    ['first', 'second'],
  ])
  clock.advance({ ms: 1 })
  await eventually(remove)
  expect(await left()).toEqual([['second'], ['second'], ['second']])
})

test('removes more records than one transaction handles', async () => {
  const { id, logged } = await withRecords()
  const rows = app.database.collection<{ _id: string }>('security_events')
  const { _id, ...one } = (await rows.findOne({ userId: id })) ?? expect.unreachable()
  await rows.insertMany(times(250, () => ({ ...one, _id: crypto.randomUUID() })))
  clock.advance({ days: 366 })
  await eventually(remove)
  expect(await logged()).toBe(0)
})
