/** Types for the parts that `defineService` assembles into a service. */
import type { Server } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { ErrorCode, EventDefinition, EventDraft, Locale, Refusal, Role } from '@reelfair/contracts'
import type { Router } from 'express'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Bus } from './bus/bus.ts'
import type { Clock } from './clock.ts'
import type { CollectionSpec } from './data/collection-spec.ts'
import type { UnitOfWork } from './data/unit-of-work.ts'
import type { Queued } from './queue/queue-state.ts'

/**
 * Who may call a route. `visitor`: anyone. `user`: anyone signed in. `brand`: brands that have completed registration.
 * `any-brand`: all brands. `admin`: admins who have set up two-step sign-in, if that is required. `gateway`: only the
 * gateway, identified by its secret.
 */
export type Access = 'visitor' | 'user' | 'creator' | 'brand' | 'any-brand' | 'admin' | 'gateway'

interface UserActor<R extends Role = Role> {
  readonly kind: 'user'
  readonly id: string
  readonly role: R
  readonly complete: boolean
  readonly sessionId: string
  readonly termsOutdated?: true | undefined
  /** The admin who reads as this brand. */
  readonly viewedBy?: string
}

export type Actor = UserActor | { readonly kind: 'visitor' } | { readonly kind: 'gateway' } | { readonly kind: 'system' }

type ActorOf<A extends Access | 'system'> = A extends 'creator'
  ? UserActor<'creator'>
  : A extends 'brand' | 'any-brand'
    ? UserActor<'brand'>
    : A extends 'admin'
      ? UserActor<'admin'>
      : A extends 'user'
        ? UserActor
        : Actor

/** Where a store reads from: outside (`ctx`) or inside (`tx`) a transaction. */
export interface Scope {
  readonly connection: Connection
  readonly unit?: UnitOfWork
}

export interface Tx extends Scope {
  readonly unit: UnitOfWork
  /** Stores the event in this transaction's outbox; the relay publishes it at least once after the commit. */
  emit(event: EventDraft): void
}

/** The context of a route for some users also fits a use case for all of them, or for visitors. */
export type Context<A extends Access | 'system' = 'system', Ports = unknown> = ContextOf<ActorOf<A>, Ports>

/** Everything that a use case receives besides its input, for requests, events, jobs and commands. */
interface ContextOf<SomeActor extends Actor, Ports> extends Scope {
  readonly actor: SomeActor
  readonly locale: Locale
  /** Request or event id, or the job's name and day; logs and resulting events contain this id. */
  readonly causeId: string
  readonly ip?: string
  /** The request's User-Agent header. */
  readonly userAgent?: string
  /** The secret of the browser's device cookie. Only identity's visitor and confidential routes receive the cookies. */
  readonly device?: string
  /** The secret of the cookie that binds a Google sign-in to the browser. */
  readonly oauth?: string
  /** The secret of the cookie for a sign-in that is waiting for a code. */
  readonly challenge?: string
  readonly log: Logger
  readonly ports: Ports
  /**
   * All repeats of a request with an Idempotency-Key share this id; each request without a key has its own. A
   * `repeatable` route's use case looks up an earlier run's results by this id.
   */
  readonly onceId: string
  now(): Date
  newId(): string
  /**
   * Runs `work` in one MongoDB transaction (majority write, snapshot read) and reruns it after each conflict. Stores
   * documents, outbox rows, an event's inbox row and a request's key together or not at all. `work` must not make
   * external calls or use `Promise.all`.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

// biome-ignore lint/suspicious/noExplicitAny: inputs and ports differ per use case and are checked where a route is declared.
type Any = any

export interface Answer {
  readonly body: unknown
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces a body that does not fit in memory; `headers` specify its content type. A GET may request a range. */
  readonly file?: StreamedFile
}

export interface StreamedFile {
  readonly bytes: number
  /** Opens the whole file, or the bytes from `start` to `end` inclusive. */
  open(part?: { readonly start: number; readonly end: number }): Readable
}

/**
 * What `app.ts` adds to a route of the route map: access, use case and limits.
 * @example post('/campaigns', { role: 'brand', run: requestCampaign, refuses: ['unfunded_limit_reached'] })
 */
export interface RouteOptions<A extends Access, Input, Result> {
  /** If there are several levels, at least one must admit the actor. */
  readonly role: A | readonly A[]
  /**
   * Only for GET. An admin who names a brand as `brandId` in the query reads as that brand, which is then the actor.
   * @source specification §6: admins also see the brand dashboard
   */
  readonly adminsMayView?: true
  readonly run: (input: Input, ctx: Context<A, Any>) => Promise<Result>
  /** The route creates a new contract, so the user must have accepted the current Terms. */
  readonly contract?: true
  /** Default: 204 without an output, otherwise 201 for POST and 200 for all other methods. */
  readonly status?: number
  /** Turns the result into a response, for the few routes that set headers. */
  readonly answer?: (result: Result) => Answer
  /**
   * For a use case that writes, makes external calls and writes again. After an interruption or refusal, a request with
   * the same Idempotency-Key reruns the use case. The use case must tolerate even concurrent reruns by deriving the ids
   * of everything it creates, here and externally, from `ctx.onceId` or a document.
   */
  readonly repeatable?: true
  /**
   * The request or the response contains a password, code or session secret, so an Idempotency-Key has no effect and
   * stores nothing. The use case also receives the secrets of the browser's cookies. Routes for visitors imply both.
   */
  readonly confidential?: true
  /** Maximum requests per minute for each user (or address, for visitors). Default: 120 for writes, 600 for reads. */
  readonly perMinute?: number
  readonly bodyLimit?: number
  /** The use case's refusal codes, in addition to those implied by role and method; tests fail if one is missing. */
  readonly refuses?: readonly ErrorCode[]
  /** Documents what `answer` streams; such a route has no `output`. Unless it is a GET, it must be `confidential`. */
  readonly streams?: string
}

export interface UploadLimits {
  readonly types: readonly string[]
  readonly wrongType: ErrorCode
  readonly tooLarge: ErrorCode
}

export interface UploadRequest {
  /**
   * The bytes in the order they arrive; can be read only once.
   * @throws Refusal above the size limit, `too_slow` after a 10 s pause; ClientDisconnected
   */
  readonly body: AsyncIterable<Buffer>
  readonly type: string
  readonly params: Readonly<Record<string, string>>
}

/** The signature covers exactly these bytes, so they are neither parsed nor decoded. */
export interface RawRequest {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly options: Omit<RouteOptions<Any, Any, Any>, 'run'> & {
    readonly run: (input: Any, ctx: Any) => Promise<Any>
    readonly input?: z.ZodType | undefined
    readonly output?: z.ZodType | undefined
    /** Only for `webhook`: the name, in lower case, of a header that the use case receives with the unparsed body. */
    readonly raw?: { readonly signatureHeader: string }
    readonly upload?: UploadLimits
  }
}

/** A service subscribes to each version of an event only once. */
export interface Subscription {
  readonly event: EventDefinition<Any>
  readonly run: (data: Any, ctx: Context<'system', Any>) => Promise<unknown>
}

/**
 * `day` is the business day, such as `2026-11-21`. A run may be interrupted and repeated, so the use case must identify
 * its work by `day`.
 */
export interface Job {
  readonly name: string
  /** `HH:MM` in Europe/Paris. */
  readonly at: string
  /** `HH:MM`. On its very first start between `at` and this time, the job also runs the current day. */
  readonly firstDayUntil?: string
  readonly run: (input: { readonly day: string }, ctx: Context<'system', Any>) => Promise<unknown>
}

export interface Worker {
  readonly name: string
  /** Milliseconds to pause when there is nothing to do. */
  readonly everyMs: number
  /**
   * Does one piece of work: claims it in a transaction, makes external calls and records the outcome. Returns whether
   * there was any work, because more may be waiting.
   */
  readonly run: (ctx: Context<'system', Any>) => Promise<boolean>
}

/** `npm run cli -- NAME …` prints what `run` returns, or a Refusal's sentence. */
export interface Command {
  readonly name: string
  readonly description: string
  readonly args: Readonly<Record<string, z.ZodType>>
  readonly run: (args: Any, ctx: Context<'system', Any>) => Promise<string>
  /** Yields the output line by line; `input` contains the lines piped in from the previous command. */
  readonly lines?: (args: Any, ctx: Context<'system', Any>, input: AsyncIterable<string>) => AsyncIterable<string>
}

/** Operators read each schema's `.describe` text. */
export type ConfigShape = Readonly<Record<string, z.ZodType>>

export interface EdgeHandles<Config> {
  readonly config: Config
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
  /** The HTTP server before it starts listening, for time limits and (in development) upgrades. */
  readonly server: Server
  /** Sets headers for every response, including responses to unparseable requests. */
  always(headers: () => Readonly<Record<string, string>>): void
  /** Refuses on a socket that has no response object (an upgrade) and closes the socket. */
  refuseSocket(socket: Duplex, refusal: Refusal): void
  /** `stop` runs before the service's server closes. */
  onStop(stop: () => void | Promise<void>): void
}

/** A service's copy of the platform's settings, created by `settingsCopy`. */
interface SettingsCopy {
  readonly collection: CollectionSpec
  readonly subscription: Subscription
}

/** A service's share of a person's data export, created by `dataExport`. */
export interface UserExport {
  readonly collection: CollectionSpec
  readonly subscription: Subscription
  readonly event: EventDefinition<Any>
  readonly worker: Worker
  readonly queue: AnyQueue
  /** Names of the exported collections. */
  readonly exported: readonly string[]
  /** The other collections, each with the reason. */
  readonly notExported: Readonly<Record<string, string>>
}

/** A service's part in deleting a user, created by `userDeletion`. */
interface UserDeletion {
  readonly collection: CollectionSpec
  /** For the service's own collections. */
  readonly rules: readonly ErasureRule[]
  readonly subscription: Subscription
  readonly worker: Worker
  readonly queue: AnyQueue
}

/** What happens to a collection's documents when a user is deleted. */
export interface ErasureRule {
  readonly collection: string
  /** Why the collection keeps its documents. */
  readonly kept?: string
  /** Erases some of the user's documents. @returns how many; 0 if none are left */
  readonly erase?: (tx: Tx, userId: string, now: Date) => Promise<number>
}

/**
 * A service definition as written in `app.ts`. A service has a database if it has collections, subscriptions or jobs.
 * @example defineService({ name: 'campaigns', config, collections: [campaigns], routes: [post('/campaigns', { role: 'brand', run: requestCampaign })], subscribes: [on(CreditsHeld, activateCampaign)] })
 */
export interface ServiceDefinition<Shape extends ConfigShape = ConfigShape> {
  readonly name: string
  readonly config: Shape
  /** Creates adapters for external systems from the configuration; tests and the local system may replace them. */
  readonly ports?: (config: { [K in keyof Shape]: z.infer<Shape[K]> }) => unknown
  readonly collections?: readonly CollectionSpec[]
  readonly routes?: readonly Route[]
  readonly subscribes?: readonly Subscription[]
  /** Emitting any other event is an error. */
  readonly publishes?: readonly EventDefinition<Any>[]
  readonly jobs?: readonly Job[]
  readonly workers?: readonly Worker[]
  readonly queues?: readonly AnyQueue[]
  readonly commands?: readonly Command[]
  /** `defineService` adds the parts of the following three to the lists above. */
  readonly settings?: SettingsCopy
  /** The deletion and the export must account for every collection in the list above. */
  readonly userDeletion?: UserDeletion
  readonly userExport?: UserExport
  /** Gateway only: routes that are not use cases (files, proxying, live updates), mounted ahead of everything else. */
  readonly edge?: (handles: EdgeHandles<{ [K in keyof Shape]: z.infer<Shape[K]> }>) => Router | Promise<Router>
}

export type AnyService = ServiceDefinition<Any>

export interface RunningService {
  readonly name: string
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** Creates a context without HTTP, for commands and tests. */
  context(): Context<'system', Any>
  /** Stops accepting work and waits up to 10 s for running work. */
  stop(): Promise<void>
}

export interface AnyQueue {
  readonly name: string
  readonly collection: string
  readonly failures: number
  /**
   * The number of items that are due or postponed and not set aside (up to 10,000), the seconds since the oldest one
   * first became due, and the number of items set aside.
   */
  figures(scope: Scope, now: Date): Promise<{ readonly depth: number; readonly oldestAgeSeconds: number; readonly dead: number }>
  /** Returns items that were set aside, ordered by id. */
  dead(scope: Scope, limit: number): Promise<readonly ({ readonly id: string } & Queued)[]>
  /** Moves one item that was set aside, or all of them, back to the queue. @returns the number of items */
  retry(ctx: Pick<Context, 'connection' | 'transact'>, id?: string): Promise<number>
  /** Whether operators may delete items that were set aside. */
  readonly isDiscardable: boolean
  /** Deletes an item that was set aside. @returns whether it was */
  discard(ctx: Pick<Context, 'connection' | 'transact' | 'log'>, id: string): Promise<boolean>
}
