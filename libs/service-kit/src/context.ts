/** Creates the context of a use case for requests, events, jobs and commands. */
import type { Locale } from '@reelfair/contracts'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { UnitOfWork } from './data/unit-of-work.ts'
import type { Actor, Context, Tx } from './service.ts'

export interface World {
  readonly clock: Clock
  readonly newId: () => string
  readonly log: Logger
  readonly ports: unknown
  /** @throws Error for a service without data */
  readonly connection: () => Connection
  readonly transact: <T>(causeId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
}

export interface Cause {
  readonly causeId: string
  readonly actor?: Actor
  readonly locale?: Locale
  readonly ip?: string
  readonly userAgent?: string | undefined
  readonly device?: string | undefined
  readonly oauth?: string | undefined
  readonly challenge?: string | undefined
  readonly logged?: Readonly<Record<string, unknown>>
  readonly unit?: UnitOfWork
  /** Replaces the default transaction with one that joins an event's batch or runs once per idempotency key. */
  readonly transact?: Context['transact']
  /** Set only for requests with an idempotency key. */
  readonly onceId?: string
}

const SYSTEM: Actor = { kind: 'system' }

export function contextOf(world: World, cause: Cause): Context<'system', unknown> {
  const { causeId, unit } = cause
  let log: Logger | undefined
  let { onceId } = cause
  return {
    actor: cause.actor ?? SYSTEM,
    locale: cause.locale ?? 'en',
    causeId,
    ...(cause.ip === undefined ? {} : { ip: cause.ip }),
    ...(cause.userAgent === undefined ? {} : { userAgent: cause.userAgent }),
    ...(cause.device === undefined ? {} : { device: cause.device }),
    ...(cause.oauth === undefined ? {} : { oauth: cause.oauth }),
    ...(cause.challenge === undefined ? {} : { challenge: cause.challenge }),
    ...(unit ? { unit } : {}),
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
