/** The inbox records which events took effect, so that the consumer ignores redeliveries. */
import type { Connection, mongo } from 'mongoose'
import type { CollectionSpec } from '../data/collection-spec.ts'

/** One row per batch; a row per event would cost the database three times as much. */
export interface InboxRow {
  readonly _id: string
  readonly events: readonly string[]
  readonly at: Date
}

/**
 * A duplicate arriving after its row has expired would take effect again, but the bus does not keep messages that long.
 */
const KEPT_SECONDS = 30 * 86_400

export const inboxSpec: CollectionSpec = {
  name: 'inbox',
  indexes: [
    // A unique index on an array covers every element, so no two rows can contain the same event.
    { name: 'events_1', key: { events: 1 }, unique: true },
    { name: 'at_1', key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS },
  ],
}

export const inboxOf = (connection: Connection): mongo.Collection<InboxRow> =>
  connection.getClient().db(connection.name).collection<InboxRow>(inboxSpec.name)
