import { refuse } from '../errors.ts'
import { splitPath } from '../paths.ts'
import { type Doc, isDoc, typeName, type Value } from '../values.ts'
import { inBatches, type Stage } from './stage.ts'

/**
 * Copies a document and sets the value at a path. Undefined removes the path's last field. Creates missing documents
 * along the path and replaces other values with documents.
 */
export function setPath(doc: Doc | undefined, parts: readonly string[], value: Value | undefined, at = 0): Doc {
  const copy: Doc = new Map(doc)
  const name = parts[at] as string
  if (at < parts.length - 1) {
    const inner = doc?.get(name)
    copy.set(name, setPath(isDoc(inner) ? inner : undefined, parts, value, at + 1))
  } else if (value === undefined) copy.delete(name)
  else copy.set(name, value)
  return copy
}

const OPTIONS = new Set(['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'])

export function unwind(given: Value): Stage {
  if (typeof given !== 'string' && !isDoc(given)) {
    return refuse(15981, `expected either a string or an object as specification for $unwind stage, got ${typeName(given)}`)
  }
  const spec: Doc = isDoc(given) ? given : new Map([['path', given]])
  for (const name of spec.keys()) if (!OPTIONS.has(name)) refuse(28811, `unrecognized option to $unwind stage: ${name}`)
  const path = spec.get('path')
  if (path === undefined) return refuse(28812, 'no path specified to $unwind stage')
  if (typeof path !== 'string') return refuse(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`)
  if (path === '') refuse(28812, 'no path specified to $unwind stage')
  if (path[0] !== '$') refuse(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`)
  const preserve = spec.get('preserveNullAndEmptyArrays') ?? false
  if (typeof preserve !== 'boolean') refuse(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage')
  const index = spec.get('includeArrayIndex')
  if (index !== undefined && (typeof index !== 'string' || index === '')) {
    refuse(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage')
  }
  if (typeof index === 'string' && index[0] === '$')
    refuse(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${index}`)
  const parts = splitPath(path.slice(1))
  const counter = typeof index === 'string' ? splitPath(index) : undefined
  const numbered = (doc: Doc, n: bigint | null) => (counter ? setPath(doc, counter, n) : doc)

  function* each(docs: readonly Doc[]): Iterable<Doc> {
    for (const doc of docs) {
      let value: Value | undefined = doc
      for (const part of parts) value = isDoc(value) ? value.get(part) : undefined
      if (Array.isArray(value) && value.length > 0) {
        for (let i = 0; i < value.length; i++) yield numbered(setPath(doc, parts, value[i]), BigInt(i))
      } else if (Array.isArray(value)) {
        if (preserve) yield numbered(setPath(doc, parts, undefined), null)
      } else if (preserve || (value !== undefined && value !== null)) yield numbered(doc, null)
    }
  }

  return {
    name: '$unwind',
    reads: new Set([parts[0] as string]),
    async *run(input, env) {
      for await (const batch of input) yield* inBatches(each(batch), env)
    },
  }
}
