/** Delivery of events while RabbitMQ is killed. */
import { startRabbit } from '@reelfair/testkit/engines'
import { eventually } from '@reelfair/testkit/eventually'
import { connect } from 'amqplib'
import { expect, test } from 'vitest'
import { atEnd, closing, names, open, settled } from '../../test/delivering.ts'
import { silent, takeEffect, tally } from '../../test/world.ts'
import { rabbitBus } from './rabbit.ts'

async function queueExists(url: string, queue: string): Promise<void> {
  const connection = await connect(url)
  connection.on('error', () => {})
  await eventually(async () => {
    const channel = await connection.createChannel()
    channel.on('error', () => {})
    await channel.checkQueue(queue)
  })
  connection.close().catch(() => {})
}

test('RabbitMQ killed while it makes the queue, and again while 1,000 events are published: each takes effect once', async () => {
  const rabbit = await startRabbit({ log: () => {} })
  atEnd(() => rabbit.stop())
  const { kill, restart } = rabbit
  if (!kill || !restart) return // Given by AMQP_URL: not ours to kill.
  const bus = closing(rabbitBus({ url: rabbit.uri, log: silent }))
  const world = await open({ bus })
  const standing = world.hear([takeEffect])
  await queueExists(rabbit.uri, world.database.connection.name)
  await kill()
  await restart()
  const back = Date.now()
  await standing
  expect(Date.now() - back).toBeLessThan(30_000)
  const saying = world.say(names(1_000), 5)
  await eventually(async () => expect((await tally(world)).names).toBeGreaterThan(100), { within: 30_000 })
  await kill()
  expect(world.relay.stats.published).toBeLessThan(1_000)
  await restart()
  await saying
  await settled(world, 1_000, 30_000)
  expect(await bus.deadLetters(world.database.connection.name).list(1)).toEqual([])
}, 240_000)
