/** find, `$project`, `$addFields` and `$unset` apply the same kind of path tree in different ways. */

import { MongoError, refuse } from './errors.ts'
import { compileExpression, type Vars } from './expressions.ts'
import { type Filter, parseFilter } from './matcher.ts'
import { splitPath } from './paths.ts'
import { type Doc, isDoc, isNum, show, toNumber, truthy, typeName, type Value } from './values.ts'

type Projection = (doc: Doc) => Doc

interface ProjectionOptions {
  readonly vars?: Vars | undefined
}

/** Computes a field's value from the whole document. An undefined result omits the field. */
type Computed = (doc: Doc) => Value | undefined

/** Marks a field as included or, in an exclusion projection, as excluded. A sliced field is always included. */
type Mark = 'field' | 'sliced'

interface Level {
  readonly fields: Map<string, Level | Computed | Mark>
  /** Whether this level or a deeper level computes a field. */
  computes: boolean
}

const level = (): Level => ({ fields: new Map(), computes: false })

/** Parses the projection of a find or findAndModify command. A positional `a.$` needs the query filter. */
export function parseProjection(spec: Doc, filter?: Filter, options: ProjectionOptions = {}): Projection {
  return spec.size === 0 ? (doc) => doc : new Parser(options, filter, true).parse(spec)
}

/** A `$project` stage does not allow positional `$`, `$elemMatch` or find's form of `$slice`. */
export function parseProjectStage(spec: Doc, options: ProjectionOptions = {}): Projection {
  try {
    if (spec.size === 0) refuse(51272, 'projection specification must have at least one field')
    return new Parser(options, undefined, false).parse(spec)
  } catch (error) {
    if (error instanceof MongoError) error.message = `Invalid $project :: caused by :: ${error.message}`
    throw error
  }
}

/** Parses `$addFields` or `$set`, which also add fields to documents in arrays. */
export function parseAddFields(spec: Doc, options: ProjectionOptions = {}): Projection {
  if (spec.size === 0) refuse(40177, 'specification must have at least one field')
  const root = level()
  const collide = (path: string, other: string) =>
    refuse(40176, `specification contains two conflicting paths. Cannot specify both '${path}' and '${other}': ${show(spec)}`)
  const add = (path: string, value: Value): void => {
    const operator = isDoc(value) && [...value.keys()].find((name) => name.startsWith('$'))
    if (isDoc(value) && value.size > 0 && !operator) {
      for (const [name, inner] of value) {
        if (name.includes('.')) refuse(40183, `cannot use dotted field name '${name}' in a sub object: ${show(spec)}`)
        add(`${path}.${name}`, inner)
      }
      return
    }
    if (operator && value.size !== 1) {
      refuse(
        40181,
        `an expression specification must contain exactly one field, the name of the expression. Found ${value.size} fields in ${show(value)}, while parsing object ${show(spec)}`,
      )
    }
    const expression = compileExpression(value, options)
    place(root, path, (doc) => expression.evaluate(doc), collide)
  }
  for (const [path, value] of spec) add(path, value)
  return (doc) => compute(root, doc, doc)
}

/** Parses `$unset`, which also removes fields from documents in arrays. */
export function parseUnset(paths: readonly string[]): Projection {
  const root = level()
  for (const path of paths) place(root, path, 'field')
  return (doc) => exclude(root, doc, doc)
}

function collision(path: string, _: string, rest: string): never {
  return rest ? refuse(31249, `Path collision at ${path} remaining portion ${rest}`) : refuse(31250, `Path collision at ${path}`)
}

function place(root: Level, path: string, node: Computed | Mark, collide: typeof collision = collision): void {
  const parts = splitPath(path)
  let at = root
  for (const [i, part] of parts.entries()) {
    const last = i === parts.length - 1
    if (typeof node === 'function') at.computes = true
    const known = at.fields.get(part)
    if (known && (last || typeof known !== 'object')) {
      collide(path, parts.slice(0, i + 1).join('.'), parts.slice(i + 1).join('.'))
    }
    const next = known ?? (last ? node : level())
    if (!known) at.fields.set(part, next)
    if (typeof next === 'object') at = next
  }
}

// Applying the tree; `root` is the document from which expressions read

const NOTHING: Doc = new Map()

/** Computed fields follow the included fields, in specification order. */
function include(at: Level, doc: Doc, root: Doc): Doc {
  const out: Doc = new Map()
  for (const [name, value] of doc) {
    const node = at.fields.get(name)
    if (node === undefined || typeof node === 'function') continue
    const shown = typeof node === 'string' ? value : includeValue(node, value, root)
    if (shown !== undefined) out.set(name, shown)
  }
  if (!at.computes) return out
  for (const [name, node] of at.fields) {
    if (typeof node === 'function') assign(out, name, node(root))
    else if (typeof node === 'object' && node.computes && !out.has(name)) out.set(name, include(node, NOTHING, root))
  }
  return out
}

function includeValue(at: Level, value: Value, root: Doc): Value | undefined {
  if (isDoc(value)) return include(at, value, root)
  if (Array.isArray(value)) return value.map((element) => includeValue(at, element, root)).filter((element) => element !== undefined)
  return at.computes ? include(at, NOTHING, root) : undefined
}

/** Find's `$elemMatch` keeps its position, although it is a computed field. */
function exclude(at: Level, doc: Doc, root: Doc): Doc {
  const out: Doc = new Map(doc)
  for (const [name, node] of at.fields) {
    const value = doc.get(name)
    if (value === undefined) continue
    if (typeof node === 'function') assign(out, name, node(root))
    else if (node === 'field') out.delete(name)
    else if (node !== 'sliced') out.set(name, excludeValue(node, value, root))
  }
  return out
}

function excludeValue(at: Level, value: Value, root: Doc): Value {
  if (isDoc(value)) return exclude(at, value, root)
  return Array.isArray(value) ? value.map((element) => excludeValue(at, element, root)) : value
}

/** A document replaces a value that blocks a dotted path. */
function compute(at: Level, doc: Doc, root: Doc): Doc {
  const out: Doc = new Map(doc)
  for (const [name, node] of at.fields) {
    if (typeof node === 'function') assign(out, name, node(root))
    else if (typeof node === 'object') out.set(name, computeValue(node, doc.get(name), root))
  }
  return out
}

function computeValue(at: Level, value: Value | undefined, root: Doc): Value {
  if (Array.isArray(value)) return value.map((element) => computeValue(at, element, root))
  return compute(at, isDoc(value) ? value : NOTHING, root)
}

function assign(out: Doc, name: string, value: Value | undefined): void {
  if (value === undefined) out.delete(name)
  else out.set(name, value)
}

// Parsing find's projection and $project

class Parser {
  private readonly options: ProjectionOptions
  private readonly filter: Filter | undefined
  private readonly find: boolean
  private readonly root = level()
  private kind: 'inclusion' | 'exclusion' | undefined
  /** Whether the projection includes `_id`. Undefined if the specification does not mention `_id`. */
  private id: boolean | undefined
  private positional: readonly string[] | undefined
  private elemMatch = false
  private readonly slices: Projection[] = []

  constructor(options: ProjectionOptions, filter: Filter | undefined, find: boolean) {
    this.options = options
    this.filter = filter
    this.find = find
  }

  parse(spec: Doc): Projection {
    for (const [name, value] of spec) this.field(name, value, '')
    const kind = this.kind ?? this.impliedKind()
    const names = [...spec.keys()]
    if (kind === 'inclusion') {
      if (this.id === false) this.root.fields.delete('_id')
      else if (!names.some((name) => name === '_id' || name.startsWith('_id.'))) this.root.fields.set('_id', 'field')
    } else if (this.id) this.root.fields.delete('_id')
    return this.build(kind)
  }

  /**
   * The kind of a projection that contains only `_id`, `$slice` and `$elemMatch`, which are valid in both kinds.
   * MongoDB keeps these rules for compatibility.
   */
  private impliedKind(): 'inclusion' | 'exclusion' {
    if (this.slices.length > 0) return this.id ? 'inclusion' : 'exclusion'
    return this.elemMatch || this.id ? 'inclusion' : 'exclusion'
  }

  private build(kind: 'inclusion' | 'exclusion'): Projection {
    const { root, positional, filter, slices } = this
    const apply = kind === 'inclusion' ? include : exclude
    if (!positional && slices.length === 0) return (doc) => apply(root, doc, doc)
    return (doc) => {
      const chosen = positional ? chooseElement(doc, positional, () => filter?.match(doc)?.arrayIndex) : doc
      return slices.reduce((out, slice) => slice(out), apply(root, chosen, doc))
    }
  }

  private field(name: string, value: Value, prefix: string): void {
    const path = prefix + name
    const positional = name.endsWith('.$')
    if (positional && !this.find) refuse(31324, 'Cannot use positional projection in aggregation projection')
    if (name.includes('.$.')) refuse(31394, 'Positional projection may only be used at the end, for example: a.b.$')
    if (isDoc(value)) {
      if (positional) refuse(31271, 'positional projection cannot be used with an expression or sub object')
      this.object(path, value)
    } else if (typeof value === 'boolean' || isNum(value)) {
      if (positional) this.chosen(path, value)
      else this.flag(path, truthy(value))
    } else {
      if (positional) refuse(31308, 'positional projection cannot be used with a literal')
      this.expression(path, value, 31310, `Cannot use an expression ${name}: ${show(value)} in an exclusion projection`)
    }
  }

  private flag(path: string, shown: boolean): void {
    place(this.root, path, 'field')
    if (path === '_id') this.id = shown
    else if (shown) {
      if (this.kind === 'exclusion') refuse(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
      this.kind = 'inclusion'
    } else {
      if (this.kind === 'inclusion') refuse(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
      this.kind = 'exclusion'
    }
  }

  private expression(path: string, value: Value, code: number, message: string): void {
    if (this.kind === 'exclusion') refuse(code, message)
    this.kind = 'inclusion'
    const expression = compileExpression(value, this.options)
    place(this.root, path, (doc) => expression.evaluate(doc))
  }

  private object(path: string, value: Doc): void {
    const [operator, argument] = [...value][0] ?? []
    if (operator === undefined || argument === undefined) {
      refuse(51270, `Invalid empty sub-projection: ${path}`)
    }
    if (value.size !== 1 || !operator.startsWith('$')) {
      for (const [name, inner] of value) this.field(name, inner, `${path}.`)
    } else if (this.find && operator === '$elemMatch') this.firstMatch(path, argument)
    else if (!this.find || operator !== '$slice' || !this.slice(path, argument)) {
      this.operator(path, value, operator)
    }
  }

  private operator(path: string, value: Doc, name: string): void {
    try {
      this.expression(path, value, 31252, 'Cannot use expression other than $meta in exclusion projection')
    } catch (error) {
      // Projections report unknown operators with a different error code, except inside another operator.
      if (!(error instanceof MongoError) || error.message !== `Unrecognized expression '${name}'` || name === '$elemMatch') throw error
      refuse(31325, `Unknown expression ${name}`)
    }
  }

  /** `a.$` includes only the element that the query matched in the first array on the path. */
  private chosen(path: string, value: Value): void {
    if (!truthy(value)) refuse(31395, 'positional projection cannot be used with exclusion')
    if (this.positional) refuse(31276, 'Cannot specify more than one positional projection per query.')
    if (this.elemMatch) refuse(31256, 'Cannot specify positional operator and $elemMatch.')
    if (!this.filter) refuse(51050, 'Projections with a positional operator require a matcher')
    const parts = splitPath(path.slice(0, -2))
    this.flag(parts.join('.'), true)
    this.positional = parts
  }

  private firstMatch(path: string, condition: Value): void {
    if (!isDoc(condition)) refuse(31274, `elemMatch: Invalid argument, object required, but got ${typeName(condition)}`)
    if (this.positional) refuse(31255, 'Cannot specify positional operator and $elemMatch.')
    if (path.includes('.')) refuse(31275, 'Cannot use $elemMatch projection on a nested field.')
    const filter = parseFilter(new Map([[path, new Map([['$elemMatch', condition]])]]))
    this.elemMatch = true
    place(this.root, path, (doc) => {
      const list = doc.get(path)
      const index = filter.match(doc)?.arrayIndex
      return Array.isArray(list) && index !== undefined ? list.slice(index, index + 1) : undefined
    })
  }

  /** Find's form of `$slice` takes a number or [skip, limit]. Returns false for the `$slice` expression. */
  private slice(path: string, argument: Value): boolean {
    const numbers = Array.isArray(argument) ? argument : [argument]
    if (numbers.length > 2 || (Array.isArray(argument) && numbers.length !== 2) || !numbers.every(isNum)) return false
    const [first = 0, limit] = numbers.map((n) => Math.trunc(toNumber(n)) || 0)
    if (limit !== undefined && limit <= 0) refuse(28724, 'First argument to $slice must be an array, but is of type: int')
    const parts = splitPath(path)
    const cut = (list: readonly Value[]): Value[] => {
      if (limit === undefined) return first < 0 ? list.slice(first) : list.slice(0, first)
      const start = first < 0 ? Math.max(0, list.length + first) : first
      return list.slice(start, start + limit)
    }
    place(this.root, path, 'sliced')
    this.slices.push((doc) => sliceAt(doc, parts, 0, cut))
    return true
  }
}

function sliceAt(doc: Doc, parts: readonly string[], i: number, cut: (list: readonly Value[]) => Value[]): Doc {
  const name = parts[i] as string
  const value = doc.get(name)
  if (i === parts.length - 1) return Array.isArray(value) ? new Map(doc).set(name, cut(value)) : doc
  if (isDoc(value)) return new Map(doc).set(name, sliceAt(value, parts, i + 1, cut))
  if (!Array.isArray(value)) return doc
  const list = value.map((element) => (isDoc(element) ? sliceAt(element, parts, i + 1, cut) : element))
  return new Map(doc).set(name, list)
}

/** Reduces the first array on the path to the element that the query matched. */
function chooseElement(doc: Doc, [name = '', ...rest]: readonly string[], matched: () => number | undefined): Doc {
  const value = doc.get(name)
  if (isDoc(value) && rest.length > 0) return new Map(doc).set(name, chooseElement(value, rest, matched))
  if (!Array.isArray(value)) return doc
  const index = matched()
  if (index === undefined) return refuse(51246, "positional operator '.$' couldn't find a matching element in the array")
  if (index >= value.length) refuse(51247, "positional operator '.$' element mismatch")
  return new Map(doc).set(name, value.slice(index, index + 1))
}
