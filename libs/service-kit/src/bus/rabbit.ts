/** The RabbitMQ transport: a topic exchange, a quorum queue per service, publisher confirms and dead-letter queues. */
import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Logger } from 'pino'
import { withTimeout } from '../with-timeout.ts'
import { type Bus, BusUnavailable, type ConsumerOptions, type Delivery, type OutgoingMessage } from './bus.ts'
import { backOff, type Link, openLink } from './link.ts'
import { Pump } from './pump.ts'
import { listDead, replayDead } from './rabbit-dead-letters.ts'
import { declareQueues, logChannelErrors, makeQueues, type Names, namesOf, SETTLED_AFTER_MS } from './topology.ts'

/** @example rabbitBus({ url: 'amqp://reelfair:secret@127.0.0.1:5672', log, prefix: 'staging.' }) */
export interface RabbitBusOptions {
  readonly url: string
  readonly log: Logger
  /** Prefix of exchange and queue names, so that several systems can share one RabbitMQ. Default: none. */
  readonly prefix?: string
  /** Maximum number of unacknowledged messages per consumer. Default: 200. */
  readonly prefetch?: number
  /**
   * Milliseconds to wait before using a new queue, because `kill -9` on the broker could lose the queue's first
   * messages. Default: 2,000.
   */
  readonly settleMs?: number
}

const PREFETCH = 200
const CONFIRM_MOST_MS = 30_000
const SET_UP_MOST_MS = 20_000
const LISTENER_ROOM = 10_000

const bytesOf = (body: Uint8Array) => (Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength))

/**
 * Connects in the background and reconnects after failures. Publishing and consuming use separate connections, because
 * a broker that is low on memory stops reading from publishers.
 * @example const bus = rabbitBus({ url: 'amqp://127.0.0.1:5672', log })
 */
export function rabbitBus({ url, log, prefix = '', prefetch = PREFETCH, settleMs = SETTLED_AFTER_MS }: RabbitBusOptions): Bus {
  const names = namesOf(prefix)
  const publishing = openLink({ url, purpose: 'publisher', log })
  const consuming = openLink({ url, purpose: 'consumer', log })
  const publisher = keepPublisher(publishing, names, log)
  return {
    publish: (messages) => publisher.publish(messages),
    consume: (options) => keepConsumer(consuming, names, options, { settleMs, prefetch }, log),
    listen: (types, onMessage, missed) => keepListener(consuming, names, { types, onMessage, missed }, log),
    deadLetters: (queue) => ({
      list: (limit) => listDead(consuming, names, queue, limit),
      replay: () => replayDead(consuming, names, queue),
    }),
    ready: () => publisher.ready() && consuming.current !== undefined,
    async close() {
      publisher.stop()
      await Promise.all([publishing.close(), consuming.close()])
    },
  }
}

interface Session {
  readonly channel: Channel
  end?(): void
}

/**
 * Sets up a channel on the link and replaces the channel whenever it closes.
 * @returns once the first channel is ready; `stop` closes it
 */
async function keepSession(
  link: Link,
  log: Logger,
  what: string,
  setUp: (connection: ChannelModel) => Promise<Session>,
): Promise<{ stop(): Promise<void> }> {
  const first = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let channel: Channel | undefined
  let wasReady = false

  async function keep(): Promise<void> {
    for (let attempts = 0; !stopping.signal.aborted && !link.closed.aborted; attempts += 1) {
      try {
        const connection = await link.opened()
        // The session may have stopped while the connection opened.
        if (stopping.signal.aborted) return
        const session = await withTimeout(setUp(connection), SET_UP_MOST_MS, noAnswer)
        if (stopping.signal.aborted) {
          await session.channel.close().catch(() => {})
          return
        }
        channel = session.channel
        const ended = new Promise<void>((resolve) => session.channel.once('close', () => resolve()))
        attempts = 0
        wasReady = true
        first.resolve()
        await ended
        session.end?.()
      } catch (error) {
        // The queue exists with different arguments, so a retry cannot help.
        if (!wasReady && (error as { code?: unknown }).code === 406) {
          first.reject(error)
          return
        }
        if (link.closed.aborted) break
        // An unanswered request blocks all later requests on its channel; a new connection avoids this.
        if (error instanceof SetUpTimeout) link.renew()
        log.warn({ error: String(error), what }, 'bus session setup failed; retrying')
      }
      channel = undefined
      await backOff(attempts, AbortSignal.any([stopping.signal, link.closed]))
    }
    first.reject(new BusUnavailable('bus closed'))
  }

  void keep()
  await first.promise
  return {
    stop: async () => {
      stopping.abort()
      await channel?.close().catch(() => {})
    },
  }
}

class SetUpTimeout extends Error {
  override readonly name = 'SetUpTimeout'
}

const noAnswer = () => {
  throw new SetUpTimeout(`RabbitMQ did not answer within ${SET_UP_MOST_MS / 1000} s`)
}

// —— publishing ——

interface Publisher {
  ready(): boolean
  publish(messages: readonly OutgoingMessage[]): Promise<readonly ('confirmed' | 'unroutable')[]>
  stop(): void
}

function keepPublisher(link: Link, names: Names, log: Logger): Publisher {
  let channel: ConfirmChannel | undefined
  const open = new Set<(error: Error) => void>()
  const returned = new Set<string>()

  const session = keepSession(link, log, 'publisher', async (connection) => {
    const made = logChannelErrors(await connection.createConfirmChannel(), log)
    await made.assertExchange(names.exchange, 'topic', { durable: true })
    made.on('return', (message) => returned.add(message.properties.messageId))
    channel = made
    return {
      channel: made,
      end: () => {
        channel = undefined
        returned.clear()
        for (const fail of open) fail(new BusUnavailable('RabbitMQ connection lost before the confirm'))
      },
    }
  })
  session.catch(() => {})

  return {
    ready: () => channel !== undefined,
    stop: () => void session.then(({ stop }) => stop()).catch(() => {}),
    publish: async (messages) => {
      if (!channel) throw new BusUnavailable('not connected to RabbitMQ')
      if (messages.length === 0) return []
      return publishOn(channel, messages, { link, names, open, returned })
    },
  }
}

interface Publishing {
  readonly link: Link
  readonly names: Names
  /** Called with the error when the connection breaks. */
  readonly open: Set<(error: Error) => void>
  readonly returned: Set<string>
}

function publishOn(channel: ConfirmChannel, messages: readonly OutgoingMessage[], { link, names, open, returned }: Publishing) {
  const { promise, resolve, reject } = Promise.withResolvers<readonly ('confirmed' | 'unroutable')[]>()
  const outcomes = new Array<'confirmed' | 'unroutable'>(messages.length).fill('confirmed')
  let left = messages.length
  open.add(reject)
  const confirm = (at: number, id: string, error: unknown) => {
    if (error) return reject(new BusUnavailable('RabbitMQ rejected a message'))
    if (returned.delete(id)) outcomes[at] = 'unroutable'
    left -= 1
    if (left === 0) resolve(outcomes)
  }
  try {
    for (const [at, { id, type, body, transient }] of messages.entries()) {
      const isDurable = !transient
      const contentType = 'application/cloudevents+json'
      const properties = { messageId: id, type, contentType, persistent: isDurable, mandatory: isDurable }
      channel.publish(names.exchange, type, bytesOf(body), properties, (error) => confirm(at, id, error))
    }
  } catch (error) {
    reject(new BusUnavailable('RabbitMQ connection closing', { cause: error }))
  }
  return withTimeout(promise, CONFIRM_MOST_MS, () => {
    link.renew()
    throw new BusUnavailable(`RabbitMQ did not confirm within ${CONFIRM_MOST_MS / 1000} s`)
  }).finally(() => open.delete(reject))
}

// —— consuming ——

interface Arrived extends Delivery {
  readonly tag: number
  readonly message: ConsumeMessage
  readonly channel: Channel
}

async function keepConsumer(
  link: Link,
  names: Names,
  consumer: ConsumerOptions,
  { settleMs, prefetch }: { settleMs: number; prefetch: number },
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  let cancel = async () => {}
  const unacked = new Unacknowledged(log)
  const pump = new Pump<Arrived>({
    consumer,
    log,
    done: (items) => unacked.acknowledge(items),
    dead: (item) => unacked.reject(item),
  })

  const session = await keepSession(link, log, `consumer of ${consumer.queue}`, async (connection) => {
    await makeQueues(connection, names, consumer.queue, settleMs, log)
    const channel = logChannelErrors(await connection.createChannel(), log)
    await declareQueues(channel, names, consumer.queue)
    const queue = names.queue(consumer.queue)
    for (const type of consumer.types) await channel.bindQueue(queue, names.exchange, type)
    await channel.prefetch(prefetch)
    const { consumerTag } = await channel.consume(queue, (message) => {
      // The broker cancelled the consumer, for example because its queue was deleted. Closing the channel starts a new
      // setup.
      if (message === null) void channel.close().catch(() => {})
      else if (!stopped) {
        const arrived = arrivedOn(channel, message)
        unacked.add(arrived)
        pump.push([arrived])
      }
    })
    cancel = async () => void (await channel.cancel(consumerTag))
    return {
      channel,
      end: () => {
        unacked.clear()
        pump.discard()
      },
    }
  })

  return {
    stop: async () => {
      stopped = true
      const idle = pump.stop()
      await cancel().catch(() => {})
      await idle
      await session.stop()
    },
  }
}

function arrivedOn(channel: Channel, message: ConsumeMessage): Arrived {
  const { properties, fields, content } = message
  const attempts = Number(properties.headers?.['x-delivery-count'] ?? 0)
  return {
    id: String(properties.messageId ?? ''),
    type: String(properties.type ?? fields.routingKey),
    body: content,
    attempt: attempts + 1,
    tag: fields.deliveryTag,
    message,
    channel,
  }
}

/** Delivered messages that await acknowledgement, oldest first. */
class Unacknowledged {
  readonly #byTag = new Map<number, Arrived>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  add(item: Arrived): void {
    this.#byTag.set(item.tag, item)
  }

  clear(): void {
    this.#byTag.clear()
  }

  /**
   * Acknowledges all messages older than the oldest pending delivery with one command, and each later message
   * separately.
   */
  acknowledge(items: readonly Arrived[]): void {
    for (const { tag } of items) this.#byTag.delete(tag)
    const [oldest = Number.POSITIVE_INFINITY] = this.#byTag.keys()
    const below = items.filter(({ tag }) => tag < oldest)
    const last = below.reduce<Arrived | undefined>((latest, item) => (latest && latest.tag > item.tag ? latest : item), undefined)
    this.#attempt(() => last?.channel.ack(last.message, true))
    for (const { tag, channel, message } of items) if (tag > oldest) this.#attempt(() => channel.ack(message))
  }

  reject({ tag, channel, message }: Arrived): void {
    this.#byTag.delete(tag)
    this.#attempt(() => channel.nack(message, false, false))
  }

  // Acknowledging fails on a channel that has just closed; the broker then redelivers the messages.
  #attempt(acknowledgement: () => void): void {
    try {
      acknowledgement()
    } catch (error) {
      this.#log.debug({ error: String(error) }, 'acknowledgement failed on closed channel')
    }
  }
}

interface Listener {
  readonly types: readonly string[]
  readonly onMessage: Parameters<Bus['listen']>[1]
  readonly missed: (() => void) | undefined
}

async function keepListener(
  link: Link,
  names: Names,
  { types, onMessage, missed }: Listener,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  let isReconnection = false
  return keepSession(link, log, 'listener', async (connection) => {
    const channel = logChannelErrors(await connection.createChannel(), log)
    await channel.assertExchange(names.exchange, 'topic', { durable: true })
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false, maxLength: LISTENER_ROOM })
    for (const type of types) await channel.bindQueue(queue, names.exchange, type)
    const deliver = (message: ConsumeMessage | null) => {
      if (message === null) {
        void channel.close().catch(() => {})
        return
      }
      try {
        onMessage({ type: String(message.properties.type ?? message.fields.routingKey), body: message.content })
      } catch (error) {
        log.error({ error, type: message.properties.type }, 'listener failed')
      }
    }
    await channel.consume(queue, deliver, { noAck: true })
    if (isReconnection) missed?.()
    isReconnection = true
    return { channel }
  })
}
