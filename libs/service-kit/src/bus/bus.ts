/** The bus as the house sees it: two transports, RabbitMQ and in-process, pass the same tests. */

/** An envelope on its way; `body` is its JSON. */
export interface OutgoingMessage {
  readonly id: string
  /** The routing key: the event's type. */
  readonly type: string
  readonly body: Uint8Array
  /** No error if nobody listens. */
  readonly transient?: boolean
}

/** A message as a consumer gets it; `body` is the envelope's JSON, not checked yet. */
export interface Delivery {
  readonly id: string
  readonly type: string
  readonly body: Uint8Array
  /** 1 the first time. */
  readonly attempt: number
}

/** `done` is acknowledged; `failed` comes again, after a pause that grows, until the limit; then it goes to the dead letters. */
export type DeliveryOutcome = 'done' | 'failed'

/**
 * Who hears what, and what is done then.
 * @example { queue: 'campaigns', types: ['credits.held'], handle: async (batch) => batch.map(() => 'done') }
 */
export interface ConsumerOptions {
  /** The service's queue; durable, shared by its replicas. */
  readonly queue: string
  readonly types: readonly string[]
  /** Deliveries before a message counts as dead; 5 when left out. */
  readonly deliveryLimit?: number
  /** Messages in one batch at most; 100 when left out. */
  readonly batch?: number
  /**
   * Gets what has arrived, never two batches at once, and answers one outcome for each. If it rejects, the outside (the database)
   * is away: the same batch is given again after a pause, for ever, and nothing counts as an attempt.
   */
  readonly handle: (batch: readonly Delivery[]) => Promise<readonly DeliveryOutcome[]>
}

/** A message that its queue's consumer gave up: it is kept until an operator replays it. */
export interface DeadLetter {
  readonly id: string
  readonly type: string
  readonly body: Uint8Array
  /** When it was given up; unknown for one that came from a broker which does not say. */
  readonly deadSince?: Date
}

/**
 * Carries events between services. Services do not call it: they say events by `tx.emit` and hear them by `on`.
 * @example const bus = inProcessBus({ log }); await bus.consume({ queue: 'campaigns', types: ['credits.held'], handle }); await bus.publish([message])
 */
export interface Bus {
  /**
   * Publishes durably.
   * @returns one entry for each message: `confirmed` when the bus is answerable for it from now on, `unroutable` when no queue takes its type.
   * @throws BusUnavailable when it is unknown what became of them; the caller publishes them again
   */
  publish(messages: readonly OutgoingMessage[]): Promise<readonly ('confirmed' | 'unroutable')[]>
  /** Resolves when the queue and its bindings stand. `stop` finishes the running batch; what was not acknowledged is delivered again to others. */
  consume(options: ConsumerOptions): Promise<{ stop(): Promise<void> }>
  /**
   * Hears from now on, each replica for itself, nothing kept: for live updates. `missed` is called after a reconnection: something may not have
   * been heard.
   */
  listen(
    types: readonly string[],
    hear: (message: { readonly type: string; readonly body: Uint8Array }) => void,
    missed?: () => void,
  ): Promise<{ stop(): Promise<void> }>
  /** The newest `limit` dead letters of a queue, and putting them back; `replay` returns how many. */
  deadLetters(queue: string): { list(limit: number): Promise<readonly DeadLetter[]>; replay(): Promise<number> }
  /** Whether it can be reached now, for /readyz. */
  ready(): boolean
  close(): Promise<void>
}

/** The bus is away, or went away before it confirmed. */
export class BusUnavailable extends Error {
  override readonly name = 'BusUnavailable'
}
