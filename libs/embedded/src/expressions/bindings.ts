import { refuse } from '../errors.ts'
import { isDoc, truthy, type Value } from '../values.ts'
import { optional, parameters } from './arguments.ts'
import { type Compile, type Context, compile, declare, type Run } from './context.ts'
import { isNullish, requireElements, toInteger } from './operands.ts'

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
  const [inner, slot] = declare(optional(spec, 'as', 'this'), context)
  const body = compile(spec.get('in') as Value, inner)
  return (scope) => {
    const array = input(scope)
    if (isNullish(array)) return null
    return requireElements(array, 16883, 'input to $map').map((element) => {
      scope.slots[slot] = element
      return body(scope) ?? null
    })
  }
}

const FILTER = { codes: [28646, 28647], names: { input: 28648, as: 0, cond: 28650, limit: 0 } } as const

function filter(arg: Value, context: Context): Run {
  const spec = parameters('$filter', arg, FILTER)
  const input = compile(spec.get('input') as Value, context)
  const limit = compile(optional(spec, 'limit', null), context)
  const [inner, slot] = declare(optional(spec, 'as', 'this'), context)
  const test = compile(spec.get('cond') as Value, inner)
  return (scope) => {
    const array = input(scope)
    const requested = limit(scope)
    if (isNullish(array)) return null
    const max = isNullish(requested)
      ? Number.POSITIVE_INFINITY
      : (toInteger(requested) ?? refuse(327391, "$filter's limit must be a 32-bit integer"))
    if (max <= 0) refuse(327392, `$filter's limit must be greater than 0, but is ${max}`)
    const kept: Value[] = []
    for (const element of requireElements(array, 28651, 'input to $filter')) {
      scope.slots[slot] = element
      if (truthy(test(scope)) && kept.push(element) >= max) break
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
    for (const item of requireElements(array, 40080, "$reduce's 'input'")) {
      scope.slots[element] = item
      scope.slots[value] = result
      result = body(scope)
    }
    return result
  }
}

export const BINDINGS: Readonly<Record<string, Compile>> = {
  $filter: filter,
  $let: letIn,
  $map: map,
  $reduce: reduce,
}
