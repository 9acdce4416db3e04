import { randomUUID } from 'node:crypto'
import { eventually } from '@reelfair/testkit/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { silent } from '../../test/world.ts'
import type { Database } from '../data/database.ts'
import type { OutboxRow } from '../data/outbox.ts'
import { type Bus, BusUnavailable } from './bus.ts'
import { startRelay } from './relay.ts'

test('sweeps the outbox again immediately when the bus recovers during a sweep', async () => {
  let looks = 0
  const firstLook = Promise.withResolvers<unknown[]>()
  const found = { sort: () => found, limit: () => found, toArray: () => (++looks === 1 ? firstLook.promise : Promise.resolve([])) }
  const outbox = { find: () => found, deleteMany: async () => {}, updateMany: async () => {} }
  const connection = { getClient: () => ({ db: () => ({ collection: () => outbox }) }) }
  let calls = 0
  const publish: Bus['publish'] = async (messages) => {
    calls += 1
    if (calls === 1) throw new BusUnavailable('away')
    return messages.map(() => 'confirmed')
  }
  const relay = startRelay({ database: { connection } as unknown as Database, bus: { publish } as Bus, log: silent })
  onTestFinished(() => relay.stop())
  const id = randomUUID()
  const events = [{ id, type: 'kit.tested', body: '{}', transient: false }]
  const row: OutboxRow = { _id: id, events, leaseUntil: relay.lease(), owner: relay.owner, tries: 0 }
  relay.handOver([row])
  await eventually(() => expect(relay.stats.published).toBe(1))
  expect(looks).toBe(1)
  firstLook.resolve([])
  // Even on a busy machine, an immediate sweep finishes before this timer; the next regular sweep is a second away.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(looks).toBe(2)
})
