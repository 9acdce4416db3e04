/** The ceiling of the outbox: amqplib alone, publish, confirm, consume, acknowledge, as fast as we know how to. */
import { type ConfirmChannel, connect } from 'amqplib'

/** Bytes and properties as the product publishes them. */
export interface Sample {
  readonly body: Buffer
  readonly type: string
  readonly messageId: string
}

/** Not yet confirmed at most; more brings nothing. */
const WINDOW = 1_000
const PREFETCH = 200
/** One acknowledgement for so many messages: on one machine that is a quarter faster than one each. */
const ACKNOWLEDGED_TOGETHER = 50

/** A topic exchange and a quorum queue of their own, a connection for each direction, as the product has them. */
export async function openBareBus(url: string, name: string, { body, type, messageId }: Sample) {
  const publishing = await connect(url, { noDelay: true })
  const consuming = await connect(url, { noDelay: true })
  const publisher: ConfirmChannel = await publishing.createConfirmChannel()
  const receiver = await consuming.createChannel()
  await publisher.assertExchange(name, 'topic', { durable: true })
  await publisher.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  await publisher.bindQueue(name, name, type)
  await receiver.prefetch(PREFETCH)
  let left = 0
  let allCame = () => {}
  const { consumerTag } = await receiver.consume(name, (message) => {
    if (!message) throw new Error('RabbitMQ took the bare consumer away')
    left -= 1
    if (left % ACKNOWLEDGED_TOGETHER === 0) receiver.ack(message, true)
    if (left === 0) allCame()
  })
  const properties = { persistent: true, mandatory: true, contentType: 'application/cloudevents+json', messageId, type }
  return {
    /** Resolves when the last of `events` messages has been consumed. */
    async carry(events: number): Promise<void> {
      left = events
      const came = new Promise<void>((resolve) => {
        allCame = resolve
      })
      let open = 0
      let room = () => {}
      for (let sent = 0; sent < events; sent += 1) {
        if (open >= WINDOW)
          await new Promise<void>((resolve) => {
            room = resolve
          })
        open += 1
        publisher.publish(name, type, body, properties, (error) => {
          if (error) throw error
          open -= 1
          if (open < WINDOW / 2) room()
        })
      }
      await came
    },
    async close() {
      // Else the broker would tell it that its queue is gone.
      await receiver.cancel(consumerTag)
      await publisher.deleteQueue(name)
      await publisher.deleteExchange(name)
      await Promise.all([publishing.close(), consuming.close()])
    },
  }
}
