/** Checks an external RabbitMQ (`AMQP_URL`), because a new market would handle leftover events as its own. */
import { type ChannelModel, connect } from 'amqplib'
import { services } from './services.ts'
import { UserError } from './user-error.ts'

/**
 * Never purges queues, because the events may belong to another system.
 * @throws UserError with instructions if a queue contains events or has a consumer
 */
export async function requireEmptyQueues(amqpUrl: string): Promise<void> {
  const connection = await connect(amqpUrl)
  const left: string[] = []
  const consumed: string[] = []
  try {
    for (const queue of services.flatMap(({ name }) => [name, `${name}.dead`])) {
      const { messageCount, consumerCount } = await stateOf(connection, queue)
      if (messageCount > 0) left.push(queue)
      if (consumerCount > 0) consumed.push(queue)
    }
  } finally {
    await connection.close()
  }
  // Report consumers first: purging, as the next message suggests, would delete a running system's events.
  if (consumed.length > 0)
    throw new UserError(
      `Another Reelfair is consuming from the RabbitMQ in AMQP_URL (queues ${consumed.join(', ')}). Each system would receive half of the other's events. ` +
        'Stop that system, or use another virtual host in AMQP_URL.',
    )
  if (left.length > 0)
    throw new UserError(
      `The RabbitMQ in AMQP_URL has events of other data in the queues ${left.join(', ')}; a new market would handle them as its own. ` +
        `Purge the queues (${left.map((name) => `rabbitmqctl purge_queue ${name}`).join('; ')}), or use another virtual host in AMQP_URL.`,
    )
}

async function stateOf(connection: ChannelModel, queue: string): Promise<{ messageCount: number; consumerCount: number }> {
  const channel = await connection.createChannel()
  // Checking a missing queue closes the channel with an error.
  channel.on('error', () => {})
  try {
    const state = await channel.checkQueue(queue)
    await channel.close()
    return state
  } catch (error) {
    if ((error as { code?: unknown }).code !== 404) throw error
    return { messageCount: 0, consumerCount: 0 }
  }
}
