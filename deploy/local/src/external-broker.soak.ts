/** A soak test, because other tests use the same queue names on the shared broker. */
import { sharedRabbit } from '@reelfair/testkit/shared'
import { connect } from 'amqplib'
import { expect, onTestFinished, test } from 'vitest'
import { requireEmptyQueues } from './external-broker.ts'

test('reports another system’s events in an external RabbitMQ and keeps them', { timeout: 120_000 }, async () => {
  const { uri } = await sharedRabbit()
  const connection = await connect(uri)
  onTestFinished(() => connection.close())
  const channel = await connection.createChannel()
  const queue = 'partnerships'
  await channel.assertQueue(queue, { durable: true, autoDelete: true })
  onTestFinished(async () => void (await channel.deleteQueue(queue)))
  await requireEmptyQueues(uri)
  channel.sendToQueue(queue, Buffer.from('{}'))
  await expect.poll(async () => (await channel.checkQueue(queue)).messageCount).toBe(1)
  await expect(requireEmptyQueues(uri)).rejects.toThrow(
    /has events of other data in the queues partnerships; .*rabbitmqctl purge_queue partnerships/,
  )
  expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 1 })

  await channel.purgeQueue(queue)
  await channel.assertQueue(`${queue}.dead`, { durable: true })
  onTestFinished(async () => void (await channel.deleteQueue(`${queue}.dead`)))
  channel.sendToQueue(`${queue}.dead`, Buffer.from('{}'))
  await expect.poll(async () => (await channel.checkQueue(`${queue}.dead`)).messageCount).toBe(1)
  await expect(requireEmptyQueues(uri)).rejects.toThrow(/rabbitmqctl purge_queue partnerships\.dead/)
  await channel.purgeQueue(`${queue}.dead`)
  await requireEmptyQueues(uri)

  await channel.consume(queue, () => {})
  await expect(requireEmptyQueues(uri)).rejects.toThrow(
    /Another Reelfair is consuming from the RabbitMQ in AMQP_URL \(queues partnerships\)/,
  )
})
