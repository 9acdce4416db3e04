/** Dead letters in RabbitMQ: a queue beside each queue. */
import type { GetMessage } from 'amqplib'
import type { Logger } from 'pino'
import { BusUnavailable, type DeadLetter } from './bus.ts'
import type { Link } from './link.ts'
import { declareQueue, type Names, quiet } from './topology.ts'

const MOST_DEAD_READ = 5_000

/** @throws BusUnavailable when there is no connection */
function connected(link: Link) {
  if (!link.current) throw new BusUnavailable('there is no connection to RabbitMQ')
  return link.current
}

const quietly = { warn: () => {} } as unknown as Logger

export async function listDead(link: Link, names: Names, queue: string, limit: number): Promise<readonly DeadLetter[]> {
  const channel = quiet(await connected(link).createChannel(), quietly)
  try {
    await declareQueue(channel, names, queue)
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
  const channel = quiet(await connected(link).createConfirmChannel(), quietly)
  try {
    await declareQueue(channel, names, queue)
    const { messageCount } = await channel.checkQueue(names.deadQueue(queue))
    let replayed = 0
    // No more than there were: one that dies again at once is not taken a second time.
    for (; replayed < messageCount; replayed += 1) {
      const message = await channel.get(names.deadQueue(queue))
      if (message === false) break
      const { messageId, type, contentType } = message.properties
      await new Promise<void>((resolve, reject) => {
        const properties = { messageId, type, contentType, persistent: true }
        channel.sendToQueue(names.queue(queue), message.content, properties, (error) => (error ? reject(error) : resolve()))
      })
      channel.ack(message)
    }
    return replayed
  } finally {
    await channel.close().catch(() => {})
  }
}
