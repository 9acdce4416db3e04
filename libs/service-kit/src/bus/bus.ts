/** The message bus port. Its two transports, RabbitMQ and in-process, pass the same tests. */

/** An event envelope ready to publish. `body` is the envelope as JSON. */
export interface OutgoingMessage {
  readonly id: string
  /** Routing key: the event type. */
  readonly type: string
  readonly body: Uint8Array
  /** If true, a message without subscribers is not an error. */
  readonly transient?: boolean
}

/** A message as the consumer receives it; `body` is the envelope as unvalidated JSON. */
export interface Delivery {
  readonly id: string
  readonly type: string
  readonly body: Uint8Array
  /** Attempt number, starting at 1. */
  readonly attempt: number
}

/**
 * `done` acknowledges the delivery. `failed` redelivers it after increasing delays and, at the delivery limit, moves it
 * to the dead letters.
 */
export type DeliveryOutcome = 'done' | 'failed'

/**
 * Settings of one consumer.
 * @example { queue: 'campaigns', types: ['credits.held'], handle: async (batch) => batch.map(() => 'done') }
 */
export interface ConsumerOptions {
  /** The service's queue: durable and shared by all its replicas. */
  readonly queue: string
  readonly types: readonly string[]
  /** Maximum number of deliveries; after that, the message becomes a dead letter. Default: 5. */
  readonly deliveryLimit?: number
  /** Maximum number of messages in a batch. Default: 100. */
  readonly batch?: number
  /**
   * Receives one batch at a time and returns one outcome per delivery. A rejection means that a dependency (the
   * database) is unavailable: the bus retries the same batch indefinitely without counting attempts.
   */
  readonly handle: (batch: readonly Delivery[]) => Promise<readonly DeliveryOutcome[]>
}

/** A message that reached its delivery limit, kept until an operator replays it. */
export interface DeadLetter {
  readonly id: string
  readonly type: string
  readonly body: Uint8Array
  /** When the message became a dead letter; missing if the broker does not report it. */
  readonly deadSince?: Date
}

/**
 * Carries events between services. Services use `tx.emit` to publish and `on` to subscribe instead of calling the bus
 * directly.
 * @example const bus = inProcessBus({ log }); await bus.consume({ queue: 'campaigns', types: ['credits.held'], handle }); await bus.publish([message])
 */
export interface Bus {
  /**
   * Publishes durably.
   * @returns one entry per message: `confirmed` once the bus has taken responsibility for it, `unroutable` if no queue
   *   is bound to its type
   * @throws BusUnavailable when the outcome is unknown; the caller must publish the messages again
   */
  publish(messages: readonly OutgoingMessage[]): Promise<readonly ('confirmed' | 'unroutable')[]>
  /**
   * Resolves once the queue and its bindings exist. `stop` waits for the running batch to finish; other consumers
   * receive any unacknowledged messages.
   */
  consume(options: ConsumerOptions): Promise<{ stop(): Promise<void> }>
  /**
   * Delivers messages published from now on to this replica, without persistence; used for live updates. `missed` is
   * called after a reconnection, because messages may have been lost.
   */
  listen(
    types: readonly string[],
    onMessage: (message: { readonly type: string; readonly body: Uint8Array }) => void,
    missed?: () => void,
  ): Promise<{ stop(): Promise<void> }>
  /**
   * Access to a queue's dead letters. `list` returns up to `limit` letters, newest first; `replay` puts all dead
   * letters back in the queue and returns how many there were.
   */
  deadLetters(queue: string): { list(limit: number): Promise<readonly DeadLetter[]>; replay(): Promise<number> }
  /** Whether the bus is currently reachable; reported by /readyz. */
  ready(): boolean
  close(): Promise<void>
}

/** The bus is unavailable, or the connection was lost before the bus confirmed. */
export class BusUnavailable extends Error {
  override readonly name = 'BusUnavailable'
}
