/**
 * Compiles aggregation expressions into closures that run once per document. The tables in expressions/ define most
 * operators; a few operators have their own argument syntax. Unknown operators cause error 168.
 */
import { refuse } from './errors.ts'
import { accumulators } from './expressions/accumulators.ts'
import { isOptions, named, optional, parameters, positional } from './expressions/arguments.ts'
import { ARRAYS, NAMED_ARRAYS } from './expressions/arrays.ts'
import { BINDINGS } from './expressions/bindings.ts'
import { findZone, PARTS, UTC } from './expressions/calendar.ts'
import { CONDITIONALS } from './expressions/conditionals.ts'
import { type Compile, type Context, each, fieldPath, type Run, type Scope, variable } from './expressions/context.ts'
import { NAMED_TYPES, TYPES } from './expressions/conversions.ts'
import { datePart, NAMED_DATES } from './expressions/dates.ts'
import { NUMBERS } from './expressions/numbers.ts'
import { isNullish, requireArray, requireElements, requireString, resetSteps } from './expressions/operands.ts'
import { NAMED_TEXT, TEXT } from './expressions/text.ts'
import { validateName } from './paths.ts'
import { type Doc, isDoc, typeName, type Value } from './values.ts'

/** Variables from a `let`, without the leading "$$". Includes `NOW`, so that all documents see the same time. */
export type Vars = ReadonlyMap<string, Value | undefined>

export interface Expression {
  /** Top-level fields that the expression reads. Null if the expression needs the whole document. */
  readonly fields: ReadonlySet<string> | null
  evaluate(doc: Doc): Value | undefined
}

/**
 * Throws error 168 for an unknown operator, 17276 for an unknown variable, 16020 for a wrong number of arguments, and
 * each operator's own error codes.
 */
export function compileExpression(expression: Value, options: { readonly vars?: Vars | undefined } = {}): Expression {
  const shared: Context['shared'] = { slots: [], fields: new Set() }
  const names = new Map<string, number>()
  for (const [name, value] of options.vars ?? []) names.set(name, shared.slots.push(value) - 1)
  const run = compile(expression, { names, shared, compile })
  const scope: Scope = { root: new Map(), slots: shared.slots }
  return {
    fields: shared.fields,
    evaluate(doc) {
      resetSteps()
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
    const result: Doc = new Map()
    for (const [name, run] of entries) {
      const v = run(scope)
      if (v !== undefined) result.set(name, v)
    }
    return result
  }
}

function operator(e: Doc, [name, arg]: [string, Value], context: Context): Run {
  if (e.size > 1) refuse(15983, `An object representing an expression must have exactly one field: ${[...e.keys()].join(', ')}`)
  const known = OPERATORS.get(name) ?? refuse('InvalidPipelineOperator', `Unrecognized expression '${name}'`)
  return known(arg, context)
}

const ZIP = { codes: [34460, 34464], names: { inputs: 34465, defaults: 0, useLongestLength: 0 } } as const

function zip(arg: Value, context: Context): Run {
  const spec = parameters('$zip', arg, ZIP)
  const inputs = each([...requireArray(spec.get('inputs'), 34461, "$zip's inputs")], context)
  const defaults = each([...requireArray(optional(spec, 'defaults', []), 34462, "$zip's defaults")], context)
  const longest = optional(spec, 'useLongestLength', false)
  if (typeof longest !== 'boolean') refuse(34463, `useLongestLength must be a bool, found ${typeName(longest)}`)
  if (inputs.length === 0) refuse(34465, '$zip requires at least one input array')
  if (defaults.length > 0 && !longest) refuse(34466, 'cannot specify defaults unless useLongestLength is true')
  if (defaults.length > 0 && defaults.length !== inputs.length) refuse(34467, 'defaults and inputs must have the same length')
  return (scope) => {
    const arrays = inputs.map((run) => run(scope))
    if (arrays.some(isNullish)) return null
    const columns = arrays.map((v) => requireElements(v, 34468, "each of $zip's inputs"))
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
  const fieldArg = spec.get('field') as Value
  const field = compile(fieldArg, context)
  if (!spec.has('input') && typeof fieldArg === 'string' && fieldArg[0] !== '$' && !context.names.has('CURRENT')) {
    context.shared.fields?.add(fieldArg)
    return (scope) => scope.root.get(fieldArg)
  }
  const input = compile(optional(spec, 'input', '$$CURRENT'), context)
  return (scope) => {
    const name = requireString(field(scope), 3041704, "$getField requires 'field' to evaluate to type String: it")
    const v = input(scope)
    return isDoc(v) ? v.get(name) : v === null ? null : undefined
  }
}

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
    const zone = compile(optional(spec, 'timezone', 'UTC'), context)
    return (scope) => {
      const value = zone(scope)
      return datePart(
        name,
        date(scope),
        isNullish(value) ? null : findZone(requireString(value, 40517, 'timezone must evaluate to a string: it')),
      )
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
  ...Object.entries({ ...CONDITIONALS, ...BINDINGS }),
  ['$getField', getField],
  ['$literal', (arg) => () => arg],
  ['$zip', zip],
])

/** @internal All expression operators and `$group` accumulators. The semantics tests fail if one has no test. */
export const EXPRESSION_OPERATORS: readonly string[] = [...OPERATORS.keys()].sort()
/** @internal All `$group` accumulators, for the same tests. */
export const ACCUMULATORS: readonly string[] = Object.keys(accumulators)
