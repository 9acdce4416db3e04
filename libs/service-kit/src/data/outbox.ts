/** The outbox: what a transaction said, kept until the bus has confirmed it. */
import type { Connection, mongo } from 'mongoose'
import type { CollectionSpec } from './collection-spec.ts'

export interface OutboxEvent {
  readonly id: string
  readonly type: string
  /** The envelope's JSON, as it travels. */
  readonly body: string
  readonly transient: boolean
}

/** What one transaction said; one that said a great deal has several rows. A row for each event would cost the database several times as much. */
export interface OutboxRow {
  /** The first event's id. */
  readonly _id: string
  readonly events: readonly OutboxEvent[]
  /** Until then the process that wrote the row, or took it over, sees to it; after that anyone may. By the machine's clock, not the business's. */
  readonly leaseUntil: Date
  readonly owner: string
  /** How often no queue took some of it. */
  readonly tries: number
}

const MOST_EVENTS = 100
/** Far below the 16 MiB that a document may have. */
const MOST_CHARACTERS = 1_000_000

/** Puts events into rows. */
export function rowsOf(events: readonly OutboxEvent[], lease: Pick<OutboxRow, 'leaseUntil' | 'owner'>): OutboxRow[] {
  const rows: OutboxRow[] = []
  let part: OutboxEvent[] = []
  let characters = 0
  for (const event of events) {
    const full = part.length === MOST_EVENTS || characters + event.body.length > MOST_CHARACTERS
    if (full || part.length === 0) {
      part = []
      characters = 0
      rows.push({ _id: event.id, events: part, ...lease, tries: 0 })
    }
    part.push(event)
    characters += event.body.length
  }
  return rows
}

export const outboxSpec: CollectionSpec = { name: 'outbox', indexes: [{ name: 'leaseUntil_1', key: { leaseUntil: 1 } }] }

export const outboxOf = (connection: Connection): mongo.Collection<OutboxRow> =>
  connection.getClient().db(connection.name).collection<OutboxRow>(outboxSpec.name)
