export interface OutgoingMessage {
  readonly id: string
  readonly type: string
  readonly body: Uint8Array
  /** A message without subscribers is not an error. */
  readonly transient?: boolean
}

export interface Delivery {
  readonly id: string
  readonly type: string
  readonly body: Uint8Array
  readonly attempt: number
}

/**
 * `done` acknowledges the delivery. `failed` retries it after increasing delays and, at the delivery limit, moves it to
 * the dead letters.
 */
export type DeliveryOutcome = 'done' | 'failed'

/** @example { queue: 'campaigns', types: ['credits.held'], handle: async (batch) => batch.map(() => 'done') } */
export interface ConsumerOptions {
  /** The service's durable queue, shared by all its replicas. */
  readonly queue: string
  readonly types: readonly string[]
  /** Deliveries before a message becomes a dead letter. Default: 5. */
  readonly deliveryLimit?: number
  /** Maximum number of messages per batch. Default: 100. */
  readonly batch?: number
  /**
   * Receives one batch at a time and returns one outcome per delivery. Reject only if a dependency is down: the bus
   * then retries the same batch indefinitely without counting attempts.
   */
  readonly handle: (batch: readonly Delivery[]) => Promise<readonly DeliveryOutcome[]>
}

/** A message that reached its delivery limit. */
export interface DeadLetter {
  readonly id: string
  readonly type: string
  readonly body: Uint8Array
  /** When the message became a dead letter; missing if the broker does not report the time. */
  readonly deadSince?: Date
}

/**
 * Carries events between services. Use cases publish with `tx.emit` and subscribe with `on`.
 * @example const bus = inProcessBus({ log }); await bus.consume({ queue: 'campaigns', types: ['credits.held'], handle }); await bus.publish([message])
 */
export interface Bus {
  /**
   * @returns one entry per message: `confirmed` once the bus has stored the message, `unroutable` if no queue is bound
   *   to the message's type
   * @throws BusUnavailable when the outcome is unknown; the caller must publish again
   */
  publish(messages: readonly OutgoingMessage[]): Promise<readonly ('confirmed' | 'unroutable')[]>
  /**
   * Resolves once the queue and its bindings exist. `stop` waits for the current batch; other consumers then receive
   * the unacknowledged messages.
   */
  consume(options: ConsumerOptions): Promise<{ stop(): Promise<void> }>
  /**
   * Delivers new messages to this replica without storing them, for live updates. Calls `missed` after a reconnection,
   * because the broker may have dropped messages.
   */
  listen(
    types: readonly string[],
    onMessage: (message: { readonly type: string; readonly body: Uint8Array }) => void,
    missed?: () => void,
  ): Promise<{ stop(): Promise<void> }>
  /**
   * `list` returns up to `limit` letters, newest first. `replay` moves all letters back to the queue and returns their
   * number.
   */
  deadLetters(queue: string): { list(limit: number): Promise<readonly DeadLetter[]>; replay(): Promise<number> }
  ready(): boolean
  close(): Promise<void>
}

/** The bus is down, or the connection broke before the bus confirmed the message. */
export class BusUnavailable extends Error {
  override readonly name = 'BusUnavailable'
}
