/** What stands in the broker: names, queues and their rules. */
import type { Channel } from 'amqplib'
import type { Logger } from 'pino'

/** Exchanges and queues of one system. */
export interface Names {
  readonly exchange: string
  readonly deadExchange: string
  queue(service: string): string
  deadQueue(service: string): string
}

export const namesOf = (prefix: string): Names => ({
  exchange: `${prefix}reelfair`,
  deadExchange: `${prefix}reelfair.dead`,
  queue: (service) => prefix + service,
  deadQueue: (service) => `${prefix}${service}.dead`,
})

// The queue's own limit counts only deliveries that a lost connection or a dead process gave back; failures are counted by the consumer, which
// holds a failed message for its pause instead of giving it back. It is there for a message that kills whoever reads it.
const BROKER_DELIVERY_LIMIT = 100

/** Makes a service's queue and its dead letters' queue, or finds them as they are. */
export async function declareQueue(channel: Channel, names: Names, service: string): Promise<void> {
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

/** Without a listener an error of the channel would end the process; what it means comes with its `close`. */
export function quiet<C extends Channel>(channel: C, log: Logger): C {
  channel.on('error', (error) => log.warn({ error: error.message }, 'a channel of RabbitMQ had an error'))
  return channel
}
