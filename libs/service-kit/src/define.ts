import {
  type ErrorCode,
  type EventDefinition,
  eventKey,
  type Method,
  type ParsedInputOf,
  type PathOf,
  type ResultOf,
  type Role,
  type RouteAt,
  type RouteMap,
  type UploadPathOf,
} from '@reelfair/contracts'
import { z } from 'zod'
import { isQueue } from './queue/queue.ts'
import type {
  Access,
  Command,
  ConfigShape,
  Context,
  Job,
  RawRequest,
  Route,
  RouteOptions,
  ServiceDefinition,
  Subscription,
  UploadLimits,
  UploadRequest,
  Worker,
} from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: only the service knows the type of its ports.
type AnyPorts = any

/**
 * Checks and returns a service definition.
 * @throws Error listing all faults: a duplicate route, collection, event, job or command, a path parameter missing from
 *   the input, or a queue that the service does not list
 * @example export const campaigns = defineService({ name: 'campaigns', config, routes: [post('/campaigns', { role: 'brand', run: requestCampaign })] })
 */
export function defineService<Shape extends ConfigShape>(definition: ServiceDefinition<Shape>): ServiceDefinition<Shape> {
  const extended = withParts(definition)
  const faults = [
    ...twice(
      'route',
      definition.routes?.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:\w+/g, ':…')}`),
    ),
    ...twice(
      'collection',
      definition.collections?.map(({ name }) => name),
    ),
    ...twice(
      'subscription to',
      definition.subscribes?.map(({ event }) => eventKey(event)),
    ),
    ...twice('event', definition.publishes?.map(eventKey)),
    ...twice(
      'job',
      definition.jobs?.map(({ name }) => name),
    ),
    ...twice(
      'worker',
      definition.workers?.map(({ name }) => name),
    ),
    ...twice(
      'queue',
      definition.queues?.map(({ name }) => name),
    ),
    ...twice(
      'queue over',
      definition.queues?.map(({ collection }) => collection),
    ),
    ...twice(
      'command',
      definition.commands?.map(({ name }) => name),
    ),
    ...(definition.routes ?? []).flatMap(faultsOfRoute),
    ...faultsOfQueues(definition),
    ...faultsOfErasure(definition),
    ...faultsOfExport(definition),
  ]
  if (faults.length > 0) throw new Error(`The service ${definition.name} is invalid: ${faults.join('; ')}.`)
  return extended
}

function faultsOfExport({ collections = [], userExport }: Pick<ServiceDefinition, 'collections' | 'userExport'>): string[] {
  if (!userExport) return []
  const { exported, notExported } = userExport
  const listed = [...new Set(exported), ...Object.keys(notExported)]
  const names = collections.map(({ name }) => name)
  return [
    ...twice('entry in the data export for', listed),
    ...names.filter((name) => !listed.includes(name)).map((name) => `the data export neither contains nor excludes ${name}`),
    ...listed.filter((name) => !names.includes(name)).map((name) => `the data export names the unknown collection ${name}`),
  ]
}

function withParts<Shape extends ConfigShape>(definition: ServiceDefinition<Shape>): ServiceDefinition<Shape> {
  const { settings, userDeletion, userExport, collections = [], subscribes = [], publishes = [], workers = [], queues = [] } = definition
  const copies = settings ? [settings] : []
  const parts = [userDeletion, userExport].filter((part) => part !== undefined)
  // The service that emits `user.deleted` marks the user as deleted in the same transaction.
  const erasing = userDeletion && !publishes.includes(userDeletion.subscription.event) ? [userDeletion.subscription] : []
  return {
    ...definition,
    collections: [...collections, ...[...copies, ...parts].map(({ collection }) => collection)],
    subscribes: [
      ...subscribes,
      ...copies.map(({ subscription }) => subscription),
      ...erasing,
      ...(userExport ? [userExport.subscription] : []),
    ],
    publishes: userExport ? [...publishes, userExport.event] : publishes,
    workers: [...workers, ...parts.map(({ worker }) => worker)],
    queues: [...queues, ...parts.map(({ queue }) => queue)],
  }
}

function twice(what: string, names: readonly string[] = []): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map((name) => `duplicate ${what} ${name}`)
}

/** A new collection must not be forgotten when a user is deleted. */
function faultsOfErasure({ userDeletion, collections = [] }: Pick<ServiceDefinition, 'userDeletion' | 'collections'>): string[] {
  if (!userDeletion) return []
  const ruled = new Set(userDeletion.rules.map(({ collection }) => collection))
  const names = new Set(collections.map(({ name }) => name))
  return [
    ...[...names].filter((name) => !ruled.has(name)).map((name) => `the collection ${name} has no rule for deleted users`),
    ...[...ruled].filter((name) => !names.has(name)).map((name) => `the rule for deleted users names the unknown collection ${name}`),
  ]
}

/** An unlisted queue would have no metrics and no commands. */
function faultsOfQueues({ collections = [], queues = [] }: Pick<ServiceDefinition, 'collections' | 'queues'>): string[] {
  const listed = new Set(queues.map(({ collection }) => collection))
  return collections.filter((one) => isQueue(one) && !listed.has(one.name)).map(({ name }) => `the queue over ${name} is not listed`)
}

function faultsOfRoute(route: Route): string[] {
  const { method, path, options } = route
  if (options.adminsMayView && method !== 'get') return [`${method.toUpperCase()} ${path} writes, so admins may not view it`]
  // A response with an Idempotency-Key is stored, so its file would never be opened.
  if (options.streams && isKeyed(route)) return [`${method.toUpperCase()} ${path} streams a file, so it must be confidential`]
  if (options.raw || options.upload) return []
  const named = options.input instanceof z.ZodObject ? Object.keys(options.input.shape) : undefined
  const faults = parametersOf(path).filter((parameter) => !named?.includes(parameter) && (named || !options.input))
  return faults.map((parameter) => `the input of ${method.toUpperCase()} ${path} does not declare ${parameter}`)
}

export const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<
  Method,
  Route['method']
>

/**
 * Returns functions that declare the routes of a map. Path, input and output come from the map.
 * @example
 * const { get, post } = routesOf(campaignsRoutes)
 * const routes = [get('/campaigns/:campaignId', { role: ['brand', 'admin'], run: showCampaign })]
 */
export function routesOf<Routes extends RouteMap>(routes: Routes) {
  const map: RouteMap = routes
  const schemasOf = (method: Method, path: `/${string}`) => {
    const schemas = map[`${method} ${path}`]
    if (!schemas) throw new Error(`the route map does not contain ${method} ${path}`)
    return { input: schemas.input, output: schemas.output }
  }
  const route =
    <M extends Method>(method: M): Declare<Routes, M> =>
    (path: `/${string}`, options: Route['options']): Route => ({
      method: METHODS[method],
      path,
      options: { ...options, ...schemasOf(method, path) },
    })

  return {
    get: route('GET'),
    /** Responds with 201. The input is the JSON body plus the path parameters. */
    post: route('POST'),
    put: route('PUT'),
    patch: route('PATCH'),
    /** As with `get`, the input is the query plus the path parameters. */
    del: route('DELETE'),
    /**
     * A POST route that streams its body to the use case. If reading the body throws, the use case must undo the work
     * it has done so far. Access and limits are the same as for `post`, but there is no idempotency key: a repeated
     * request uploads another file.
     * @param options.bodyLimit maximum body size in bytes
     * @example upload('/media', { role: 'brand', bodyLimit: 40 * 1024 * 1024, types: ['image/png'], wrongType: 'media_type', tooLarge: 'media_too_large', run: storeMedia })
     */
    upload: <Path extends UploadPathOf<Routes>, A extends Access>(
      path: Path,
      { types, wrongType, tooLarge, ...options }: UploadOptions<A, ResultOf<RouteAt<Routes, `POST ${Path}`>>>,
    ): Route => ({
      method: 'post',
      path,
      options: { ...options, ...schemasOf('POST', path), upload: { types, wrongType, tooLarge } },
    }),
  }
}

/** A use case's result, or what `answer` makes of it, must fit the route's output schema. */
interface Declare<Routes, M extends Method> {
  <Path extends PathOf<Routes, M>, A extends Access, Result>(
    path: Path,
    options: RouteOptions<A, ParsedInputOf<RouteAt<Routes, `${M} ${Path}`>>, Result> & {
      readonly answer: (result: Result) => { readonly body: ResultOf<RouteAt<Routes, `${M} ${Path}`>> }
    },
  ): Route
  <Path extends PathOf<Routes, M>, A extends Access, Result extends ResultOf<RouteAt<Routes, `${M} ${Path}`>>>(
    path: Path,
    options: RouteOptions<A, ParsedInputOf<RouteAt<Routes, `${M} ${Path}`>>, Result> & { readonly answer?: never },
  ): Route
}

interface UploadOptions<A extends Access, Result> extends UploadLimits {
  readonly role: A | readonly A[]
  readonly bodyLimit: number
  readonly run: (input: UploadRequest, ctx: Context<A, AnyPorts>) => Promise<Result>
  readonly perMinute?: number
  readonly refuses?: readonly ErrorCode[]
}

/**
 * A POST route for messages from another system; responds with 204. The use case receives the raw body and the
 * signature header and must verify the signature first. The limit is 6,000 requests per address per minute: Stripe
 * allows 100 API requests per second, so it reports at most about that many actions. Providers send from only a few
 * addresses and may wait hours before they retry refused messages.
 * @example webhook('/webhooks/stripe/:endpoint', { signatureHeader: 'stripe-signature', run: receiveStripeEvent, bodyLimit: 1024 * 1024 })
 */
export function webhook(
  path: `/${string}`,
  {
    signatureHeader,
    ...options
  }: {
    readonly signatureHeader: string
    readonly run: (input: RawRequest, ctx: Context<'visitor', AnyPorts>) => Promise<unknown>
    readonly bodyLimit?: number
    readonly perMinute?: number
    readonly refuses?: readonly ErrorCode[]
  },
): Route {
  return { method: 'post', path, options: { perMinute: 6_000, ...options, role: 'visitor', raw: { signatureHeader } } }
}

/**
 * Subscribes a use case to an event. The use case runs again for the same event only if its earlier run stored nothing.
 * Subscribe to both versions of an event until no queue contains the old version.
 * @example subscribes: [on(CreditsHeld, activateCampaign), on(CreditsHeldV2, activateCampaign)]
 */
export function on<Schema extends z.ZodObject>(
  event: EventDefinition<Schema>,
  run: (data: z.infer<Schema>, ctx: Context<'system', AnyPorts>) => Promise<unknown>,
): Subscription {
  return { event, run }
}

/**
 * A job at `HH:MM` in Europe/Paris, once per business day across all replicas. The service catches up on missed days.
 * @param name the job's name in the database. Default: the use case's name in kebab case
 * @throws Error for an invalid time or a use case without a name
 * @example everyBusinessDay('02:00', settleDay)
 */
export function everyBusinessDay(at: string, run: Job['run'], name: string = kebab(run.name)): Job {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new Error(`"${at}" is not a time of day, HH:MM`)
  if (name === '') throw new Error('a job needs a name: name its use case')
  return { name, at, run }
}

/**
 * Work triggered by documents. Every replica checks for work periodically, after each completed piece and after each
 * clock jump.
 * @param run does one piece of work (claim in a transaction → make external calls → record) and returns whether there
 *   was any, because more may be waiting
 * @example worker('send-mails', 1_000, sendNextMail)
 */
export function worker(name: string, everyMs: number, run: (ctx: Context<'system', AnyPorts>) => Promise<boolean>): Worker {
  return { name, everyMs, run }
}

/** @example kebab('settleDay') // 'settle-day' */
export const kebab = (name: string): string => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()

/**
 * A command that an operator runs with `npm run cli -- NAME …`, followed by the arguments in the order of `args`.
 * @example defineCommand({ name: 'grant-credits', description: 'Gives a brand credits.', args: { brandId: Id, credits: z.coerce.number() }, run: grantCredits })
 */
export function defineCommand<Args extends Readonly<Record<string, z.ZodType>>>(command: {
  readonly name: string
  readonly description: string
  readonly args: Args
  readonly run: (args: { [K in keyof Args]: z.infer<Args[K]> }, ctx: Context<'system', AnyPorts>) => Promise<string>
}): Command {
  return command
}

/**
 * A command that streams large output line by line, and can read another command's output through a pipe. If it finds
 * faults, it throws after its last line.
 * @param command.lines `input` contains the lines piped into the command; empty without a pipe
 * @example definePipe({ name: 'recount', description: 'Prints totals.', args: {}, lines: async function* (_, ctx) { for await (const one of all(ctx)) yield JSON.stringify(one) } })
 */
export function definePipe<Args extends Readonly<Record<string, z.ZodType>>>(command: {
  readonly name: string
  readonly description: string
  readonly args: Args
  readonly lines: (
    args: { [K in keyof Args]: z.infer<Args[K]> },
    ctx: Context<'system', AnyPorts>,
    input: AsyncIterable<string>,
  ) => AsyncIterable<string>
}): Required<Command> {
  return { ...command, run: (args, ctx) => textOf(command.lines(args, ctx, noLines())) }
}

/**
 * Joins all lines into one string; only for short output.
 * @example console.log(await textOf(streamCommand(payouts, 'check-ledger', [], options)))
 */
export async function textOf(lines: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all.join('\n')
}

export async function* noLines(): AsyncGenerator<string> {}

export const isOpen = (roles: readonly Access[]): boolean => roles.includes('visitor') || roles.includes('gateway')

/** Whether an Idempotency-Key stores the route's response. Visitors have no id to scope a key to. */
export const isKeyed = ({ method, options }: Route): boolean =>
  method !== 'get' && !isOpen([options.role].flat()) && !options.upload && !options.confidential

/** Returns undefined if the access level does not depend on a role. */
export function rolesOf(access: Access): readonly Role[] | undefined {
  switch (access) {
    case 'visitor':
    case 'gateway':
      return undefined
    case 'user':
      return ['creator', 'brand', 'admin']
    case 'brand':
    case 'any-brand':
      return ['brand']
    default:
      return [access]
  }
}
