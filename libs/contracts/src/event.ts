import { z } from 'zod'
import { Id, Instant } from './words.ts'

/** Screens that receive a topic reload their data. */
export const LiveTopic = z.enum([
  'accounts',
  'balance',
  'brand',
  'campaigns',
  'credits',
  'data-exports',
  'invitations',
  'notifications',
  'partnerships',
  'readings',
  'reviews',
  'session',
  'settings',
  'transfers',
])
export type LiveTopic = z.infer<typeof LiveTopic>

export type Audience = `user:${string}` | `role:${'creator' | 'brand' | 'admin'}` | 'everyone'

interface LiveNotice {
  readonly to: Audience
  readonly topic: LiveTopic
}

interface EventOptions<Data> {
  /** These users' screens reload their data. The notice itself carries no data. */
  readonly live?: (data: Data) => readonly LiveNotice[]
  /** Transient events reach only current listeners. If there are none, the event is lost. */
  readonly transient?: boolean
}

/** `tx.emit` adds the id, time and source. */
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
  /** The gateway subscribes only to events with `live` notices. */
  readonly isLive: boolean
  live(data: z.infer<Schema>): readonly LiveNotice[]
  /**
   * Merges the objects (later ones win) and drops fields outside the schema.
   * @throws ZodError if a field is missing, which is a bug
   */
  of(...sources: readonly object[]): EventDraft<z.infer<Schema>>
}

const known = new Map<string, EventDefinition>()

/** @example eventKey({ type: 'campaign.completed', version: 2 }) // 'campaign.completed@2' */
export const eventKey = ({ type, version }: { readonly type: string; readonly version: number }): string => `${type}@${version}`

/**
 * Declares an event with a past-tense name, `noun.verb`. An incompatible change needs a new version alongside the old
 * one; consumers subscribe to both until no queue contains the old version.
 * @throws Error if this version is already declared
 * @example
 * export const CampaignCompleted = defineEvent('campaign.completed', 1, z.object({ campaignId: Id, brandId: Id }))
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

/** Filled when the contracts are imported. Its keys are `eventKey`s. */
export const events: ReadonlyMap<string, EventDefinition> = known

/**
 * @example type Counted = Pick<DataOf<typeof ViewsQualified>, 'day'
 * 'observed'>
 */
export type DataOf<Definition extends EventDefinition> = z.infer<Definition['schema']>

/** A CloudEvents 1.0 envelope, sent over the bus as JSON bytes. */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: Id,
  type: z.string(),
  source: z.string(),
  time: Instant,
  datacontenttype: z.literal('application/json'),
  dataversion: z.int().min(1),
  /** Id of the request, event or job that caused this event, for tracing. */
  causationid: z.string(),
  data: z.unknown(),
})
export type Envelope = z.infer<typeof Envelope>
