/** How a service writes its table of contents: `app.ts` calls these and nothing else. */
import { type ErrorCode, type EventDefinition, eventKey, type Role } from '@reelfair/contracts'
import { z } from 'zod'
import type {
  Access,
  Command,
  ConfigShape,
  Context,
  Hearing,
  Job,
  RawRequest,
  Route,
  RouteOptions,
  ServiceDefinition,
  UploadLimits,
  UploadRequest,
  Worker,
} from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a use case asks of its ports is known only to its service.
type AnyPorts = any

/**
 * A service from its parts.
 * @throws Error at once, with all faults: a route, collection, event, job or command named twice, a path parameter that the input does not name
 * @example export const campaigns = defineService({ name: 'campaigns', config, routes: [post('/campaigns', { … })] })
 */
export function defineService<Shape extends ConfigShape>(definition: ServiceDefinition<Shape>): ServiceDefinition<Shape> {
  const faults = [
    ...twice(
      'the route',
      definition.routes?.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:\w+/g, ':…')}`),
    ),
    ...twice(
      'the collection',
      definition.collections?.map(({ name }) => name),
    ),
    ...twice(
      'the hearing of',
      definition.hears?.map(({ event }) => eventKey(event)),
    ),
    ...twice('the event', definition.says?.map(eventKey)),
    ...twice(
      'the job',
      definition.jobs?.map(({ name }) => name),
    ),
    ...twice(
      'the worker',
      definition.workers?.map(({ name }) => name),
    ),
    ...twice(
      'the queue',
      definition.queues?.map(({ name }) => name),
    ),
    ...twice(
      'a queue over',
      definition.queues?.map(({ collection }) => collection),
    ),
    ...twice(
      'the command',
      definition.commands?.map(({ name }) => name),
    ),
    ...(definition.routes ?? []).flatMap(faultsOfRoute),
  ]
  if (faults.length > 0) throw new Error(`The service ${definition.name} cannot be: ${faults.join('; ')}.`)
  return definition
}

function twice(what: string, names: readonly string[] = []): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map((name) => `${what} ${name} is there twice`)
}

function faultsOfRoute({ method, path, options }: Route): string[] {
  if (options.raw || options.upload) return []
  const named = options.input instanceof z.ZodObject ? Object.keys(options.input.shape) : undefined
  const faults = parametersOf(path).filter((parameter) => !named?.includes(parameter) && (named || !options.input))
  return faults.map((parameter) => `the input of ${method.toUpperCase()} ${path} does not name ${parameter}`)
}

/** @example parametersOf('/campaigns/:campaignId') // ['campaignId'] */
export const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

function route(method: Route['method']) {
  return <A extends Access, Input extends z.ZodType, Output extends z.ZodType, Result>(
    path: `/${string}`,
    options: RouteOptions<A, Input, Output, Result>,
  ): Route => ({ method, path, options })
}

/** A route that reads. @example get('/campaigns/:campaignId', { role: 'brand', input: z.strictObject({ campaignId: Id }), output: Campaign, run: showCampaign }) */
export const get = route('get')
/** A route that makes something; answers 201. Input is the JSON body and the path's parameters. */
export const post = route('post')
/** A route that replaces something. */
export const put = route('put')
/** A route that changes something in part. */
export const patch = route('patch')
/** A route that removes something. Input is the query and the path's parameters, as with `get`. */
export const del = route('delete')

/**
 * A POST route for another machine's messages: the body comes as its bytes, with the header of its signature, and nobody is signed in. The use case
 * checks the signature before anything else. Answers 204; 6,000 a minute and address: all of a provider's messages come from few addresses, each that is
 * turned away comes hours later, and so many things a minute (100 requests a second) is what Stripe lets us do there to be told of.
 * @example webhook('/webhooks/stripe/:endpoint', { signatureHeader: 'stripe-signature', run: receiveStripeEvent, bodyLimit: 1024 * 1024 })
 */
export function webhook(
  path: `/${string}`,
  {
    signatureHeader,
    ...options
  }: {
    /** In lower case. */
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
 * A POST route that takes a file as its body, however large, without keeping it in memory: the use case reads the stream, and whatever it has begun is
 * undone by itself when that throws. Access and limits as with `post`, but no idempotency key: a repeat is a file more.
 * @param options.bodyLimit The longest body in bytes
 * @example upload('/media', { role: 'brand', bodyLimit: 40 * 1024 * 1024, types: ['image/png'], wrongType: 'media_type', tooLarge: 'media_too_large', output: Media, run: storeMedia })
 */
export function upload<A extends Access, Output extends z.ZodType, Result>(
  path: `/${string}`,
  {
    types,
    wrongType,
    tooLarge,
    ...options
  }: UploadLimits & {
    readonly role: A | readonly A[]
    readonly bodyLimit: number
    readonly output: Output
    readonly run: (input: UploadRequest, ctx: Context<A, AnyPorts>) => Promise<Result>
    readonly perMinute?: number
    readonly refuses?: readonly ErrorCode[]
  },
): Route {
  return { method: 'post', path, options: { ...options, upload: { types, wrongType, tooLarge } } }
}

/**
 * An event heard and what is done then. The use case may run again for the same event only if nothing of its first run was stored.
 * A new version of an event is heard beside the old one, until no queue holds the old one any more.
 * @example hears: [on(CreditsHeld, activateCampaign), on(CreditsHeldV2, activateCampaign)]
 */
export function on<Schema extends z.ZodObject>(
  event: EventDefinition<Schema>,
  run: (data: z.infer<Schema>, ctx: Context<'system', AnyPorts>) => Promise<unknown>,
): Hearing {
  return { event, run }
}

/**
 * A job at `HH:MM` in Europe/Paris, once per business day across all replicas; a missed day is caught up.
 * @param name Kept in the database as the job's name; the use case's name in kebab case when left out.
 * @throws Error for an hour that is none, or a use case without a name
 * @example everyBusinessDay('02:00', settleDay)
 */
export function everyBusinessDay(at: string, run: Job['run'], name: string = kebab(run.name)): Job {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new Error(`"${at}" is no hour of the day, HH:MM`)
  if (name === '') throw new Error('a job needs a name: give its use case one')
  return { name, at, run }
}

/**
 * Work that a document waits for. It is looked for every so often, after each piece done and after a jump of the clock, by every replica.
 * @param run One piece: claim in a transaction → call outside → record; true when it did something, so that more may be waiting
 * @example worker('send-mails', 1_000, sendNextMail)
 */
export function worker(name: string, everyMs: number, run: (ctx: Context<'system', AnyPorts>) => Promise<boolean>): Worker {
  return { name, everyMs, run }
}

/** @example kebab('settleDay') // 'settle-day' */
export const kebab = (name: string): string => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()

/**
 * What an operator runs by `npm run cli -- NAME …`. Arguments arrive as strings, in the order of `args`.
 * @example defineCommand({ name: 'grant-credits', does: 'Gives a brand credits.', args: { brandId: Id, credits: z.coerce.number() }, run: grantCredits })
 */
export function defineCommand<Args extends Readonly<Record<string, z.ZodType>>>(command: {
  readonly name: string
  readonly does: string
  readonly args: Args
  readonly run: (args: { [K in keyof Args]: z.infer<Args[K]> }, ctx: Context<'system', AnyPorts>) => Promise<string>
}): Command {
  return command
}

/**
 * A command of very many lines: none of them is kept, so its memory stays flat, and it may read the lines of another one, as in `recount | reckon`. What is
 * wrong is thrown after the last line.
 * @param command.lines `input` is what is written to the command: nothing, unless it stands behind another one
 * @example definePipe({ name: 'recount', does: 'Prints totals.', args: {}, lines: async function* (_, ctx) { for await (const one of all(ctx)) yield JSON.stringify(one) } })
 */
export function definePipe<Args extends Readonly<Record<string, z.ZodType>>>(command: {
  readonly name: string
  readonly does: string
  readonly args: Args
  readonly lines: (
    args: { [K in keyof Args]: z.infer<Args[K]> },
    ctx: Context<'system', AnyPorts>,
    input: AsyncIterable<string>,
  ) => AsyncIterable<string>
}): Required<Command> {
  return { ...command, run: (args, ctx) => textOf(command.lines(args, ctx, noLines())) }
}

/** All lines as one text: for few of them. @example console.log(await textOf(streamCommand(payouts, 'check-ledger', [], options))) */
export async function textOf(lines: AsyncIterable<string>): Promise<string> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all.join('\n')
}

/** What a command reads that stands behind no other one. */
export async function* noLines(): AsyncGenerator<string> {}

/** Roles that an access lets in, for checks and documents; undefined where a role is not what decides. */
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
