import { randomBytes } from 'node:crypto'
import { defineEvent } from '@reelfair/contracts'
import { testSecrets, times } from '@reelfair/testkit'
import { eventually } from '@reelfair/testkit/eventually'
import { sharedMongo, sharedRabbit } from '@reelfair/testkit/shared'
import { connect } from 'amqplib'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { toy } from '../test/toy.ts'
import { silent } from '../test/world.ts'
import { inboxOf } from './bus/inbox.ts'
import { on } from './define.ts'
import { startService } from './start-service.ts'

const Limited = defineEvent('kit.limited', 1, z.object({ at: z.int() }))

test('respects the configured limits', { timeout: 60_000 }, async () => {
  const name = `kit-${randomBytes(5).toString('hex')}`
  const [mongo, rabbit] = await Promise.all([sharedMongo(), sharedRabbit()])
  const connection = await connect(rabbit.uri)
  const channel = await connection.createChannel()
  const gate = Promise.withResolvers<void>()
  const service = await startService(
    { ...toy, name, publishes: [Limited], subscribes: [on(Limited, () => gate.promise)] },
    {
      env: {
        ...testSecrets,
        ...{ MONGODB_URI: mongo.uri, DB_PREFIX: 'limits', AMQP_URL: rabbit.uri },
        ...{ MONGODB_POOL_SIZE: '9', MONGODB_OPEN_TRANSACTIONS: '3', AMQP_PREFETCH: '4', EVENTS_PER_TRANSACTION: '2' },
      },
      log: silent,
    },
  )
  onTestFinished(async () => {
    await service.context().connection.dropDatabase()
    await service.stop()
    for (const queue of [name, `${name}.dead`]) await channel.deleteQueue(queue)
    await connection.close()
  })
  const { connection: database } = service.context()
  expect(database.getClient().options.maxPoolSize).toBe(9)

  await service.context().transact(async (tx) => {
    for (const at of times(10, (at) => at)) tx.emit(Limited.of({ at }))
  })
  const waiting = async () => (await channel.checkQueue(name)).messageCount
  await eventually(async () => expect(await waiting()).toBe(6), { within: 20_000 })
  gate.resolve()
  const batchSizes = async () => (await inboxOf(database).find().toArray()).map(({ events }) => events.length)
  await eventually(async () => expect((await batchSizes()).reduce((sum, events) => sum + events, 0)).toBe(10), { within: 20_000 })
  expect(Math.max(...(await batchSizes()))).toBe(2)

  let begun = 0
  const end = Promise.withResolvers<void>()
  const work = times(5, () =>
    service.context().transact(async () => {
      begun += 1
      await end.promise
    }),
  )
  await eventually(() => expect(begun).toBe(3))
  // Any fourth transaction would have started before the ping returned.
  await database.getClient().db().command({ ping: 1 })
  expect(begun).toBe(3)
  end.resolve()
  await Promise.all(work)
  expect(begun).toBe(5)
})
