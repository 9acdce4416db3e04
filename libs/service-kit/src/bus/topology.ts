/** What stands in the broker: names, queues and their rules. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Channel, ChannelModel } from 'amqplib'
import type { Logger } from 'pino'

/** Exchanges and queues of one system. */
export interface Names {
  readonly exchange: string
  readonly deadExchange: string
  queue(service: string): string
  deadQueue(service: string): string
  /** An exchange that nobody uses: it stands as soon as the service's queues may hold messages. */
  mark(service: string): string
  /** A queue that belongs to whoever makes the service's queues. */
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

// The queue's own limit counts only deliveries that a lost connection or a dead process gave back; failures are counted by the consumer, which
// holds a failed message for its pause instead of giving it back. It is there for a message that kills whoever reads it.
const BROKER_DELIVERY_LIMIT = 100

/** A queue that was made this long ago survives kill -9; twice what was measured. */
export const SETTLED_AFTER_MS = 2_000
const ANSWERS_WITHIN_MS = 3_000

/** Whether the queues of a service stand, ready for messages. */
export async function queuesStand(connection: ChannelModel, names: Names, service: string): Promise<boolean> {
  const channel = quiet(await connection.createChannel(), nowhere)
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
 * Makes the queues of a service that has none yet, and lets them settle before a first message can go in.
 *
 * RabbitMQ writes down which files are a new quorum queue's only a second or so after it has said that the queue stands (ra's names.dets, auto_save;
 * seen with 3.10.8). Killed before that, it comes up with an empty queue of the same name that never elects a leader: it confirms nothing, gives out
 * nothing, and what it had confirmed is gone. No client can tell that from a cluster that is short of nodes for a while, so nobody may delete a queue
 * merely because it does not answer. Hence the mark: without it no message was ever in the queue.
 * @throws when another replica is at it; to be tried again
 */
export async function makeQueues(connection: ChannelModel, names: Names, service: string, settleMs: number, log: Logger): Promise<void> {
  if (await queuesStand(connection, names, service)) return
  const channel = quiet(await connection.createChannel(), log)
  const lock = names.lock(service)
  await channel.assertQueue(lock, { exclusive: true, durable: false })
  try {
    if (await queuesStand(connection, names, service)) return
    await declareQueues(channel, names, service)
    for (const queue of [names.queue(service), names.deadQueue(service)]) {
      if (await answers(connection, queue)) continue
      log.error({ queue }, 'RabbitMQ was killed while it made this queue; it is made anew')
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

/** A queue without a leader answers all questions but the one for a message. */
async function answers(connection: ChannelModel, queue: string): Promise<boolean> {
  const channel = quiet(await connection.createChannel(), nowhere)
  const asked = channel.get(queue)
  asked.catch(() => {})
  const answered = await Promise.race([asked.then(() => true), pause(ANSWERS_WITHIN_MS, false)])
  // Closing gives the message back; a channel that waits for its queue does not even close.
  const closed = channel.close().catch(() => {})
  if (answered) await closed
  return answered
}

/** Makes a service's queue and its dead letters' queue, or finds them as they are. */
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
      // A dead letter leaves its queue only once the other one has it.
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
    },
  })
}

const nowhere = { warn: () => {} } as unknown as Logger

/** Without a listener an error of the channel would end the process; what it means comes with its `close`. */
export function quiet<C extends Channel>(channel: C, log: Logger): C {
  channel.on('error', (error) => log.warn({ error: error.message }, 'a channel of RabbitMQ had an error'))
  return channel
}
