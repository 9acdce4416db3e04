import { refuse } from '../errors.ts'
import { BSONRegExp, type Doc, encode, isDoc, MAX_DEPTH, ObjectId, type Value } from '../values.ts'

/** Puts `_id` first and generates a missing `_id`. */
export function stored(document: Doc): { raw: Uint8Array; document: Doc } {
  const id = document.get('_id')
  if (id === undefined || document.keys().next().value !== '_id') {
    document = new Map<string, Value>([['_id', id ?? new ObjectId()], ...document])
    if (id !== undefined) document.set('_id', id)
  }
  checkId(document.get('_id') as Value)
  checkDepth(document, MAX_DEPTH)
  return { raw: encode(document), document }
}

/** An update can nest one document in another. The decoder would reject a document that is nested too deeply. */
function checkDepth(value: Value, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (!isDoc(value) && !Array.isArray(value)) return
  if (levels === 0) refuse('Overflow', `Document exceeds maximum nesting depth of ${MAX_DEPTH}`)
  for (const inner of value.values()) checkDepth(inner, levels - 1)
}

function checkId(id: Value): void {
  if (Array.isArray(id)) refuse(53, "The '_id' value cannot be of type array")
  if (id instanceof BSONRegExp) refuse(53, "The '_id' value cannot be of type regex")
  if (isDoc(id)) {
    for (const name of id.keys())
      if (name.startsWith('$'))
        refuse('DollarPrefixedFieldName', `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`)
  }
}
