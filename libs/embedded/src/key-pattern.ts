/** Index and sort patterns: the keys that a document has for a list of paths. */
import { refuse } from './errors.ts'
import { compare, encodeKey, type KeyPart } from './keys.ts'
import { child, isIndex } from './paths.ts'
import { type Doc, isDoc, type Value } from './values.ts'

/** An index or sort pattern: dotted paths, each with 1 or -1. */
export interface KeyPattern {
  readonly paths: readonly (readonly string[])[]
  readonly directions: readonly number[]
}

export const keyPattern = (spec: Iterable<readonly [string, number]>): KeyPattern => {
  const entries = [...spec]
  return { paths: entries.map(([path]) => path.split('.')), directions: entries.map(([, direction]) => direction) }
}

/**
 * All keys of a document for a pattern, as lists of values. `arrays` marks the fields whose path leads through an
 * array.
 */
interface Extracted {
  readonly rows: readonly (readonly KeyPart[])[]
  readonly arrays: readonly boolean[]
  /** Whether all fields of the pattern are missing. Sparse indexes omit such documents. */
  readonly missing: boolean
}

interface Cursor {
  value: Value | undefined
  rest: readonly string[]
}

/**
 * Walks all paths of a pattern through a document at the same time. Fields below the same array are expanded together,
 * element by element. Two different arrays cannot be indexed or sorted together (error 171).
 */
export function extract(document: Doc, pattern: KeyPattern): Extracted {
  const arrays = pattern.paths.map(() => false)
  let missing = true
  const rows: KeyPart[][] = []

  const expand = (cursors: readonly Cursor[], inArray: Value | undefined): void => {
    const walked = cursors.map((cursor) => walk(cursor, inArray))
    const open = walked.filter((c) => Array.isArray(c.value) && c.value !== inArray)
    const array = open[0]?.value
    if (!Array.isArray(array)) {
      rows.push(
        walked.map((c) => {
          if (c.rest.length > 0 || c.value === undefined) return null
          missing = false
          return c.value
        }),
      )
      return
    }
    if (open.some((c) => c.value !== array)) refuse('CannotIndexParallelArrays', 'cannot index parallel arrays')
    walked.forEach((c, i) => {
      if (c.value === array) arrays[i] = true
    })
    if (array.length === 0) {
      // An empty array at the end of a path sorts below null. If the path continues below the array, it has no value.
      rows.push(
        walked.map((c) => {
          if (c.value === array && c.rest.length === 0) {
            missing = false
            return undefined
          }
          if (c.value === array || c.rest.length > 0 || c.value === undefined) return null
          missing = false
          return c.value
        }),
      )
      return
    }
    for (const element of array) {
      expand(
        walked.map((c) => (c.value === array ? { value: element, rest: c.rest } : c)),
        element,
      )
    }
  }

  expand(
    pattern.paths.map((rest) => ({ value: document, rest })),
    undefined,
  )
  return { rows, arrays, missing }
}

/**
 * Descends into documents, and into arrays by index, until it reaches an array that must be expanded or the path ends.
 */
function walk({ value, rest }: Cursor, element: Value | undefined): Cursor {
  let at = 0
  for (; at < rest.length; at++) {
    const part = rest[at] as string
    if (isDoc(value)) value = value.get(part)
    else if (Array.isArray(value)) {
      if (!isIndex(part) || Number(part) >= value.length) {
        // Field names are not looked up in an array nested directly in another array.
        if (value === element) return { value: undefined, rest: [] }
        break
      }
      if (value.some((v) => isDoc(v) && v.has(part)))
        refuse(16746, `Ambiguous field name found in array: '${part}' is both an index and a name`)
      value = value[Number(part)]
    } else return { value: undefined, rest: [] }
  }
  return { value, rest: at === 0 ? rest : rest.slice(at) }
}

/** Compares by fields, for `$sort` in `$push` and for `$sortArray`. Arrays are compared as a whole. */
export function elementOrder(spec: readonly (readonly [path: string, direction: number])[]): (a: Value, b: Value) => number {
  const keys = spec.map(([path, direction]) => ({ parts: path.split('.'), direction }))
  const value = (v: Value, parts: readonly string[]) => (isDoc(v) ? parts.reduce<Value | undefined>(child, v) : undefined) ?? null
  return (a, b) => {
    for (const { parts, direction } of keys) {
      const order = compare(value(a, parts), value(b, parts))
      if (order !== 0) return order * direction
    }
    return 0
  }
}

/** A document's sort key: its smallest key for the pattern, as bytes. */
export function sortKey(document: Doc, pattern: KeyPattern): Buffer {
  let smallest: Buffer | undefined
  for (const row of extract(document, pattern).rows) {
    const key = encodeKey(row, pattern.directions)
    if (!smallest || Buffer.compare(key, smallest) < 0) smallest = key
  }
  return smallest as Buffer
}
