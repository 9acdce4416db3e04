/** The inbox: ids of events that took effect, so that redeliveries have none. */
import type { Connection, mongo } from 'mongoose'
import type { CollectionSpec } from '../data/collection-spec.ts'

/** One row per batch. A row per event would cost the database three times as much. */
export interface InboxRow {
  readonly _id: string
  readonly events: readonly string[]
  readonly at: Date
}

/**
 * A duplicate that arrives after the row has expired would take effect again, but the bus keeps no message that long.
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
