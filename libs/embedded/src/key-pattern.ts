/** Index and sort patterns: the keys that a document has for a list of paths. */
import { refuse } from './errors.ts'
import { compare, encodeKey, type KeyPart } from './keys.ts'
import { child, isIndex } from './paths.ts'
import { type Doc, isDoc, type Value } from './values.ts'

/** Dotted paths with their directions, 1 or -1. */
export interface KeyPattern {
  readonly paths: readonly (readonly string[])[]
  readonly directions: readonly number[]
}

export const keyPattern = (spec: Iterable<readonly [string, number]>): KeyPattern => {
  const entries = [...spec]
  return { paths: entries.map(([path]) => path.split('.')), directions: entries.map(([, direction]) => direction) }
}

/** A document's keys as lists of values. `arrays` marks the fields whose path contains an array. */
interface Extracted {
  readonly rows: readonly (readonly KeyPart[])[]
  readonly arrays: readonly boolean[]
  /** Whether the document lacks all fields of the pattern. Sparse indexes omit such documents. */
  readonly missing: boolean
}

interface Cursor {
  value: Value | undefined
  rest: readonly string[]
}

/**
 * Follows all paths of a pattern at the same time. Expands fields below the same array together, element by element.
 * Throws error 171 if the paths contain two different arrays.
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
      // An empty array at the end of a path sorts below null. If the path continues below the array, the path has no
      // value.
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

/** Descends into documents, and into arrays by index, until the path ends or an array must be expanded. */
function walk({ value, rest }: Cursor, element: Value | undefined): Cursor {
  let at = 0
  for (; at < rest.length; at++) {
    const part = rest[at] as string
    if (isDoc(value)) value = value.get(part)
    else if (Array.isArray(value)) {
      if (!isIndex(part) || Number(part) >= value.length) {
        // MongoDB does not look up field names in an array directly inside another array.
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

/** Compares fields for `$sort` in `$push` and for `$sortArray`. Compares arrays as a whole. */
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

/** A document's smallest key for the pattern, as bytes. */
export function sortKey(document: Doc, pattern: KeyPattern): Buffer {
  let smallest: Buffer | undefined
  for (const row of extract(document, pattern).rows) {
    const key = encodeKey(row, pattern.directions)
    if (!smallest || Buffer.compare(key, smallest) < 0) smallest = key
  }
  return smallest as Buffer
}
