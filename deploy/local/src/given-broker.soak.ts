/** An external RabbitMQ. In soak, because other tests use the services' queue names on the run's broker. */
import { sharedRabbit } from '@reelfair/testkit/shared'
import { connect } from 'amqplib'
import { expect, onTestFinished, test } from 'vitest'
import { demandNoEvents } from './given-broker.ts'

test('events of other data in a given RabbitMQ are said, and left there', { timeout: 120_000 }, async () => {
  const { uri } = await sharedRabbit()
  const connection = await connect(uri)
  onTestFinished(() => connection.close())
  const channel = await connection.createChannel()
  const queue = 'partnerships'
  await channel.assertQueue(queue, { durable: true, autoDelete: true })
  onTestFinished(async () => void (await channel.deleteQueue(queue)))
  await demandNoEvents(uri)
  channel.sendToQueue(queue, Buffer.from('{}'))
  await expect.poll(async () => (await channel.checkQueue(queue)).messageCount).toBe(1)
  await expect(demandNoEvents(uri)).rejects.toThrow(
    /holds events of other data in the queues partnerships; .*rabbitmqctl purge_queue partnerships/,
  )
  expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 1 })

  await channel.purgeQueue(queue)
  await channel.assertQueue(`${queue}.dead`, { durable: true })
  onTestFinished(async () => void (await channel.deleteQueue(`${queue}.dead`)))
  channel.sendToQueue(`${queue}.dead`, Buffer.from('{}'))
  await expect.poll(async () => (await channel.checkQueue(`${queue}.dead`)).messageCount).toBe(1)
  await expect(demandNoEvents(uri)).rejects.toThrow(/rabbitmqctl purge_queue partnerships\.dead/)
  await channel.purgeQueue(`${queue}.dead`)
  await demandNoEvents(uri)

  await channel.consume(queue, () => {})
  await expect(demandNoEvents(uri)).rejects.toThrow(/Another Reelfair listens on the RabbitMQ of AMQP_URL \(queues partnerships\)/)
})
