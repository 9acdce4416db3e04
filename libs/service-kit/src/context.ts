/** The world of a use case, the same for requests, events, jobs and commands. */
import type { Locale } from '@reelfair/contracts'
import type { ClientSession, Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Actor, Context, Tx } from './service.ts'

/** What one started service has for all its contexts. */
export interface World {
  readonly clock: Clock
  readonly newId: () => string
  readonly log: Logger
  readonly ports: unknown
  /** Throws for a service that keeps no data. */
  readonly connection: () => Connection
  readonly transact: <T>(causeId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Why a use case runs, and how it writes. */
export interface Cause {
  readonly causeId: string
  readonly actor?: Actor
  readonly locale?: Locale
  readonly ip?: string
  readonly device?: string | undefined
  /** Fields of each line that is logged; the logger is made only when somebody logs. */
  readonly logged?: Readonly<Record<string, unknown>>
  /** The transaction that an event's handler reads in. */
  readonly session?: ClientSession
  /** Another way to write: into an event's batch, or once for an idempotency key. */
  readonly transact?: Context['transact']
  /** Of a request with an idempotency key. */
  readonly onceId?: string
}

const SYSTEM: Actor = { kind: 'system' }

/** A context from a cause. */
export function contextOf(world: World, cause: Cause): Context<'system', unknown> {
  const { causeId, session } = cause
  let log: Logger | undefined
  let { onceId } = cause
  return {
    actor: cause.actor ?? SYSTEM,
    locale: cause.locale ?? 'en',
    causeId,
    ...(cause.ip === undefined ? {} : { ip: cause.ip }),
    ...(cause.device === undefined ? {} : { device: cause.device }),
    ...(session ? { session } : {}),
    ports: world.ports,
    now: () => world.clock.now(),
    newId: world.newId,
    get onceId() {
      onceId ??= world.newId()
      return onceId
    },
    transact: cause.transact ?? ((work) => world.transact(causeId, work)),
    get connection() {
      return world.connection()
    },
    get log() {
      log ??= world.log.child({ causeId, ...cause.logged })
      return log
    },
  }
}
