import { refuse } from '../errors.ts'
import { firstKey } from '../paths.ts'
import { type Doc, isDoc, typeName, type Value } from '../values.ts'
import { type Compile, compile, each } from './context.ts'
import type { Named, Positional, V } from './operands.ts'

export function positional(name: string, { min, max, run }: Positional): Compile {
  return (arg, context) => {
    const items = each(arg, context)
    if (items.length < min || items.length > max) wrongCount(name, items.length, min, max)
    return (scope) => run(items.map((item) => item(scope)))
  }
}

export function wrongCount(name: string, count: number, min: number, max: number): never {
  if (name === '$setEquals') refuse(17045, `$setEquals needs at least two arguments had: ${count}`)
  if (min === max) refuse(16020, `Expression ${name} takes exactly ${min} arguments. ${count} were passed in.`)
  return refuse(28667, `Expression ${name} takes at least ${min} arguments, and at most ${max}, but ${count} were passed in.`)
}

/**
 * Validates a document of named arguments. `codes` holds the error codes for a non-document and for an unknown
 * argument. `names` maps each argument to the error code for its absence, or to 0 if the argument is optional.
 */
export function parameters(name: string, arg: Value, { codes, names }: Pick<Named, 'codes' | 'names'>): Doc {
  if (!isDoc(arg)) return refuse(codes[0], `${name} only supports an object as its argument, found ${typeName(arg)}`)
  for (const key of arg.keys()) if (!Object.hasOwn(names, key)) refuse(codes[1], `${name} found an unknown argument: ${key}`)
  for (const [key, code] of Object.entries(names)) if (code && !arg.has(key)) refuse(code, `Missing '${key}' parameter to ${name}`)
  return arg
}

export const optional = (spec: Doc, name: string, fallback: Value): Value => (spec.has(name) ? (spec.get(name) as Value) : fallback)

export function named(name: string, op: Named): Compile {
  return (arg, context) => {
    const runs = new Map(Array.from(parameters(name, arg, op), ([key, value]) => [key, compile(value, context)]))
    const has = (key: string) => runs.has(key)
    op.check?.(has)
    return (scope) => {
      const known = new Map<string, V>()
      return op.run((key) => {
        // Caching matters, because evaluating an argument twice would double the work at every nesting level.
        if (!known.has(key)) known.set(key, runs.get(key)?.(scope))
        return known.get(key)
      }, has)
    }
  }
}

export const isOptions = (arg: Value): arg is Doc => isDoc(arg) && firstKey(arg)?.[0] !== '$'
