/**
 * As in MongoDB, update operators become a tree of paths, which detects conflicting paths and determines the order of
 * new fields. The engine builds the tree once and applies it to each document.
 */

import { refuse } from './errors.ts'
import type { Vars } from './expressions.ts'
import { compare, equal } from './keys.ts'
import { parseFilter } from './matcher.ts'
import { checkDollar, MODIFIERS, type Modifier, type PathRef, pathOf, read } from './modifiers.ts'
import { firstKey } from './paths.ts'
import { compileUpdatePipeline } from './pipeline.ts'
import { type Doc, encode, isDoc, show, typeName, type Value } from './values.ts'

interface UpdateContext {
  readonly insert: boolean
  /** The array index that the query matched, for the positional `$`. */
  readonly arrayIndex?: number | undefined
  readonly now: Date
}

export interface Update {
  /** May return `doc` itself. The result shares values with the update, so encode the result before the next call. */
  apply(doc: Doc, context: UpdateContext): Doc
  /**
   * Whether the update counts as a modification even if nothing changes. In MongoDB, a replacement that does not start
   * with `_id` does.
   */
  readonly countsAsModified: boolean
}

interface UpdateOptions {
  readonly arrayFilters?: readonly Doc[] | undefined
  readonly vars?: Vars | undefined
  readonly multi?: boolean | undefined
}

/** Throws every error that does not depend on a document. */
export function parseUpdate(update: Doc | readonly Doc[], options: UpdateOptions): Update {
  if (!isDoc(update)) return parsePipelineUpdate(update, options)
  const filters = parseArrayFilters(options)
  const parsed = firstKey(update)?.startsWith('$') ? parseOperators(update, filters) : parseReplacement(update, options)
  for (const [name, filter] of filters) {
    if (!filter.used) refuse('FailedToParse', `The array filter for identifier '${name}' was not used in the update ${show(update)}`)
  }
  return parsed
}

function parsePipelineUpdate(stages: readonly Doc[], { arrayFilters, vars }: UpdateOptions): Update {
  if (arrayFilters?.length) refuse('FailedToParse', 'arrayFilters may not be specified for pipeline-style updates')
  const run = compileUpdatePipeline(stages, { vars })
  return { countsAsModified: false, apply: (doc) => keepId(doc, run(doc)) }
}

function parseReplacement(replacement: Doc, { multi }: UpdateOptions): Update {
  if (multi) refuse('FailedToParse', 'multi update is not supported for replacement-style update')
  for (const name of replacement.keys()) checkDollar(name)
  return { countsAsModified: firstKey(replacement) !== '_id', apply: (doc) => keepId(doc, new Map(replacement)) }
}

/** The previous `_id` becomes the first field of a replacement. */
function keepId(before: Doc, after: Doc): Doc {
  const old = before.get('_id')
  const id = after.has('_id') ? after.get('_id') : old
  if (id === undefined) return after
  if (Array.isArray(id)) refuse(53, "The '_id' value cannot be of type array")
  if (old !== undefined && !equal(old, id)) {
    refuse('ImmutableField', `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${show(id)}`)
  }
  return firstKey(after) === '_id' ? after : new Map([['_id', id], ...after])
}

// The tree of paths

/** Children by field name ('$' for positional) or, if `elements` is true, by array filter name ('' for `$[]`). */
interface Branch {
  readonly elements: boolean
  children: ReadonlyMap<string, Node>
}

type Node = Modifier | Branch

interface ArrayFilter {
  readonly test: (element: Value) => boolean
  used: boolean
}

interface Run extends UpdateContext {
  readonly filters: ReadonlyMap<string, ArrayFilter>
}

/** MongoDB stores at most 100 levels of nesting, so a longer path would fail later anyway. */
const MAX_PARTS = 100

function parseOperators(update: Doc, filters: ReadonlyMap<string, ArrayFilter>): Update {
  const tree: Branch = { elements: false, children: new Map() }
  const paths: string[] = []
  /** Top-level names with a leading dollar sign. An upsert may insert them, but an update may not add them. */
  const dollarNames = new Set<string>()
  const place = (path: string, modifier: Modifier) => {
    graft(tree, path, splitPath(path, filters), modifier)
    paths.push(path)
  }
  for (const [operator, fields] of update) {
    const make = MODIFIERS.get(operator)
    if (!make) {
      refuse(
        'FailedToParse',
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      )
    }
    if (!isDoc(fields)) {
      refuse(
        'FailedToParse',
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${show(fields)}}`,
      )
    }
    for (const [path, argument] of fields) {
      if (operator !== '$unset' && path.startsWith('$')) dollarNames.add(path.split('.', 1)[0] as string)
      if (operator === '$rename' && typeof argument === 'string') {
        place(argument, make(argument, path))
        // This no-op makes other operators on the source path conflict with the $rename.
        place(path, () => {})
      } else place(path, make(argument, path))
    }
  }
  order(tree)
  const idPath = paths.find((path) => path === '_id' || path.startsWith('_id.'))
  return {
    countsAsModified: false,
    apply(doc, context) {
      const id = idPath && idBytes(doc)
      walk(tree, doc, { ...context, filters })
      if (!context.insert) for (const name of dollarNames) if (doc.has(name)) checkDollar(name)
      if (id && !id.equals(idBytes(doc) ?? Buffer.alloc(0))) {
        refuse('ImmutableField', `Performing an update on the path '${idPath}' would modify the immutable field '_id'`)
      }
      return doc
    },
  }
}

function idBytes(doc: Doc): Buffer | undefined {
  const id = doc.get('_id')
  return id === undefined ? undefined : Buffer.from(encode(new Map([['_id', id]])))
}

const filterName = (part: string) => (part.startsWith('$[') && part.endsWith(']') ? part.slice(2, -1) : undefined)

function splitPath(path: string, filters: ReadonlyMap<string, ArrayFilter>): readonly string[] {
  if (path === '') refuse('EmptyFieldName', 'An empty update path is not valid.')
  const parts = path.split('.')
  if (parts.length > MAX_PARTS) refuse('Overflow', `Document exceeds maximum nesting depth of ${MAX_PARTS}`)
  parts.forEach((part, i) => {
    const name = filterName(part)
    if (part === '') refuse('EmptyFieldName', `The update path '${path}' contains an empty field name, which is not allowed.`)
    if (i === 0 && part === '$') refuse('BadValue', `Cannot have positional (i.e. '$') element in the first position in path '${path}'`)
    if (part === '$' && parts.indexOf('$') < i) refuse('BadValue', `Too many positional (i.e. '$') elements found in path '${path}'`)
    if (name === undefined) return
    if (i === 0) refuse('BadValue', `Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '${path}'`)
    const filter = filters.get(name)
    if (filter) filter.used = true
    else if (name !== '') refuse('BadValue', `No array filter found for identifier '${name}' in path '${path}'`)
  })
  return parts
}

function graft(tree: Branch, path: string, parts: readonly string[], modifier: Modifier): void {
  let branch = tree
  parts.forEach((part, i) => {
    const name = filterName(part) ?? part
    const next = parts[i + 1]
    const elements = next !== undefined && filterName(next) !== undefined
    const known = branch.children.get(name)
    if (known && (next === undefined || typeof known === 'function' || known.elements !== elements)) {
      const conflict = parts.slice(0, i + 1).join('.')
      refuse('ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${conflict}'`)
    }
    const child = known ?? (next === undefined ? modifier : { elements, children: new Map() })
    if (!known) (branch.children as Map<string, Node>).set(name, child)
    branch = child as Branch
  })
}

/** MongoDB adds new fields in name order. Numeric names come first, sorted by value. */
function order(node: Node): void {
  if (typeof node === 'function') return
  node.children = new Map([...node.children].sort(([a], [b]) => byName(a, b)))
  for (const child of node.children.values()) order(child)
}

function byName(a: string, b: string): number {
  const numeric = Number(isDigits(b)) - Number(isDigits(a))
  return numeric || (isDigits(a) && Number(a) - Number(b)) || compare(a, b)
}

const isDigits = (name: string) => /^\d+$/.test(name)

function walk(node: Node, at: PathRef | Doc, run: Run): void {
  if (typeof node === 'function') node(at as PathRef, run)
  else if (node.elements) walkElements(node, at as PathRef, run)
  else for (const [name, child] of resolvePositional(node, at, run)) walk(child, { name, up: at }, run)
}

/** Replaces `$` with the array index that the query matched. */
function resolvePositional({ children }: Branch, at: PathRef | Doc, run: Run): ReadonlyMap<string, Node> {
  const positional = children.get('$')
  if (!positional) return children
  if (run.arrayIndex === undefined) refuse('BadValue', 'The positional operator did not find the match needed from the query.')
  const name = String(run.arrayIndex)
  const same = children.get(name)
  const resolved = [...children].filter(([other]) => other !== '$' && other !== name)
  resolved.push([name, same ? merge(same, positional, { name, up: at }) : positional])
  return new Map(resolved.sort(([a], [b]) => byName(a, b)))
}

function walkElements(node: Branch, at: PathRef, run: Run): void {
  const array = read(at)
  if (array === undefined) refuse('BadValue', `The path '${pathOf(at)}' must exist in the document in order to apply array updates.`)
  if (!Array.isArray(array)) refuse('BadValue', `Cannot apply array updates to non-array element ${at.name}: ${show(array)}`)
  array.forEach((element, i) => {
    const here = { name: String(i), up: at }
    let chosen: Node | undefined
    for (const [name, child] of node.children) {
      if (name === '' || run.filters.get(name)?.test(element)) chosen = chosen ? merge(chosen, child, here) : child
    }
    if (chosen) walk(chosen, here, run)
  })
}

/** Merges two subtrees that resolve to the same path. Two operators on one path conflict. */
function merge(a: Node, b: Node, at: PathRef): Node {
  if (typeof a === 'function' || typeof b === 'function' || a.elements !== b.elements) {
    return refuse('ConflictingUpdateOperators', `Update created a conflict at '${pathOf(at)}'`)
  }
  const children = new Map(a.children)
  for (const [name, child] of b.children) {
    const same = children.get(name)
    children.set(name, same ? merge(same, child, { name: a.elements ? `$[${name}]` : name, up: at }) : child)
  }
  const merged = { elements: a.elements, children }
  order(merged)
  return merged
}

function parseArrayFilters({ arrayFilters = [] }: UpdateOptions): ReadonlyMap<string, ArrayFilter> {
  const filters = new Map<string, ArrayFilter>()
  for (const filter of arrayFilters) {
    const [name, other] = topNames(filter)
    if (name === undefined) refuse('FailedToParse', 'Cannot use an expression without a top-level field name in arrayFilters')
    const failed = 'Error parsing array filter :: caused by ::'
    if (other !== undefined) refuse('FailedToParse', `${failed} Expected a single top-level field name, found '${name}' and '${other}'`)
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
      refuse(
        'BadValue',
        `${failed} The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      )
    }
    if (filters.has(name)) refuse('FailedToParse', `Found multiple array filters with the same top-level field name ${name}`)
    const query = parseFilter(filter, { expr: false })
    filters.set(name, { test: (element) => query.matches(new Map([[name, element]])), used: false })
  }
  return filters
}

function topNames(filter: Doc): readonly string[] {
  const names = [...filter].flatMap(([key, value]) => {
    if (!key.startsWith('$')) return key.split('.', 1)
    return Array.isArray(value) ? value.filter(isDoc).flatMap(topNames) : []
  })
  return [...new Set(names)]
}
