import { refuse } from './errors.ts'
import { isDoc, type Value } from './values.ts'

/** Returns undefined for values other than documents. */
export const firstKey = (v: Value | undefined): string | undefined => (isDoc(v) ? v.keys().next().value : undefined)

/** An index has no leading zeros, so "007" can only be a field name. */
export const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part)

export function child(holder: Value | undefined, name: string): Value | undefined {
  if (isDoc(holder)) return holder.get(name)
  return Array.isArray(holder) && isIndex(name) ? holder[Number(name)] : undefined
}

/** Throws if MongoDB would reject the name in a field path. */
export function validateName(name: string): void {
  if (name === '') refuse(15998, 'FieldPath field names may not be empty strings.')
  // Only DBRef fields may start with a dollar sign.
  if (name[0] === '$' && !/^\$(?:id|ref|db)$/.test(name)) {
    refuse(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.")
  }
  if (name.includes('\0')) refuse(16411, 'FieldPath field names may not contain null bytes.')
}

const MAX_PARTS = 200

/** Throws if MongoDB would reject the path. */
export function splitPath(path: string): string[] {
  if (path === '') refuse(40352, 'FieldPath cannot be constructed with empty string')
  if (path.endsWith('.')) refuse(40353, "FieldPath must not end with a '.'.")
  const parts = path.split('.')
  if (parts.length > MAX_PARTS) refuse('Overflow', 'FieldPath is too long')
  parts.forEach(validateName)
  return parts
}
