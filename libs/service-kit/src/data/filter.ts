/** Translates filters and index keys from store notation (`id`) to database notation (`_id`). */
import type { mongo } from 'mongoose'

type Condition<T> =
  | T
  | {
      readonly $in?: readonly T[]
      readonly $nin?: readonly T[]
      readonly $ne?: T | null
      readonly $gt?: T
      readonly $gte?: T
      readonly $lt?: T
      readonly $lte?: T
      readonly $exists?: boolean
    }

type Element<T> = T extends readonly (infer Item)[] ? Item : never

/** A path such as `'address.city'` selects a nested field. An array field also matches if one of its elements does. */
export type Filter<Fields> = {
  readonly [K in keyof Fields]?: Condition<Fields[K]> | Condition<Element<Fields[K]>> | undefined
} & {
  readonly id?: Condition<string>
  readonly version?: Condition<number>
  readonly $or?: readonly Filter<Fields>[]
  readonly [path: `${string}.${string}`]: unknown
}

/** Index keys in order: 1 ascending, -1 descending. */
export type IndexKeys<Fields> = { readonly [K in keyof Fields | 'id']?: 1 | -1 } & { readonly [path: `${string}.${string}`]: 1 | -1 }

const stored = (field: string) => (field === 'id' ? '_id' : field)

export function toKeys(keys: object): Record<string, 1 | -1> {
  return Object.fromEntries(Object.entries(keys).map(([field, direction]) => [stored(field), direction as 1 | -1]))
}

export function toQuery(filter: object): mongo.Document {
  const query: mongo.Document = {}
  for (const [field, condition] of Object.entries(filter)) {
    // MongoDB treats undefined as null, which matches documents without the field.
    if (condition === undefined) throw new TypeError(`filter field ${field} is undefined`)
    query[stored(field)] = field === '$or' ? (condition as object[]).map(toQuery) : condition
  }
  return query
}

const isFixed = (condition: unknown) =>
  condition !== undefined && (typeof condition !== 'object' || condition === null || condition instanceof Date)

/**
 * Whether an index provides the sort order: after the fields that the query fixes to one value, the index must continue
 * with the sort keys, either all in the same direction or all reversed.
 */
export function providesOrder(index: Record<string, 1 | -1>, query: mongo.Document, sort: Record<string, 1 | -1>): boolean {
  const keys = Object.entries(index)
  let first = 0
  while (first < keys.length && isFixed(query[keys[first]?.[0] ?? ''])) first += 1
  const rest = keys.slice(first)
  const wanted = Object.entries(sort)
  const turn = rest[0]?.[1] === wanted[0]?.[1] ? 1 : -1
  return wanted.every(([field, direction], at) => rest[at]?.[0] === field && rest[at]?.[1] === direction * turn)
}
