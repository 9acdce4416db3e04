/** What a service is made of: types only. `defineService` and its parts give a service its table of contents. */
import type { Server } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { ErrorCode, EventDefinition, EventDraft, Locale, Refusal, Role } from '@reelfair/contracts'
import type { Router } from 'express'
import type { ClientSession, Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Bus } from './bus/bus.ts'
import type { Clock } from './clock.ts'
import type { CollectionSpec } from './data/collection-spec.ts'
import type { Queued } from './queue/queue-state.ts'

/**
 * Who may call a route. `visitor`: anyone. `user`: anyone signed in. `brand`: a brand whose registration is complete; `any-brand`: also one
 * that is not. `gateway`: the gateway itself, by its secret, never a browser.
 */
export type Access = 'visitor' | 'user' | 'creator' | 'brand' | 'any-brand' | 'admin' | 'gateway'

export interface UserActor<R extends Role = Role> {
  readonly kind: 'user'
  readonly id: string
  readonly role: R
  readonly complete: boolean
  readonly sessionId: string
}

export type Actor = UserActor | { readonly kind: 'visitor' } | { readonly kind: 'gateway' } | { readonly kind: 'system' }

export type ActorOf<A extends Access | 'system'> = A extends 'creator'
  ? UserActor<'creator'>
  : A extends 'brand' | 'any-brand'
    ? UserActor<'brand'>
    : A extends 'admin'
      ? UserActor<'admin'>
      : A extends 'user'
        ? UserActor
        : Actor

/** Where a store reads: outside a transaction (`ctx`) or inside one (`tx`). */
export interface Scope {
  readonly connection: Connection
  readonly session?: ClientSession
}

/** The inside of `ctx.transact`: the only place that writes. */
export interface Tx extends Scope {
  readonly session: ClientSession
  /** Stores the event in the outbox of this transaction; it is published after the commit, at least once. */
  emit(event: EventDraft): void
}

/** All that a use case gets beside its input. The same for HTTP, events, jobs and commands. */
export interface Context<A extends Access | 'system' = 'system', Ports = unknown> extends Scope {
  readonly actor: ActorOf<A>
  readonly locale: Locale
  /** The request's id, the event's id or the job's name and day: what logs and caused events refer to. */
  readonly causeId: string
  readonly ip?: string
  /** The secret of the browser's device cookie, on a visitor's route; the gateway hands it to identity alone. */
  readonly device?: string
  readonly log: Logger
  readonly ports: Ports
  /**
   * An id that is the same for every repeat of a request with an Idempotency-Key, and a new one for all else: by it a use case whose route is `repeatable`
   * finds what an earlier run made.
   */
  readonly onceId: string
  now(): Date
  newId(): string
  /**
   * Runs `work` in one MongoDB transaction (majority write, snapshot read), again if it conflicts. Documents, outbox rows, the inbox row of
   * an event and the key of a repeated request are stored together or not at all. No outside call and no `Promise.all` inside.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

// biome-ignore lint/suspicious/noExplicitAny: a table of routes holds use cases of all inputs and ports; each line is checked where it is written.
type Any = any

/** What a route answers beside its body. */
export interface Answer {
  readonly body: unknown
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** In place of a body, for what does not fit into memory; its type stands in the headers. A client may ask for a part of it. */
  readonly file?: StreamedFile
}

/** Bytes that are read when they are sent. */
export interface StreamedFile {
  readonly bytes: number
  /** All of it, or from byte `start` to byte `end`, both included. */
  open(part?: { readonly start: number; readonly end: number }): Readable
}

/**
 * A line of a service's table of routes: who may call it, what goes in, what comes out, what is done.
 * @example post('/campaigns', { role: 'brand', input: CampaignDraft, output: Campaign, run: requestCampaign })
 */
export interface RouteOptions<A extends Access, Input extends z.ZodType, Output extends z.ZodType, Result> {
  /** One access, or several of which one has to let the person in. */
  readonly role: A | readonly A[]
  /** Path parameters, query (GET, DELETE) and JSON body in one object; what is not named is refused. */
  readonly input?: Input
  /** What leaves: fields that it does not name are dropped. */
  readonly output?: Output
  readonly run: (input: z.infer<Input>, ctx: Context<A, Any>) => Promise<Result>
  /** 201 for POST, 200 otherwise, 204 without output. */
  readonly status?: number
  /** Turns the use case's result into body, status and headers; for the few routes that set a header. */
  readonly answer?: (result: Result) => Answer
  /**
   * The use case writes, calls outside and writes again. Should its run for an Idempotency-Key be refused or cut off after the first of these, a repeat runs
   * it again instead of being refused. It has to bear that, also at the same moment: what it makes, here and outside, is named by `ctx.onceId` or a document.
   */
  readonly repeatable?: true
  /** Requests a minute of one user (or address, for a visitor) on this route; 120 for writes and 600 for reads when left out. */
  readonly perMinute?: number
  /** Longest body in bytes; 100 KB when left out. */
  readonly bodyLimit?: number
  /** The body is handed over as it came, byte by byte, with this header (lower case): only for `webhook`. */
  readonly raw?: { readonly signatureHeader: string }
  /** The body is handed over as a stream: only for `upload`. */
  readonly upload?: UploadLimits
  /** Codes that its use case refuses with, beside those that come with its role and method; tests fail for one that is missing. */
  readonly refuses?: readonly ErrorCode[]
  /** What `answer` streams, for the documents; such a route has no `output`. */
  readonly streams?: string
}

/** What an upload takes, and what is answered to all else. */
export interface UploadLimits {
  /** Content types, without parameters. */
  readonly types: readonly string[]
  readonly wrongType: ErrorCode
  readonly tooLarge: ErrorCode
}

/** What an upload gets. */
export interface UploadRequest {
  /**
   * The bytes as they come, once.
   * @throws Refusal for a byte more than the limit, `too_slow` for a pause of 10 s; ClientGone when the client went away before the end
   */
  readonly body: AsyncIterable<Buffer>
  /** One of the route's types. */
  readonly type: string
  /** The path's parameters. */
  readonly params: Readonly<Record<string, string>>
}

/** What a webhook gets: its signature is over exactly these bytes, so nothing has been read or decoded yet. */
export interface RawRequest {
  readonly body: Buffer
  /** The one that the signature travels in, where it came; no other one. */
  readonly headers: Readonly<Record<string, string>>
  /** The path's parameters. */
  readonly params: Readonly<Record<string, string>>
}

/** Made by `get`, `post`, `put`, `patch` or `del`; `path` has its parameters as `:name`, each of which the input names. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly options: RouteOptions<Any, Any, Any, Any>
}

/** Made by `on`: one version of an event, and the use case that it runs. A service hears each version once. */
export interface Hearing {
  readonly event: EventDefinition<Any>
  readonly run: (data: Any, ctx: Context<'system', Any>) => Promise<unknown>
}

/** Made by `everyBusinessDay`. `day` is the business day, `2026-11-21`; a run may be cut off and begin again, so the day is its use case's key. */
export interface Job {
  readonly name: string
  /** `HH:MM` in Europe/Paris, once per business day across all replicas; a missed day is caught up. */
  readonly at: string
  /** `HH:MM`: begun for the very first time after its hour and before this one, it does that day too, for somebody still waits for its word on it. */
  readonly firstDayUntil?: string
  readonly run: (input: { readonly day: string }, ctx: Context<'system', Any>) => Promise<unknown>
}

/** Work that a document waits for; one loop per process. */
export interface Worker {
  readonly name: string
  /** How long it rests when there is nothing to do, in milliseconds. */
  readonly everyMs: number
  /** Does one piece: claims it in a transaction, calls outside, records. True: there may be more at once. */
  readonly run: (ctx: Context<'system', Any>) => Promise<boolean>
}

/** What an operator runs: `npm run cli -- NAME …`. `run` returns what is printed; a Refusal is printed as its sentence. */
export interface Command {
  readonly name: string
  readonly does: string
  /** Arguments in order, each with its schema. */
  readonly args: Readonly<Record<string, z.ZodType>>
  readonly run: (args: Any, ctx: Context<'system', Any>) => Promise<string>
  /** Made by `definePipe`: the same, line by line, from the lines of the command before it. */
  readonly lines?: (args: Any, ctx: Context<'system', Any>, input: AsyncIterable<string>) => AsyncIterable<string>
}

/** A key of the environment: a zod schema whose `.describe` is the sentence an operator reads. */
export type ConfigShape = Readonly<Record<string, z.ZodType>>

/** What the gateway's own routes are given. */
export interface EdgeHandles<Config> {
  readonly config: Config
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
  /** The service's own HTTP server before it listens: for its time limits and (development) upgrades. */
  readonly server: Server
  /** Sets the headers that every answer carries, also one to a request that cannot be parsed. */
  always(headers: () => Readonly<Record<string, string>>): void
  /** Answers on a socket that has no response (an upgrade) and closes it. */
  refuseSocket(socket: Duplex, refusal: Refusal): void
  /** Called when the service stops, before its server closes. */
  onStop(stop: () => void | Promise<void>): void
}

/**
 * A service as its `app.ts` writes it down; what is left out it does not have. One with collections, hearings or jobs has a database.
 * @example defineService({ name: 'campaigns', config, collections: [campaigns], routes: [post('/campaigns', { … })], hears: [on(CreditsHeld, activateCampaign)] })
 */
export interface ServiceDefinition<Shape extends ConfigShape = ConfigShape> {
  readonly name: string
  readonly config: Shape
  /** The outside parties, from the configuration; a test or the local system may give others. */
  readonly ports?: (config: { [K in keyof Shape]: z.infer<Shape[K]> }) => unknown
  readonly collections?: readonly CollectionSpec[]
  readonly routes?: readonly Route[]
  readonly hears?: readonly Hearing[]
  /** The events it says, for the documents; saying another one is an error. */
  readonly says?: readonly EventDefinition<Any>[]
  readonly jobs?: readonly Job[]
  readonly workers?: readonly Worker[]
  /** The queues that its workers and jobs serve: for their figures and commands. */
  readonly queues?: readonly AnyQueue[]
  readonly commands?: readonly Command[]
  /** Only the gateway: routes that are no use cases (files, forwarding, live updates). Mounted before everything else. */
  readonly edge?: (handles: EdgeHandles<{ [K in keyof Shape]: z.infer<Shape[K]> }>) => Router | Promise<Router>
}

/** A service whatever its configuration: what starts, describes or lists services takes any of them. */
export type AnyService = ServiceDefinition<Any>

/** A started service. */
export interface RunningService {
  readonly name: string
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** The use cases' world without HTTP, for commands and tests. */
  context(): Context<'system', Any>
  /** Takes no more work, finishes what runs (10 s at most), then closes. */
  stop(): Promise<void>
}

/** The part of a queue that does not depend on its documents, for figures and commands. */
export interface AnyQueue {
  readonly name: string
  readonly collection: string
  /** Failures that this process has seen. */
  readonly failures: number
  /** Items that are due and not set aside (counted up to 10,000), the age of the oldest in seconds, and items set aside. */
  figures(scope: Scope, now: Date): Promise<{ readonly depth: number; readonly oldestAgeSeconds: number; readonly dead: number }>
  /** Items set aside, in the order of their ids. */
  dead(scope: Scope, limit: number): Promise<readonly ({ readonly id: string } & Queued)[]>
  /** Puts items that were set aside back, all or one. @returns how many */
  retry(ctx: Pick<Context, 'connection' | 'transact'>, id?: string): Promise<number>
}
