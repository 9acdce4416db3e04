import { startRabbit } from '@reelfair/testkit/engines'
import { eventually } from '@reelfair/testkit/eventually'
import { connect } from 'amqplib'
import { expect, test } from 'vitest'
import { atEnd, closeAtEnd, expectSettled, names, open } from '../../test/delivery-world.ts'
import { countEffects, silent, takeEffect } from '../../test/world.ts'
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

test('applies each event once even if RabbitMQ dies while creating queues or accepting events', async () => {
  const rabbit = await startRabbit({ log: () => {} })
  atEnd(() => rabbit.stop())
  const { kill, restart } = rabbit
  if (!kill || !restart) return // The test must not kill an external broker (AMQP_URL).
  const bus = closeAtEnd(rabbitBus({ url: rabbit.uri, log: silent }))
  const world = await open({ bus })
  const subscribed = world.subscribe([takeEffect])
  await queueExists(rabbit.uri, world.database.connection.name)
  await kill()
  await restart()
  const back = Date.now()
  await subscribed
  expect(Date.now() - back).toBeLessThan(30_000)
  const publishing = world.publish(names(1_000), 5)
  await eventually(async () => expect((await countEffects(world)).names).toBeGreaterThan(100), { within: 30_000 })
  await kill()
  expect(world.relay.stats.published).toBeLessThan(1_000)
  await restart()
  await publishing
  await expectSettled(world, 1_000, 30_000)
  expect(await bus.deadLetters(world.database.connection.name).list(1)).toEqual([])
}, 240_000)
