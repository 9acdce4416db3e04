/** A connection to RabbitMQ that comes back by itself, for ever. */
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type ChannelModel, connect } from 'amqplib'
import type { Logger } from 'pino'
import { BusUnavailable } from './bus.ts'

export interface Link {
  /** The open connection; waits for one. @throws BusUnavailable when the link is closed */
  opened(): Promise<ChannelModel>
  /** The open connection, or undefined at the moment. */
  readonly current: ChannelModel | undefined
  readonly closed: AbortSignal
  /** Gives up the connection and makes a new one. */
  renew(): void
  close(): Promise<void>
}

const CONNECT_MOST_MS = 5_000
const PAUSE_FIRST_MS = 100
const PAUSE_MOST_MS = 2_000
const HEARTBEAT_SECONDS = '10'

/** A pause that doubles, with chance in it, so that replicas do not come back in step. */
export async function backOff(tries: number, signal: AbortSignal): Promise<void> {
  const wait = Math.min(PAUSE_FIRST_MS * 2 ** tries, PAUSE_MOST_MS) * (0.5 + Math.random() / 2)
  await pause(wait, undefined, { signal }).catch(() => {})
}

/** Begins to connect at once. `purpose` is what the broker's list of connections shows. */
export function openLink({ url, purpose, log }: { url: string; purpose: string; log: Logger }): Link {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', HEARTBEAT_SECONDS)
  const closing = new AbortController()
  let current: ChannelModel | undefined
  let next = Promise.withResolvers<ChannelModel>()
  next.promise.catch(() => {})

  async function keepOpen(): Promise<void> {
    for (let tries = 0; !closing.signal.aborted; tries += 1) {
      try {
        const connection = await connect(address.href, {
          timeout: CONNECT_MOST_MS,
          noDelay: true,
          clientProperties: { connection_name: `reelfair ${purpose}` },
        })
        const ended = new Promise<void>((resolve) => connection.once('close', () => resolve()))
        connection.on('error', (error) => log.warn({ error: error.message, purpose }, 'the connection to RabbitMQ had an error'))
        connection.on('blocked', (reason) => log.warn({ reason, purpose }, 'RabbitMQ takes no messages at the moment'))
        connection.on('unblocked', () => log.info({ purpose }, 'RabbitMQ takes messages again'))
        if (closing.signal.aborted) {
          await connection.close()
          return
        }
        if (tries > 0) log.info({ purpose }, 'RabbitMQ answers')
        tries = 0
        current = connection
        next.resolve(connection)
        await ended
        current = undefined
        next = Promise.withResolvers()
        next.promise.catch(() => {})
        if (!closing.signal.aborted) log.warn({ purpose }, 'the connection to RabbitMQ is gone; connecting again')
      } catch (error) {
        if (tries === 0) log.warn({ error: String(error), purpose }, 'RabbitMQ does not answer; trying again')
      }
      await backOff(tries, closing.signal)
    }
  }

  void keepOpen()

  return {
    opened: () => next.promise,
    get current() {
      return current
    },
    closed: closing.signal,
    // A broker that hangs does not answer a polite goodbye either; amqplib notices a stream's end only by its error.
    renew: () => (current?.connection as unknown as { stream?: Duplex } | undefined)?.stream?.destroy(new Error('RabbitMQ hangs')),
    close: async () => {
      closing.abort()
      next.reject(new BusUnavailable('the bus is closed'))
      // A broker that does not answer must not keep the process.
      await Promise.race([current?.close().catch(() => {}), pause(2_000, undefined, { ref: false })])
    },
  }
}
