import { setTimeout as pause } from 'node:timers/promises'
import type { Channel, ChannelModel } from 'amqplib'
import type { Logger } from 'pino'
import { withTimeout } from '../with-timeout.ts'

export interface Names {
  readonly exchange: string
  readonly deadExchange: string
  queue(service: string): string
  deadQueue(service: string): string
  /** An exchange that carries no messages. It exists only once the service's queues are ready for messages. */
  mark(service: string): string
  /** An exclusive queue, owned by the process that creates the service's queues. */
  lock(service: string): string
}

export const namesOf = (prefix: string): Names => ({
  exchange: `${prefix}reelfair`,
  deadExchange: `${prefix}reelfair.dead`,
  queue: (service) => prefix + service,
  deadQueue: (service) => `${prefix}${service}.dead`,
  mark: (service) => `${prefix}${service}.made`,
  lock: (service) => `${prefix}${service}.making`,
})

// The broker counts only deliveries returned by a lost connection or a dead process, so its limit stops messages that
// crash their consumer. The consumer counts failures itself and holds a failed message until its retry.
const BROKER_DELIVERY_LIMIT = 100

/** Age at which a new queue survives `kill -9`: twice the measured value. */
export const SETTLED_AFTER_MS = 2_000
const ANSWERS_WITHIN_MS = 3_000

export async function queuesExist(connection: ChannelModel, names: Names, service: string): Promise<boolean> {
  const channel = logChannelErrors(await connection.createChannel(), nowhere)
  try {
    await channel.checkExchange(names.mark(service))
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 404) return false
    throw error
  } finally {
    await channel.close().catch(() => {})
  }
}

/**
 * Creates a service's missing queues and waits before their first message.
 *
 * RabbitMQ writes a new quorum queue to disk about a second after it has confirmed the queue (ra's names.dets,
 * auto_save; seen with 3.10.8). If RabbitMQ is killed before that, the queue comes back empty and never elects a
 * leader: confirmed messages are lost, and the queue delivers nothing. Clients cannot distinguish such a queue from one
 * whose cluster is temporarily missing nodes, so they must not delete a queue that does not respond. Only a queue
 * without its marker exchange is certain to have never held a message.
 * @throws when another replica is creating the queues; the caller retries
 */
export async function makeQueues(connection: ChannelModel, names: Names, service: string, settleMs: number, log: Logger): Promise<void> {
  if (await queuesExist(connection, names, service)) return
  const channel = logChannelErrors(await connection.createChannel(), log)
  const lock = names.lock(service)
  await channel.assertQueue(lock, { exclusive: true, durable: false })
  try {
    if (await queuesExist(connection, names, service)) return
    await declareQueues(channel, names, service)
    for (const queue of [names.queue(service), names.deadQueue(service)]) {
      if (await answers(connection, queue)) continue
      log.error({ queue }, 'queue unusable after RabbitMQ crash; re-creating')
      await channel.deleteQueue(queue)
      await declareQueues(channel, names, service)
    }
    await pause(settleMs)
    await channel.assertExchange(names.mark(service), 'fanout', { durable: true })
  } finally {
    await channel.deleteQueue(lock).catch(() => {})
    await channel.close().catch(() => {})
  }
}

/** A queue without a leader responds to every request except one that fetches a message. */
async function answers(connection: ChannelModel, queue: string): Promise<boolean> {
  const channel = logChannelErrors(await connection.createChannel(), nowhere)
  const asked = channel.get(queue).then(() => true)
  const answered = await withTimeout(asked, ANSWERS_WITHIN_MS, () => false)
  // Closing the channel returns the message to its queue. A channel that is waiting for its queue cannot even close.
  const closed = channel.close().catch(() => {})
  if (answered) await closed
  return answered
}

export async function declareQueues(channel: Channel, names: Names, service: string): Promise<void> {
  await channel.assertExchange(names.exchange, 'topic', { durable: true })
  await channel.assertExchange(names.deadExchange, 'direct', { durable: true })
  const queue = names.queue(service)
  const dead = names.deadQueue(service)
  await channel.assertQueue(dead, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  await channel.bindQueue(dead, names.deadExchange, queue)
  await channel.assertQueue(queue, {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': BROKER_DELIVERY_LIMIT,
      'x-dead-letter-exchange': names.deadExchange,
      'x-dead-letter-routing-key': queue,
      // The original queue drops a dead letter only after the dead-letter queue has stored it.
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
    },
  })
}

const nowhere = { warn: () => {} } as unknown as Logger

/** Without an error listener, a channel error would end the process. The `close` event handles the failure. */
export function logChannelErrors<C extends Channel>(channel: C, log: Logger): C {
  channel.on('error', (error) => log.warn({ error: error.message }, 'RabbitMQ channel failed'))
  return channel
}
