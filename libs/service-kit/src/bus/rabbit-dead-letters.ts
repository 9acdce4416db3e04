import type { GetMessage } from 'amqplib'
import type { Logger } from 'pino'
import { BusUnavailable, type DeadLetter } from './bus.ts'
import type { Link } from './link.ts'
import { logChannelErrors, type Names, queuesExist } from './topology.ts'

const MAX_DEAD_READ = 5_000

function connected(link: Link) {
  if (!link.current) throw new BusUnavailable('not connected to RabbitMQ')
  return link.current
}

const quietly = { warn: () => {} } as unknown as Logger

export async function listDead(link: Link, names: Names, queue: string, limit: number): Promise<readonly DeadLetter[]> {
  const connection = connected(link)
  if (!(await queuesExist(connection, names, queue))) return []
  const channel = logChannelErrors(await connection.createChannel(), quietly)
  try {
    const letters: DeadLetter[] = []
    for (let read = 0; read < MAX_DEAD_READ; read += 1) {
      const message = await channel.get(names.deadQueue(queue))
      if (message === false) break
      letters.push(letterOf(message))
      if (letters.length > limit) letters.shift()
    }
    return letters.reverse()
  } finally {
    // Closing the channel returns all unacknowledged messages to the queue.
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
  if (!(await queuesExist(connection, names, queue))) return 0
  const channel = logChannelErrors(await connection.createConfirmChannel(), quietly)
  try {
    // Stops when the queue is empty, not at the reported count: the count of a quorum queue lags by several seconds, so
    // the newest letters would be missed.
    const seen = new Set<string>()
    let replayed = 0
    for (;;) {
      const message = await channel.get(names.deadQueue(queue))
      if (message === false) break
      const { messageId, type, contentType } = message.properties
      // Skips a letter that was already replayed and has failed again; closing the channel returns it to the queue.
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
