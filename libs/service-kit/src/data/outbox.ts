/** The outbox holds events emitted in transactions until the bus has confirmed them. */
import type { Connection, mongo } from 'mongoose'
import type { CollectionSpec } from './collection-spec.ts'

export interface OutboxEvent {
  readonly id: string
  readonly type: string
  /** The envelope as JSON. */
  readonly body: string
  readonly transient: boolean
}

/** Events emitted in one transaction. A row per event would cost the database several times as much. */
export interface OutboxRow {
  readonly _id: string
  readonly events: readonly OutboxEvent[]
  /**
   * Only the owner publishes the row until this time; then any process may take over. Machine time, not business time.
   */
  readonly leaseUntil: Date
  readonly owner: string
  /** Number of attempts in which an event in the row was unroutable. */
  readonly tries: number
}

const MAX_EVENTS = 100
/** Far below MongoDB's limit of 16 MiB per document. */
const MAX_CHARACTERS = 1_000_000

export function rowsOf(events: readonly OutboxEvent[], lease: Pick<OutboxRow, 'leaseUntil' | 'owner'>): OutboxRow[] {
  const rows: OutboxRow[] = []
  let part: OutboxEvent[] = []
  let characters = 0
  for (const event of events) {
    const full = part.length === MAX_EVENTS || characters + event.body.length > MAX_CHARACTERS
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
