/** What travels between services: an event's type, version, data and who is told of it live. */
import { z } from 'zod'
import { Id, Instant } from './words.ts'

/** What a screen may be told has changed; it then asks for its data again. */
export const LiveTopic = z.enum([
  'accounts',
  'balance',
  'brand',
  'campaigns',
  'credits',
  'invitations',
  'readings',
  'reviews',
  'session',
  'transfers',
])
export type LiveTopic = z.infer<typeof LiveTopic>

/** `user:<id>`, `role:<role>` or `everyone` signed in. */
export type Audience = `user:${string}` | `role:${'creator' | 'brand' | 'admin'}` | 'everyone'

export interface LiveNotice {
  readonly to: Audience
  readonly topic: LiveTopic
}

interface EventOptions<Data> {
  /** Who is told in the browser that what they see has changed. Data never travels this way: the screen asks its service. */
  readonly live?: (data: Data) => readonly LiveNotice[]
  /** Nobody keeps it: it is only for who listens now (the gateway's replicas), and no error if nobody does. */
  readonly transient?: boolean
}

/** An event before `tx.emit` gives it its id, time and source. */
export interface EventDraft<Data = unknown> {
  readonly type: string
  readonly version: number
  readonly data: Data
}

export interface EventDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly type: string
  readonly version: number
  readonly schema: Schema
  readonly transient: boolean
  /** Whether it has `live` notices at all: the gateway hears only these. */
  readonly isLive: boolean
  live(data: z.infer<Schema>): readonly LiveNotice[]
  /**
   * Takes from the given objects, later ones first, what the event carries.
   * @throws ZodError when something is missing: a bug, no refusal
   */
  of(...sources: readonly object[]): EventDraft<z.infer<Schema>>
}

const known = new Map<string, EventDefinition>()

/** An event's type and version as one word, which no two definitions share. @example eventKey({ type: 'campaign.completed', version: 2 }) // 'campaign.completed@2' */
export const eventKey = ({ type, version }: { readonly type: string; readonly version: number }): string => `${type}@${version}`

/**
 * Declares an event. Past tense, `noun.verb`; a change that old consumers cannot read is a new version under the same type, declared beside the old
 * one. Its hearers hear both until no queue holds the old one any more.
 * @throws Error when this version of it is declared already
 * @example
 * export const CampaignCompleted = defineEvent('campaign.completed', 1, z.object({ campaignId: Id, brandId: Id }),
 *   { live: (e) => [{ to: `user:${e.brandId}`, topic: 'campaigns' }] })
 */
export function defineEvent<Schema extends z.ZodObject>(
  type: string,
  version: number,
  schema: Schema,
  options: EventOptions<z.infer<Schema>> = {},
): EventDefinition<Schema> {
  const key = eventKey({ type, version })
  if (known.has(key)) throw new Error(`version ${version} of the event ${type} is defined twice`)
  const definition: EventDefinition<Schema> = {
    type,
    version,
    schema,
    transient: options.transient ?? false,
    isLive: options.live !== undefined,
    live: (data) => options.live?.(data) ?? [],
    of: (...sources) => ({ type, version, data: schema.parse(Object.assign({}, ...sources)) }),
  }
  known.set(key, definition as unknown as EventDefinition)
  return definition
}

/** All events of the house, each version under its `eventKey`; filled by importing the contracts. */
export const events: ReadonlyMap<string, EventDefinition> = known

/** What an event of this kind says. @example type Counted = Pick<DataOf<typeof ViewsQualified>, 'day' | 'observed'> */
export type DataOf<Definition extends EventDefinition> = z.infer<Definition['schema']>

/** CloudEvents 1.0, as bytes of JSON on the bus. */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: Id,
  type: z.string(),
  /** The service that says it, `/campaigns`. */
  source: z.string(),
  time: Instant,
  datacontenttype: z.literal('application/json'),
  /** The event's version. */
  dataversion: z.int().min(1),
  /** The request, event or job that caused it, to follow a chain through the logs. */
  causationid: z.string(),
  data: z.unknown(),
})
export type Envelope = z.infer<typeof Envelope>
