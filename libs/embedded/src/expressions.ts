/**
 * Aggregation expressions: parsed once into closures, run per document. Here is the language itself (field paths,
 * variables, literals, arguments) with the operators that evaluate only some of their arguments or bind variables;
 * those that work on evaluated arguments are tables in expressions/. Whatever is in neither is refused (168).
 */
import { refuse } from './errors.ts'
import { accumulators } from './expressions/accumulators.ts'
import { ARRAYS, NAMED_ARRAYS } from './expressions/arrays.ts'
import { findZone, PARTS, UTC } from './expressions/calendar.ts'
import { NAMED_TYPES, TYPES } from './expressions/conversions.ts'
import { datePart, NAMED_DATES } from './expressions/dates.ts'
import { NUMBERS } from './expressions/numbers.ts'
import {
  arrayOf,
  elementsOf,
  isNullish,
  type Named,
  type Positional,
  restart,
  spend,
  textOf,
  type V,
  wholeOf,
} from './expressions/operands.ts'
import { NAMED_TEXT, TEXT } from './expressions/text.ts'
import { firstKey, splitPath, validateName } from './paths.ts'
import { type Doc, isDoc, truthy, typeName, type Value } from './values.ts'

/** User variables of a `let`, without "$$". `NOW` is among them, so that all of a command has one clock. */
export type Vars = ReadonlyMap<string, Value | undefined>

export interface Expression {
  /** Top-level names it reads; null when it needs the whole document. */
  readonly fields: ReadonlySet<string> | null
  evaluate(doc: Doc): Value | undefined
}

/** Where an evaluation stands: the document, and the values of all variables, each in its own slot. */
interface Scope {
  root: Doc
  readonly slots: V[]
}
type Run = (scope: Scope) => V

/** What a part of an expression is compiled in. */
interface Context {
  /** The variables it sees, by slot. */
  readonly names: ReadonlyMap<string, number>
  readonly shared: { readonly slots: V[]; fields: Set<string> | null }
}
type Compile = (arg: Value, context: Context) => Run

/**
 * Compiles an expression. Errors: 168 unknown operator, 17276 unknown variable, 16020 wrong number of arguments, …
 * @example compileExpression(new Map([['$add', ['$a', 1]]])).evaluate(new Map([['a', 2]])) === 3
 */
export function compileExpression(expression: Value, options: { readonly vars?: Vars | undefined } = {}): Expression {
  const shared: Context['shared'] = { slots: [], fields: new Set() }
  const names = new Map<string, number>()
  for (const [name, value] of options.vars ?? []) names.set(name, shared.slots.push(value) - 1)
  const run = compile(expression, { names, shared })
  const scope: Scope = { root: new Map(), slots: shared.slots }
  return {
    fields: shared.fields,
    evaluate(doc) {
      restart()
      scope.root = doc
      return run(scope)
    },
  }
}

function compile(e: Value, context: Context): Run {
  if (typeof e === 'string' && e[0] === '$') return e[1] === '$' ? variable(e.slice(2), context) : fieldPath(e.slice(1), context)
  if (Array.isArray(e)) {
    const items = e.map((item) => compile(item, context))
    return (scope) => items.map((item) => item(scope) ?? null)
  }
  if (!isDoc(e)) return () => e
  const [first] = e
  return first?.[0][0] === '$' ? operator(e, first, context) : object(e, context)
}

function object(e: Doc, context: Context): Run {
  const entries = Array.from(e, ([name, value]) => {
    validateName(name)
    if (name.includes('.')) refuse(16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.")
    return [name, compile(value, context)] as const
  })
  return (scope) => {
    const made: Doc = new Map()
    for (const [name, run] of entries) {
      const v = run(scope)
      if (v !== undefined) made.set(name, v)
    }
    return made
  }
}

function operator(e: Doc, [name, arg]: [string, Value], context: Context): Run {
  if (e.size > 1) refuse(15983, `An object representing an expression must have exactly one field: ${[...e.keys()].join(', ')}`)
  const known = OPERATORS.get(name) ?? refuse('InvalidPipelineOperator', `Unrecognized expression '${name}'`)
  return known(arg, context)
}

// Field paths and variables

function fieldPath(path: string, { names, shared }: Context): Run {
  if (path === '') refuse(16872, "'$' by itself is not a valid FieldPath")
  const parts = splitPath(path)
  const current = names.get('CURRENT')
  if (current !== undefined) return (scope) => follow(scope.slots[current], parts, 0)
  const first = parts[0] as string
  shared.fields?.add(first)
  return parts.length === 1 ? (scope) => scope.root.get(first) : (scope) => follow(scope.root.get(first), parts, 1)
}

/** Goes down a path. Through an array of documents it gives the array of what they have there, without what is missing. */
function follow(v: V, parts: readonly string[], at: number): V {
  for (; at < parts.length; at++) {
    if (isDoc(v)) v = v.get(parts[at] as string)
    else return Array.isArray(v) ? v.flatMap((element) => followed(element, parts, at)) : undefined
  }
  return v
}

function followed(element: Value, parts: readonly string[], at: number): Value[] {
  spend(1)
  const v = isDoc(element) ? follow(element, parts, at) : undefined
  return v === undefined ? [] : [v]
}

function variable(path: string, context: Context): Run {
  const { names, shared } = context
  const dot = path.indexOf('.')
  const name = dot < 0 ? path : path.slice(0, dot)
  const rest = dot < 0 ? [] : splitPath(path.slice(dot + 1))
  if (name === '') refuse('FailedToParse', 'empty variable names are not allowed')
  const slot = names.get(name)
  if (slot !== undefined) return rest.length === 0 ? (scope) => scope.slots[slot] : (scope) => follow(scope.slots[slot], rest, 0)
  if (name === 'REMOVE') return () => undefined
  if (name !== 'ROOT' && name !== 'CURRENT') return refuse(17276, `Use of undefined variable: ${name}`)
  if (rest[0] === undefined) {
    shared.fields = null
    return (scope) => scope.root
  }
  shared.fields?.add(rest[0])
  return (scope) => follow(scope.root, rest, 0)
}

/** The context with one more variable, and the slot where its value goes. */
function declare(name: Value, context: Context): readonly [Context, number] {
  if (typeof name !== 'string' || name === '') return refuse('FailedToParse', 'empty variable names are not allowed')
  if (name !== 'CURRENT' && !/^[a-z\u0080-\uffff]/.test(name)) {
    refuse('FailedToParse', `'${name}' starts with an invalid character for a user variable name`)
  }
  if (!/^[\w\u0080-\uffff]+$/.test(name)) refuse('FailedToParse', `'${name}' contains an invalid character for a variable name`)
  const slot = context.shared.slots.push(undefined) - 1
  return [{ ...context, names: new Map(context.names).set(name, slot) }, slot]
}

/** Checks the names of a command's or `$lookup`'s `let`. */
export function validateVariable(name: string): void {
  declare(name, { names: new Map(), shared: { slots: [], fields: null } })
}

// Arguments

function positional(name: string, { min, max, run }: Positional): Compile {
  return (arg, context) => {
    const items = each(arg, context)
    if (items.length < min || items.length > max) wrongCount(name, items.length, min, max)
    return (scope) => run(items.map((item) => item(scope)))
  }
}

function wrongCount(name: string, count: number, min: number, max: number): never {
  if (name === '$setEquals') refuse(17045, `$setEquals needs at least two arguments had: ${count}`)
  if (min === max) refuse(16020, `Expression ${name} takes exactly ${min} arguments. ${count} were passed in.`)
  return refuse(28667, `Expression ${name} takes at least ${min} arguments, and at most ${max}, but ${count} were passed in.`)
}

/** Checks an argument document: `codes` for no document and for an unknown name, `names` with the code for absence or 0. */
function parameters(name: string, arg: Value, { codes, names }: Pick<Named, 'codes' | 'names'>): Doc {
  if (!isDoc(arg)) return refuse(codes[0], `${name} only supports an object as its argument, found ${typeName(arg)}`)
  for (const key of arg.keys()) if (!Object.hasOwn(names, key)) refuse(codes[1], `${name} found an unknown argument: ${key}`)
  for (const [key, code] of Object.entries(names)) if (code && !arg.has(key)) refuse(code, `Missing '${key}' parameter to ${name}`)
  return arg
}

const given = (spec: Doc, name: string, otherwise: Value): Value => (spec.has(name) ? (spec.get(name) as Value) : otherwise)

function named(name: string, op: Named): Compile {
  return (arg, context) => {
    const runs = new Map(Array.from(parameters(name, arg, op), ([key, value]) => [key, compile(value, context)]))
    const has = (key: string) => runs.has(key)
    op.check?.(has)
    return (scope) => {
      const known = new Map<string, V>()
      return op.run((key) => {
        // Each argument is evaluated when it is asked for, but only once: nested operators would double the work per level.
        if (!known.has(key)) known.set(key, runs.get(key)?.(scope))
        return known.get(key)
      }, has)
    }
  }
}

// Operators that evaluate some of their arguments, or evaluate one many times

const each = (arg: Value, context: Context): Run[] => (Array.isArray(arg) ? arg : [arg]).map((item) => compile(item, context))

const COND = {
  codes: [16020, 17083],
  names: Object.fromEntries([
    ['if', 17080],
    ['then', 17081],
    ['else', 17082],
  ]),
} as const

function cond(arg: Value, context: Context): Run {
  const values = isDoc(arg) ? ['if', 'then', 'else'].map((key) => parameters('$cond', arg, COND).get(key) as Value) : arg
  const [test, yes, no, ...more] = each(values, context)
  if (!test || !yes || !no || more.length > 0) return wrongCount('$cond', Array.isArray(arg) ? arg.length : 1, 3, 3)
  return (scope) => (truthy(test(scope)) ? yes(scope) : no(scope))
}

function ifNull(arg: Value, context: Context): Run {
  const runs = each(arg, context)
  if (runs.length < 2) refuse(1257300, `$ifNull needs at least two arguments, had: ${runs.length}`)
  return (scope) => {
    let v: V
    for (const run of runs) {
      v = run(scope)
      if (!isNullish(v)) return v
    }
    return v
  }
}

const SWITCH = { codes: [40060, 40067], names: { branches: 40068, default: 0 } } as const
const BRANCH = {
  codes: [40062, 40063],
  names: Object.fromEntries([
    ['case', 40064],
    ['then', 40065],
  ]),
} as const

function switchOn(arg: Value, context: Context): Run {
  const spec = parameters('$switch', arg, SWITCH)
  const branches = arrayOf(spec.get('branches'), 40061, "$switch's 'branches'").map((branch) => {
    const both = parameters("$switch's branch", branch, BRANCH)
    return [compile(both.get('case') as Value, context), compile(both.get('then') as Value, context)] as const
  })
  if (branches.length === 0) refuse(40068, '$switch requires at least one branch')
  const otherwise = spec.has('default') ? compile(spec.get('default') as Value, context) : undefined
  return (scope) => {
    for (const [test, then] of branches) if (truthy(test(scope))) return then(scope)
    return otherwise
      ? otherwise(scope)
      : refuse(40066, '$switch could not find a matching branch for an input, and no default was specified.')
  }
}

const LET = { codes: [16874, 16875], names: { vars: 16876, in: 16877 } } as const

function letIn(arg: Value, context: Context): Run {
  const spec = parameters('$let', arg, LET)
  const vars = spec.get('vars') as Value
  if (!isDoc(vars)) return refuse(10065, 'invalid parameter: expected an object (vars)')
  let inner = context
  const assignments = Array.from(vars, ([name, value]) => {
    const [next, slot] = declare(name, inner)
    inner = next
    return [slot, compile(value, context)] as const
  })
  const body = compile(spec.get('in') as Value, inner)
  return (scope) => {
    for (const [slot, run] of assignments) scope.slots[slot] = run(scope)
    return body(scope)
  }
}

const MAP = { codes: [16878, 16879], names: { input: 16880, as: 0, in: 16882 } } as const

function map(arg: Value, context: Context): Run {
  const spec = parameters('$map', arg, MAP)
  const input = compile(spec.get('input') as Value, context)
  const [inner, slot] = declare(given(spec, 'as', 'this'), context)
  const body = compile(spec.get('in') as Value, inner)
  return (scope) => {
    const array = input(scope)
    if (isNullish(array)) return null
    return elementsOf(array, 16883, 'input to $map').map((element) => {
      scope.slots[slot] = element
      return body(scope) ?? null
    })
  }
}

const FILTER = { codes: [28646, 28647], names: { input: 28648, as: 0, cond: 28650, limit: 0 } } as const

function filter(arg: Value, context: Context): Run {
  const spec = parameters('$filter', arg, FILTER)
  const input = compile(spec.get('input') as Value, context)
  const limit = compile(given(spec, 'limit', null), context)
  const [inner, slot] = declare(given(spec, 'as', 'this'), context)
  const test = compile(spec.get('cond') as Value, inner)
  return (scope) => {
    const array = input(scope)
    const asked = limit(scope)
    if (isNullish(array)) return null
    const most = isNullish(asked)
      ? Number.POSITIVE_INFINITY
      : (wholeOf(asked) ?? refuse(327391, "$filter's limit must be a 32-bit integer"))
    if (most <= 0) refuse(327392, `$filter's limit must be greater than 0, but is ${most}`)
    const kept: Value[] = []
    for (const element of elementsOf(array, 28651, 'input to $filter')) {
      scope.slots[slot] = element
      if (truthy(test(scope)) && kept.push(element) >= most) break
    }
    return kept
  }
}

const REDUCE = { codes: [40075, 40076], names: { input: 40077, initialValue: 40078, in: 40079 } } as const

function reduce(arg: Value, context: Context): Run {
  const spec = parameters('$reduce', arg, REDUCE)
  const input = compile(spec.get('input') as Value, context)
  const initial = compile(spec.get('initialValue') as Value, context)
  const [middle, element] = declare('this', context)
  const [inner, value] = declare('value', middle)
  const body = compile(spec.get('in') as Value, inner)
  return (scope) => {
    const array = input(scope)
    if (isNullish(array)) return null
    let result = initial(scope)
    for (const item of elementsOf(array, 40080, "$reduce's 'input'")) {
      scope.slots[element] = item
      scope.slots[value] = result
      result = body(scope)
    }
    return result
  }
}

const ZIP = { codes: [34460, 34464], names: { inputs: 34465, defaults: 0, useLongestLength: 0 } } as const

function zip(arg: Value, context: Context): Run {
  const spec = parameters('$zip', arg, ZIP)
  const inputs = each([...arrayOf(spec.get('inputs'), 34461, "$zip's inputs")], context)
  const defaults = each([...arrayOf(given(spec, 'defaults', []), 34462, "$zip's defaults")], context)
  const longest = given(spec, 'useLongestLength', false)
  if (typeof longest !== 'boolean') refuse(34463, `useLongestLength must be a bool, found ${typeName(longest)}`)
  if (inputs.length === 0) refuse(34465, '$zip requires at least one input array')
  if (defaults.length > 0 && !longest) refuse(34466, 'cannot specify defaults unless useLongestLength is true')
  if (defaults.length > 0 && defaults.length !== inputs.length) refuse(34467, 'defaults and inputs must have the same length')
  return (scope) => {
    const arrays = inputs.map((run) => run(scope))
    if (arrays.some(isNullish)) return null
    const columns = arrays.map((v) => elementsOf(v, 34468, "each of $zip's inputs"))
    const fill = defaults.map((run) => run(scope) ?? null)
    const length = columns.map((column) => column.length).reduce((a, b) => (longest ? Math.max(a, b) : Math.min(a, b)))
    return Array.from({ length }, (_, row) =>
      columns.map((column, i) => (row < column.length ? (column[row] as Value) : (fill[i] ?? null))),
    )
  }
}

const GET_FIELD = { codes: [3041701, 3041701], names: { field: 3041702, input: 3041703 } } as const

function getField(arg: Value, context: Context): Run {
  const spec = isOptions(arg) ? parameters('$getField', arg, GET_FIELD) : new Map<string, Value>([['field', arg]])
  const wanted = spec.get('field') as Value
  const field = compile(wanted, context)
  if (!spec.has('input') && typeof wanted === 'string' && wanted[0] !== '$' && !context.names.has('CURRENT')) {
    context.shared.fields?.add(wanted)
    return (scope) => scope.root.get(wanted)
  }
  const input = compile(given(spec, 'input', '$$CURRENT'), context)
  return (scope) => {
    const name = textOf(field(scope), 3041704, "$getField requires 'field' to evaluate to type String: it")
    const v = input(scope)
    return isDoc(v) ? v.get(name) : v === null ? null : undefined
  }
}

/** Whether an argument that may be any expression is a document of named arguments. */
const isOptions = (arg: Value): arg is Doc => isDoc(arg) && firstKey(arg)?.[0] !== '$'

function partOf(name: string): Compile {
  const options = { codes: [40535, 40535], names: { date: 40539, timezone: 0 } } as const
  return (arg, context) => {
    if (Array.isArray(arg) && arg.length !== 1)
      refuse(40536, `${name} accepts exactly one argument if given an array, but was given ${arg.length}`)
    const only = Array.isArray(arg) ? (arg[0] as Value) : arg
    if (!isOptions(only)) {
      const date = compile(only, context)
      return (scope) => datePart(name, date(scope), UTC)
    }
    const spec = parameters(name, only, options)
    const date = compile(spec.get('date') as Value, context)
    const zone = compile(given(spec, 'timezone', 'UTC'), context)
    return (scope) => {
      const asked = zone(scope)
      return datePart(name, date(scope), isNullish(asked) ? null : findZone(textOf(asked, 40517, 'timezone must evaluate to a string: it')))
    }
  }
}

const OPERATORS: ReadonlyMap<string, Compile> = new Map<string, Compile>([
  ...Object.entries({ ...ARRAYS, ...NUMBERS, ...TEXT, ...TYPES }).map(([name, op]): [string, Compile] => [name, positional(name, op)]),
  ...Object.entries({ ...NAMED_ARRAYS, ...NAMED_DATES, ...NAMED_TEXT, ...NAMED_TYPES }).map(([name, op]): [string, Compile] => [
    name,
    named(name, op),
  ]),
  ...Object.keys(PARTS).map((name): [string, Compile] => [name, partOf(name)]),
  ['$and', (arg, context) => both(each(arg, context), true)],
  ['$cond', cond],
  ['$filter', filter],
  ['$getField', getField],
  ['$ifNull', ifNull],
  ['$let', letIn],
  ['$literal', (arg) => () => arg],
  ['$map', map],
  ['$or', (arg, context) => both(each(arg, context), false)],
  ['$reduce', reduce],
  ['$switch', switchOn],
  ['$zip', zip],
])

/** `$and` runs until one is not true, `$or` until one is. */
function both(runs: readonly Run[], all: boolean): Run {
  return (scope) => {
    for (const run of runs) if (truthy(run(scope)) !== all) return !all
    return all
  }
}

/** Every operator that an expression may use, and every accumulator of `$group`: each has its tests. */
export const EXPRESSION_OPERATORS: readonly string[] = [...OPERATORS.keys()].sort()
export const ACCUMULATORS: readonly string[] = Object.keys(accumulators)
