import type { Document } from 'mongodb'
import type { Failure, UpdateCase } from './run.ts'

/** Expected result of an update that succeeds but changes nothing. */
export const unchanged = Symbol('same')

/** The documents in a row omit `_id`, which is always 1. */
export type Row = readonly [
  name: string,
  before: Document,
  update: Document | readonly Document[],
  want: Document | Failure | typeof unchanged,
  more?: Partial<UpdateCase>,
]

const isFailure = (want: Document | Failure): want is Failure => typeof want.code === 'number'

/**
 * A rejected update must not change the document. An accepted update must count as modified, unless the row expects
 * `unchanged`.
 */
export const updateCases = (subject: string, rows: readonly Row[]): UpdateCase[] =>
  rows.map(([name, before, update, want, more]) => {
    const docs = [{ _id: 1, ...before }]
    const row = { name: `${subject}: ${name}`, docs, update, ...more }
    if (want === unchanged) return { ...row, n: 1, modified: 0, after: docs }
    if (isFailure(want)) return { ...row, error: want, after: docs }
    return { ...row, n: 1, modified: 1, after: [{ _id: 1, ...want }] }
  })

/** An upsert that matches no document. `want` is the error, or the inserted document with its `_id`. */
export type UpsertRow = readonly [name: string, filter: Document, update: Document | readonly Document[], want: Document | Failure]

export const upsertCases = (rows: readonly UpsertRow[]): UpdateCase[] =>
  rows.map(([name, filter, update, want]) => {
    const row = { name, docs: [], filter, update, options: { upsert: true } }
    if (isFailure(want)) return { ...row, error: want, after: [] }
    return { ...row, n: 1, modified: 0, upserted: want._id, after: [want] }
  })
