/** A page cursor holds the sort value and id of the last returned document. */
import { refuse } from '@reelfair/contracts'
import type { mongo } from 'mongoose'
import { z } from 'zod'

// The wrapper object distinguishes dates from strings.
const Cursor = z.tuple([z.union([z.string(), z.number(), z.boolean(), z.null(), z.strictObject({ date: z.number() })]), z.string()])

export function cursorOf(document: object, key: string): string {
  const { id } = document as { id: string }
  const value = key === '_id' ? null : (document as Record<string, unknown>)[key]
  return Buffer.from(JSON.stringify([value instanceof Date ? { date: value.getTime() } : value, id])).toString('base64url')
}

export function cursorAfter(cursor: string, key: string, direction: 1 | -1): mongo.Document {
  const [kept, id] = parse(cursor)
  const beyond = direction === 1 ? '$gt' : '$lt'
  if (key === '_id') return { _id: { [beyond]: id } }
  const value = typeof kept === 'object' && kept !== null ? new Date(kept.date) : kept
  // The first condition starts the index scan at the right place; the second skips returned documents with the same
  // value.
  return { [key]: { [`${beyond}e`]: value }, $or: [{ [key]: { [beyond]: value } }, { _id: { [beyond]: id } }] }
}

function parse(cursor: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return refuse('invalid_input', { field: 'cursor' })
  }
}
