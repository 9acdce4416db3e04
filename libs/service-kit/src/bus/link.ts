import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type ChannelModel, connect } from 'amqplib'
import type { Logger } from 'pino'
import { withTimeout } from '../with-timeout.ts'
import { BusUnavailable } from './bus.ts'

export interface Link {
  /** @throws BusUnavailable when the link is closed */
  opened(): Promise<ChannelModel>
  /** Undefined while disconnected. */
  readonly current: ChannelModel | undefined
  readonly closed: AbortSignal
  renew(): void
  close(): Promise<void>
}

const CONNECT_MOST_MS = 5_000
const CLOSE_MOST_MS = 2_000
const PAUSE_FIRST_MS = 100
const PAUSE_MOST_MS = 2_000
const HEARTBEAT_SECONDS = '10'

/** Waits with exponential backoff and jitter, so that replicas do not all reconnect at the same moment. */
export async function backOff(attempts: number, signal: AbortSignal): Promise<void> {
  const wait = Math.min(PAUSE_FIRST_MS * 2 ** attempts, PAUSE_MOST_MS) * (0.5 + Math.random() / 2)
  await pause(wait, undefined, { signal }).catch(() => {})
}

export function openLink({ url, purpose, log }: { url: string; purpose: string; log: Logger }): Link {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', HEARTBEAT_SECONDS)
  const closing = new AbortController()
  let current: ChannelModel | undefined
  let next = Promise.withResolvers<ChannelModel>()
  next.promise.catch(() => {})

  async function keepOpen(): Promise<void> {
    for (let attempts = 0; !closing.signal.aborted; attempts += 1) {
      try {
        const connection = await connect(address.href, {
          timeout: CONNECT_MOST_MS,
          noDelay: true,
          clientProperties: { connection_name: `reelfair ${purpose}` },
        })
        const ended = new Promise<void>((resolve) => connection.once('close', () => resolve()))
        connection.on('error', (error) => log.warn({ error: error.message, purpose }, 'RabbitMQ connection failed'))
        connection.on('blocked', (reason) => log.warn({ reason, purpose }, 'RabbitMQ blocked publishing'))
        connection.on('unblocked', () => log.info({ purpose }, 'RabbitMQ unblocked publishing'))
        if (closing.signal.aborted) {
          await connection.close()
          return
        }
        if (attempts > 0) log.info({ purpose }, 'RabbitMQ connection restored')
        attempts = 0
        current = connection
        next.resolve(connection)
        await ended
        current = undefined
        next = Promise.withResolvers()
        next.promise.catch(() => {})
        if (!closing.signal.aborted) log.warn({ purpose }, 'RabbitMQ connection lost; reconnecting')
      } catch (error) {
        if (attempts === 0) log.warn({ error: String(error), purpose }, 'RabbitMQ connection attempt failed; retrying')
      }
      await backOff(attempts, closing.signal)
    }
  }

  void keepOpen()

  return {
    opened: () => next.promise,
    get current() {
      return current
    },
    closed: closing.signal,
    // A hung broker never completes a clean close, and amqplib notices a broken stream only if the stream emits an
    // error.
    renew: () => (current?.connection as unknown as { stream?: Duplex } | undefined)?.stream?.destroy(new Error('RabbitMQ stalled')),
    close: async () => {
      closing.abort()
      next.reject(new BusUnavailable('bus closed'))
      // An unresponsive broker must not keep the process alive.
      if (current) await withTimeout(current.close(), CLOSE_MOST_MS, () => {}).catch(() => {})
    },
  }
}
