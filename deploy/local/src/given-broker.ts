/** The RabbitMQ that `AMQP_URL` names, before a market begins: what lies in its queues would be taken for events of the new data. */
import { connect } from 'amqplib'
import { Sentence } from './sentence.ts'
import { services } from './services.ts'

/** Nothing is purged: they may be somebody's. @throws Sentence that names the queues which are not empty, and what to do */
export async function demandNoEvents(amqpUrl: string): Promise<void> {
  const connection = await connect(amqpUrl)
  const left: string[] = []
  try {
    for (const { name } of services) {
      const channel = await connection.createChannel()
      // A queue that is not there ends its channel.
      channel.on('error', () => {})
      const queue = await channel.checkQueue(name).catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== 404) throw error
        return undefined
      })
      if (queue) await channel.close()
      if (queue && queue.messageCount > 0) left.push(name)
    }
  } finally {
    await connection.close()
  }
  if (left.length > 0)
    throw new Sentence(
      `The RabbitMQ of AMQP_URL holds events of other data in the queues ${left.join(', ')}; a market begun now would take them for its own. ` +
        `Empty them (${left.map((name) => `rabbitmqctl purge_queue ${name}`).join('; ')}), or name another virtual host in AMQP_URL.`,
    )
}
