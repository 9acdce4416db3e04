import { PayoutAccountChanged } from '@reelfair/contracts'
import { eventually, movableClock, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startWithBells } from '../notifications.fixture.ts'
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

test('removes more records than one transaction handles', async () => {
  const { id, logged } = await withRecords()
  const rows = app.database.collection<{ _id: string }>('security_events')
  const { _id, ...one } = (await rows.findOne({ userId: id })) ?? expect.unreachable()
  await rows.insertMany(times(250, () => ({ ...one, _id: crypto.randomUUID() })))
  clock.advance({ days: 366 })
  await eventually(remove)
  expect(await logged()).toBe(0)
})
