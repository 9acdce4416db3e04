/** Dense rows for updates of one document. */
import type { Document } from 'mongodb'
import type { Failure, UpdateCase } from './run.ts'

/** Stands for the document as it was: the update is accepted and changes nothing. */
export const same = Symbol('same')

/** What the update does, the document without its `_id` (which is 1), the update, the document afterwards (or the refusal). */
export type Row = readonly [
  name: string,
  before: Document,
  update: Document | readonly Document[],
  want: Document | Failure | typeof same,
  more?: Partial<UpdateCase>,
]

const isFailure = (want: Document | Failure): want is Failure => typeof want.code === 'number'

/** A refused update must leave the document alone; an accepted one counts as a modification unless it is `same`. */
export const updating = (subject: string, rows: readonly Row[]): UpdateCase[] =>
  rows.map(([name, before, update, want, more]) => {
    const docs = [{ _id: 1, ...before }]
    const row = { name: `${subject}: ${name}`, docs, update, ...more }
    if (want === same) return { ...row, n: 1, modified: 0, after: docs }
    if (isFailure(want)) return { ...row, error: want, after: docs }
    return { ...row, n: 1, modified: 1, after: [{ _id: 1, ...want }] }
  })

/** An upsert that finds nothing: filter, update, the document that it inserts (or the refusal). `_id` is 1 unless the row says otherwise. */
export type UpsertRow = readonly [name: string, filter: Document, update: Document | readonly Document[], want: Document | Failure]

export const upserting = (rows: readonly UpsertRow[]): UpdateCase[] =>
  rows.map(([name, filter, update, want]) => {
    const row = { name, docs: [], filter, update, options: { upsert: true } }
    if (isFailure(want)) return { ...row, error: want, after: [] }
    return { ...row, n: 1, modified: 0, upserted: want._id, after: [want] }
  })
