/** The RabbitMQ that `AMQP_URL` names, before a market begins: what lies in its queues would be taken for events of the new data. */
import { type ChannelModel, connect } from 'amqplib'
import { Sentence } from './sentence.ts'
import { services } from './services.ts'

/**
 * Nothing is purged: they may be somebody's.
 * @throws Sentence that names the queues which are not empty, or on which another Reelfair listens, and what to do
 */
export async function demandNoEvents(amqpUrl: string): Promise<void> {
  const connection = await connect(amqpUrl)
  const left: string[] = []
  const heard: string[] = []
  try {
    for (const queue of services.flatMap(({ name }) => [name, `${name}.dead`])) {
      const { messageCount, consumerCount } = await stateOf(connection, queue)
      if (messageCount > 0) left.push(queue)
      if (consumerCount > 0) heard.push(queue)
    }
  } finally {
    await connection.close()
  }
  // First, for its queues are not to be purged.
  if (heard.length > 0)
    throw new Sentence(
      `Another Reelfair listens on the RabbitMQ of AMQP_URL (queues ${heard.join(', ')}); each of the two would get half of the other's events. ` +
        'Stop that one, or name another virtual host in AMQP_URL.',
    )
  if (left.length > 0)
    throw new Sentence(
      `The RabbitMQ of AMQP_URL holds events of other data in the queues ${left.join(', ')}; a market begun now would take them for its own. ` +
        `Empty them (${left.map((name) => `rabbitmqctl purge_queue ${name}`).join('; ')}), or name another virtual host in AMQP_URL.`,
    )
}

async function stateOf(connection: ChannelModel, queue: string): Promise<{ messageCount: number; consumerCount: number }> {
  const channel = await connection.createChannel()
  // A queue that is not there ends its channel.
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
