/** Conditional and boolean operators evaluate only the arguments that they need. */
import { refuse } from '../errors.ts'
import { isDoc, truthy, type Value } from '../values.ts'
import { parameters, wrongCount } from './arguments.ts'
import { type Compile, type Context, compile, each, type Run } from './context.ts'
import { isNullish, requireArray, type V } from './operands.ts'

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
  const branches = requireArray(spec.get('branches'), 40061, "$switch's 'branches'").map((branch) => {
    const both = parameters("$switch's branch", branch, BRANCH)
    return [compile(both.get('case') as Value, context), compile(both.get('then') as Value, context)] as const
  })
  if (branches.length === 0) refuse(40068, '$switch requires at least one branch')
  const fallback = spec.has('default') ? compile(spec.get('default') as Value, context) : undefined
  return (scope) => {
    for (const [test, then] of branches) if (truthy(test(scope))) return then(scope)
    return fallback
      ? fallback(scope)
      : refuse(40066, '$switch could not find a matching branch for an input, and no default was specified.')
  }
}

function both(runs: readonly Run[], all: boolean): Run {
  return (scope) => {
    for (const run of runs) if (truthy(run(scope)) !== all) return !all
    return all
  }
}

export const CONDITIONALS: Readonly<Record<string, Compile>> = {
  $and: (arg, context) => both(each(arg, context), true),
  $cond: cond,
  $ifNull: ifNull,
  $or: (arg, context) => both(each(arg, context), false),
  $switch: switchOn,
}
