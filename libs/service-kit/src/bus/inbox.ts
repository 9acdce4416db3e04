/** The inbox: the ids of the events that took effect, so that a second delivery takes none. */
import type { Connection, mongo } from 'mongoose'
import type { CollectionSpec } from '../data/collection-spec.ts'

/** The events of one batch. A row for each event would cost the database three times as much. */
export interface InboxRow {
  readonly _id: string
  readonly events: readonly string[]
  readonly at: Date
}

/** A duplicate that comes later than this takes effect again; the bus keeps nothing for so long. */
const KEPT_SECONDS = 30 * 86_400

export const inboxSpec: CollectionSpec = {
  name: 'inbox',
  indexes: [
    // An index over an array has each of its elements: no two rows have the same event.
    { name: 'events_1', key: { events: 1 }, unique: true },
    { name: 'at_1', key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS },
  ],
}

export const inboxOf = (connection: Connection): mongo.Collection<InboxRow> =>
  connection.getClient().db(connection.name).collection<InboxRow>(inboxSpec.name)
