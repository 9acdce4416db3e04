import { ObjectId } from 'bson'
import { sized } from './sizes.ts'

export const STORED = sized(10_000, 2_000)
export const GROUPS = 100

/**
 * About 500 bytes. `code` has a unique index; `group` and `at` share an index for pagination. No other field is
 * indexed.
 */
export interface Item {
  _id: ObjectId
  code: string
  group: number
  at: Date
  views: number
  status: string
  title: string
  text: string
}

const codeOf = (i: number) => `item-${String(i).padStart(12, '0')}`

export const item = (i: number): Item => ({
  _id: new ObjectId(),
  code: codeOf(i),
  group: i % GROUPS,
  at: new Date(1_700_000_000_000 + i * 1000),
  views: 0,
  status: ['draft', 'open', 'paid', 'closed'][i % 4]!,
  title: `The title of item ${i}`,
  text: 'Some words that nobody reads. '.repeat(10),
})

export const items = (from: number, count: number) => Array.from({ length: count }, (_, i) => item(from + i))

/** The item code for call `i`. Because 7919 is prime, the calls cycle through all stored items. */
export const pick = (i: number) => codeOf((i * 7919) % STORED)

export const partner = (i: number) => codeOf((i * 7919 + STORED / 2) % STORED)

/**
 * Prevents a side from winning by skipping its work.
 * @param what Completes the error message “Bench check failed: expected …”
 */
export function demand(holds: boolean, what: string) {
  if (!holds) throw new Error(`Bench check failed: expected ${what}`)
}
