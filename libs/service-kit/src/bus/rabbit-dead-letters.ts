/** Dead letters in RabbitMQ: a queue beside each queue. */
import type { GetMessage } from 'amqplib'
import type { Logger } from 'pino'
import { BusUnavailable, type DeadLetter } from './bus.ts'
import type { Link } from './link.ts'
import { type Names, queuesStand, quiet } from './topology.ts'

const MOST_DEAD_READ = 5_000

/** @throws BusUnavailable when there is no connection */
function connected(link: Link) {
  if (!link.current) throw new BusUnavailable('there is no connection to RabbitMQ')
  return link.current
}

const quietly = { warn: () => {} } as unknown as Logger

export async function listDead(link: Link, names: Names, queue: string, limit: number): Promise<readonly DeadLetter[]> {
  const connection = connected(link)
  if (!(await queuesStand(connection, names, queue))) return []
  const channel = quiet(await connection.createChannel(), quietly)
  try {
    const letters: DeadLetter[] = []
    for (let read = 0; read < MOST_DEAD_READ; read += 1) {
      const message = await channel.get(names.deadQueue(queue))
      if (message === false) break
      letters.push(letterOf(message))
      if (letters.length > limit) letters.shift()
    }
    return letters.reverse()
  } finally {
    // Closing gives all of them back.
    await channel.close().catch(() => {})
  }
}

function letterOf({ properties, fields, content }: GetMessage): DeadLetter {
  const letter = { id: String(properties.messageId ?? ''), type: String(properties.type ?? fields.routingKey), body: content }
  const seconds = properties.headers?.['x-death']?.[0]?.time?.value
  return typeof seconds === 'number' ? { ...letter, deadSince: new Date(seconds * 1000) } : letter
}

export async function replayDead(link: Link, names: Names, queue: string): Promise<number> {
  const connection = connected(link)
  if (!(await queuesStand(connection, names, queue))) return 0
  const channel = quiet(await connection.createConfirmChannel(), quietly)
  try {
    // Not until the queue's own count is reached: a quorum queue tells it some seconds late, so that a fresh letter would be left behind.
    const seen = new Set<string>()
    let replayed = 0
    for (;;) {
      const message = await channel.get(names.deadQueue(queue))
      if (message === false) break
      const { messageId, type, contentType } = message.properties
      // One that dies again at once is not taken a second time; closing gives it back.
      if (seen.has(messageId)) continue
      seen.add(messageId)
      await new Promise<void>((resolve, reject) => {
        const properties = { messageId, type, contentType, persistent: true }
        channel.sendToQueue(names.queue(queue), message.content, properties, (error) => (error ? reject(error) : resolve()))
      })
      channel.ack(message)
      replayed += 1
    }
    return replayed
  } finally {
    await channel.close().catch(() => {})
  }
}
