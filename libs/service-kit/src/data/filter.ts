/** Filters and keys of indexes as stores write them, with `id`, and as the database takes them, with `_id`. */
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

/** Fields with a value or a condition; a field within a field by its path, `'address.city'`; an array also by one of its elements. */
export type Filter<Fields> = {
  readonly [K in keyof Fields]?: Condition<Fields[K]> | Condition<Element<Fields[K]>> | undefined
} & {
  readonly id?: Condition<string>
  readonly version?: Condition<number>
  readonly $or?: readonly Filter<Fields>[]
  readonly [path: `${string}.${string}`]: unknown
}

/** Keys in order, 1 rising or -1 falling. */
export type IndexKeys<Fields> = { readonly [K in keyof Fields | 'id']?: 1 | -1 } & { readonly [path: `${string}.${string}`]: 1 | -1 }

const stored = (field: string) => (field === 'id' ? '_id' : field)

export function toKeys(keys: object): Record<string, 1 | -1> {
  return Object.fromEntries(Object.entries(keys).map(([field, direction]) => [stored(field), direction as 1 | -1]))
}

export function toQuery(filter: object): mongo.Document {
  const query: mongo.Document = {}
  for (const [field, condition] of Object.entries(filter)) {
    // MongoDB would take it for null and find what lacks the field; whoever writes undefined means something else.
    if (condition === undefined) throw new TypeError(`the filter's ${field} is undefined`)
    query[stored(field)] = field === '$or' ? (condition as object[]).map(toQuery) : condition
  }
  return query
}

const isFixed = (condition: unknown) =>
  condition !== undefined && (typeof condition !== 'object' || condition === null || condition instanceof Date)

/** Whether an index gives the order by itself: after fields that the query fixes to one value come the sort's keys, as they are or all reversed. */
export function serves(index: Record<string, 1 | -1>, query: mongo.Document, sort: Record<string, 1 | -1>): boolean {
  const keys = Object.entries(index)
  let first = 0
  while (first < keys.length && isFixed(query[keys[first]?.[0] ?? ''])) first += 1
  const rest = keys.slice(first)
  const wanted = Object.entries(sort)
  const turn = rest[0]?.[1] === wanted[0]?.[1] ? 1 : -1
  return wanted.every(([field, direction], at) => rest[at]?.[0] === field && rest[at]?.[1] === direction * turn)
}
