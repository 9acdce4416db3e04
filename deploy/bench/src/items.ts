/** The documents that every entry works on. */
import { ObjectId } from 'bson'
import { sized } from './sizes.ts'

/** How many items every store holds before the first entry. */
export const STORED = sized(10_000, 2_000)
export const GROUPS = 100

/** About 500 bytes. `code` is unique, `group` and `at` give the order of a page; the other fields have no index. */
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

export const codeOf = (i: number) => `item-${String(i).padStart(12, '0')}`

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

/** The code of the item that call `i` works on. 7919 is prime, so the calls spread over all stored items and each has its turn. */
export const pick = (i: number) => codeOf((i * 7919) % STORED)

/** Another item than `pick` gives, for transactions of two documents. */
export const partner = (i: number) => codeOf((i * 7919 + STORED / 2) % STORED)

/** A side that fails to do its work would win every race. */
export function demand(holds: boolean, what: string) {
  if (!holds) throw new Error(`The work was not done: ${what}`)
}
