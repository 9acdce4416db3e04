/** Definitions of events: type, version, data and the users who are notified live. */
import { z } from 'zod'
import { Id, Instant } from './words.ts'

/** Topics for live notices. A screen that receives one reloads its data. */
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

/** Recipients of a live notice: one user, all users of a role, or all signed-in users. */
export type Audience = `user:${string}` | `role:${'creator' | 'brand' | 'admin'}` | 'everyone'

interface LiveNotice {
  readonly to: Audience
  readonly topic: LiveTopic
}

interface EventOptions<Data> {
  /**
   * Users whose open screens are notified of the change. The notice carries no data; the screen reloads from its
   * service.
   */
  readonly live?: (data: Data) => readonly LiveNotice[]
  /** Transient events reach only current listeners (the gateway's replicas) and may have no listener at all. */
  readonly transient?: boolean
}

/** An event to which `tx.emit` will add an id, time and source. */
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
  /** Whether the event has `live` notices. The gateway subscribes only to such events. */
  readonly isLive: boolean
  live(data: z.infer<Schema>): readonly LiveNotice[]
  /**
   * Creates the event from the given objects. Later objects override earlier ones, and fields outside the schema are
   * dropped.
   * @throws ZodError when a field is missing, which is a bug
   */
  of(...sources: readonly object[]): EventDraft<z.infer<Schema>>
}

const known = new Map<string, EventDefinition>()

/**
 * The unique key of an event's type and version.
 * @example eventKey({ type: 'campaign.completed', version: 2 }) // 'campaign.completed@2'
 */
export const eventKey = ({ type, version }: { readonly type: string; readonly version: number }): string => `${type}@${version}`

/**
 * Declares an event with a past-tense name, `noun.verb`. An incompatible change is a new version of the same type,
 * declared next to the old one. Consumers subscribe to both versions until no queue contains the old one.
 * @throws Error when this version is already declared
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
  if (known.has(key)) throw new Error(`version ${version} of event ${type} is already defined`)
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

/** All events, each version under its `eventKey`. Importing the contracts fills this map. */
export const events: ReadonlyMap<string, EventDefinition> = known

/** The data of an event. @example type Counted = Pick<DataOf<typeof ViewsQualified>, 'day' | 'observed'> */
export type DataOf<Definition extends EventDefinition> = z.infer<Definition['schema']>

/** A CloudEvents 1.0 envelope, sent over the bus as JSON bytes. */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: Id,
  type: z.string(),
  /** The service that emitted the event, for example `/campaigns`. */
  source: z.string(),
  time: Instant,
  datacontenttype: z.literal('application/json'),
  /** The event's version. */
  dataversion: z.int().min(1),
  /** Id of the request, event or job that caused the event, to follow a chain through the logs. */
  causationid: z.string(),
  data: z.unknown(),
})
export type Envelope = z.infer<typeof Envelope>
