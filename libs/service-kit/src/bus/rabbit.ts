/** The bus on RabbitMQ: one topic exchange, a quorum queue per service, confirms, and dead letters that are kept. */
import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { Logger } from 'pino'
import { type Bus, BusUnavailable, type ConsumerOptions, type Delivery, type OutgoingMessage } from './bus.ts'
import { backOff, type Link, openLink } from './link.ts'
import { createPump } from './pump.ts'
import { listDead, replayDead } from './rabbit-dead-letters.ts'
import { declareQueues, makeQueues, type Names, namesOf, quiet, SETTLED_AFTER_MS } from './topology.ts'

/** @example rabbitBus({ url: 'amqp://reelfair:secret@127.0.0.1:5672', log, prefix: 'staging.' }) */
export interface RabbitBusOptions {
  /** `amqp://user:password@host:port` */
  readonly url: string
  readonly log: Logger
  /** Put before the names of exchanges and queues, so that several systems can share one RabbitMQ; nothing when left out. */
  readonly prefix?: string
  /** Unacknowledged messages that a consumer is given at most; 200 when left out. */
  readonly prefetch?: number
  /** How long a queue that is new waits before its first message, so that a kill -9 of the broker cannot lose it; 2,000 ms when left out. */
  readonly settleMs?: number
}

const PREFETCH = 200
const CONFIRM_MOST_MS = 30_000
const SET_UP_MOST_MS = 20_000
const LISTENER_ROOM = 10_000

const bytesOf = (body: Uint8Array) => (Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength))

/**
 * Connects in the background and again whenever it must. Publishing and consuming have a connection each: a broker that is short of memory stops
 * reading from those that publish.
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
    listen: (types, hear, missed) => keepListener(consuming, names, { types, hear, missed }, log),
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
  /** Told once the channel is gone, and not before. */
  end?(): void
}

/**
 * Sets up a channel on the link, and a new one each time the last one is gone.
 * @returns when the first one stands; `stop` closes it
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
  let stood = false

  async function keep(): Promise<void> {
    for (let tries = 0; !stopping.signal.aborted && !link.closed.aborted; tries += 1) {
      try {
        const connection = await link.opened()
        // It may have been stopped while there was no connection, or while it was set up: then nobody wants it any more.
        if (stopping.signal.aborted) return
        const session = await setUpInTime(connection, setUp)
        if (stopping.signal.aborted) {
          await session.channel.close().catch(() => {})
          return
        }
        channel = session.channel
        const ended = new Promise<void>((resolve) => session.channel.once('close', () => resolve()))
        tries = 0
        stood = true
        first.resolve()
        await ended
        session.end?.()
      } catch (error) {
        // Another declaration of the same queue: no waiting will mend it.
        if (!stood && (error as { code?: unknown }).code === 406) {
          first.reject(error)
          return
        }
        if (link.closed.aborted) break
        // Questions that a channel has asked keep it from all others; a new connection asks anew.
        if (error instanceof SetUpTimeout) link.renew()
        log.warn({ error: String(error), what }, 'this part of the bus could not be set up; trying again')
      }
      channel = undefined
      await backOff(tries, AbortSignal.any([stopping.signal, link.closed]))
    }
    first.reject(new BusUnavailable('the bus is closed'))
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

async function setUpInTime(connection: ChannelModel, setUp: (connection: ChannelModel) => Promise<Session>): Promise<Session> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SetUpTimeout(`RabbitMQ did not answer within ${SET_UP_MOST_MS / 1000} s`)), SET_UP_MOST_MS)
  })
  try {
    return await Promise.race([setUp(connection), late])
  } finally {
    clearTimeout(timer)
  }
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
  /** Came back because no queue takes them; RabbitMQ says so before it confirms. */
  const returned = new Set<string>()

  const session = keepSession(link, log, 'publisher', async (connection) => {
    const made = quiet(await connection.createConfirmChannel(), log)
    await made.assertExchange(names.exchange, 'topic', { durable: true })
    made.on('return', (message) => returned.add(message.properties.messageId))
    channel = made
    return {
      channel: made,
      end: () => {
        channel = undefined
        returned.clear()
        for (const fail of open) fail(new BusUnavailable('the connection to RabbitMQ went away before it confirmed'))
      },
    }
  })
  session.catch(() => {})

  return {
    ready: () => channel !== undefined,
    stop: () => void session.then(({ stop }) => stop()).catch(() => {}),
    publish: (messages) =>
      new Promise((resolve, reject) => {
        if (!channel) {
          reject(new BusUnavailable('there is no connection to RabbitMQ'))
          return
        }
        if (messages.length === 0) {
          resolve([])
          return
        }
        const outcomes = new Array<'confirmed' | 'unroutable'>(messages.length).fill('confirmed')
        let left = messages.length
        const finish = () => {
          clearTimeout(late)
          open.delete(fail)
        }
        const fail = (error: Error) => {
          finish()
          reject(error)
        }
        const late = setTimeout(() => {
          fail(new BusUnavailable(`RabbitMQ did not confirm within ${CONFIRM_MOST_MS / 1000} s`))
          link.renew()
        }, CONFIRM_MOST_MS)
        open.add(fail)
        try {
          for (const [at, { id, type, body, transient }] of messages.entries()) {
            const properties = {
              messageId: id,
              type,
              contentType: 'application/cloudevents+json',
              persistent: !transient,
              mandatory: !transient,
            }
            channel.publish(names.exchange, type, bytesOf(body), properties, (error) => {
              if (error) {
                fail(new BusUnavailable('RabbitMQ did not take a message'))
                return
              }
              if (returned.delete(id)) outcomes[at] = 'unroutable'
              left -= 1
              if (left > 0) return
              finish()
              resolve(outcomes)
            })
          }
        } catch (error) {
          fail(new BusUnavailable('the connection to RabbitMQ is closing', { cause: error }))
        }
      }),
  }
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
  /** Delivered and not acknowledged, oldest first. */
  const unacked = new Map<number, Arrived>()

  /** One acknowledgement for all below the oldest that is still out, and one each for the others. */
  function acknowledge(items: readonly Arrived[]): void {
    for (const { tag } of items) unacked.delete(tag)
    const [oldest = Number.POSITIVE_INFINITY] = unacked.keys()
    const below = items.filter(({ tag }) => tag < oldest)
    const last = below.reduce<Arrived | undefined>((latest, item) => (latest && latest.tag > item.tag ? latest : item), undefined)
    attempt(() => last?.channel.ack(last.message, true))
    for (const { tag, channel, message } of items) if (tag > oldest) attempt(() => channel.ack(message))
  }

  // On a channel that has just been closed nothing can be said; the broker delivers again.
  function attempt(say: () => void): void {
    try {
      say()
    } catch (error) {
      log.debug({ error: String(error) }, 'an acknowledgement came too late')
    }
  }

  const pump = createPump<Arrived>({
    consumer,
    log,
    done: acknowledge,
    dead: ({ tag, channel, message }) => {
      unacked.delete(tag)
      attempt(() => channel.nack(message, false, false))
    },
  })

  const session = await keepSession(link, log, `consumer of ${consumer.queue}`, async (connection) => {
    await makeQueues(connection, names, consumer.queue, settleMs, log)
    const channel = quiet(await connection.createChannel(), log)
    await declareQueues(channel, names, consumer.queue)
    const queue = names.queue(consumer.queue)
    for (const type of consumer.types) await channel.bindQueue(queue, names.exchange, type)
    await channel.prefetch(prefetch)
    const { consumerTag } = await channel.consume(queue, (message) => {
      // The server took the consumer away, for example with its queue: all is set up anew.
      if (message === null) void channel.close().catch(() => {})
      else if (!stopped) arrive(channel, message)
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

  function arrive(channel: Channel, message: ConsumeMessage): void {
    const { properties, fields, content } = message
    const tag = fields.deliveryTag
    const attempts = Number(properties.headers?.['x-delivery-count'] ?? 0)
    const item = {
      id: String(properties.messageId ?? ''),
      type: String(properties.type ?? fields.routingKey),
      body: content,
      attempt: attempts + 1,
    }
    const arrived = { ...item, tag, message, channel }
    unacked.set(tag, arrived)
    pump.push([arrived])
  }

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

interface Listener {
  readonly types: readonly string[]
  readonly hear: Parameters<Bus['listen']>[1]
  readonly missed: (() => void) | undefined
}

async function keepListener(link: Link, names: Names, { types, hear, missed }: Listener, log: Logger): Promise<{ stop(): Promise<void> }> {
  let again = false
  return keepSession(link, log, 'listener', async (connection) => {
    const channel = quiet(await connection.createChannel(), log)
    await channel.assertExchange(names.exchange, 'topic', { durable: true })
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false, maxLength: LISTENER_ROOM })
    for (const type of types) await channel.bindQueue(queue, names.exchange, type)
    const onMessage = (message: ConsumeMessage | null) => {
      if (message === null) {
        void channel.close().catch(() => {})
        return
      }
      try {
        hear({ type: String(message.properties.type ?? message.fields.routingKey), body: message.content })
      } catch (error) {
        log.error({ error, type: message.properties.type }, 'a listener failed')
      }
    }
    await channel.consume(queue, onMessage, { noAck: true })
    if (again) missed?.()
    again = true
    return { channel }
  })
}
