import { refuse } from '../errors.ts'
import { splitPath } from '../paths.ts'
import { type Doc, isDoc, type Value } from '../values.ts'
import { spendSteps, type V } from './operands.ts'

export interface Scope {
  root: Doc
  readonly slots: V[]
}
export type Run = (scope: Scope) => V

export interface Context {
  readonly names: ReadonlyMap<string, number>
  readonly shared: { readonly slots: V[]; fields: Set<string> | null }
  /** Passed as a field, because importing the compiler here would be circular. */
  readonly compile: Compile
}
export type Compile = (arg: Value, context: Context) => Run

export const compile: Compile = (arg, context) => context.compile(arg, context)

export const each = (arg: Value, context: Context): Run[] => (Array.isArray(arg) ? arg : [arg]).map((item) => compile(item, context))

export function fieldPath(path: string, { names, shared }: Context): Run {
  if (path === '') refuse(16872, "'$' by itself is not a valid FieldPath")
  const parts = splitPath(path)
  const current = names.get('CURRENT')
  if (current !== undefined) return (scope) => follow(scope.slots[current], parts, 0)
  const first = parts[0] as string
  shared.fields?.add(first)
  return parts.length === 1 ? (scope) => scope.root.get(first) : (scope) => follow(scope.root.get(first), parts, 1)
}

/** For an array, collects the values from its documents and skips missing values. */
function follow(v: V, parts: readonly string[], at: number): V {
  for (; at < parts.length; at++) {
    if (isDoc(v)) v = v.get(parts[at] as string)
    else return Array.isArray(v) ? v.flatMap((element) => followed(element, parts, at)) : undefined
  }
  return v
}

function followed(element: Value, parts: readonly string[], at: number): Value[] {
  spendSteps(1)
  const v = isDoc(element) ? follow(element, parts, at) : undefined
  return v === undefined ? [] : [v]
}

export function variable(path: string, context: Context): Run {
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

/** Returns a new context that contains the variable, along with the variable's slot. */
export function declare(name: Value, context: Context): readonly [Context, number] {
  validateVariable(name)
  const slot = context.shared.slots.push(undefined) - 1
  return [{ ...context, names: new Map(context.names).set(name, slot) }, slot]
}

/** Also validates variables in the `let` of commands and of `$lookup`. */
export function validateVariable(name: Value): asserts name is string {
  if (typeof name !== 'string' || name === '') return refuse('FailedToParse', 'empty variable names are not allowed')
  if (name !== 'CURRENT' && !/^[a-z\u0080-\uffff]/.test(name)) {
    refuse('FailedToParse', `'${name}' starts with an invalid character for a user variable name`)
  }
  if (!/^[\w\u0080-\uffff]+$/.test(name)) refuse('FailedToParse', `'${name}' contains an invalid character for a variable name`)
}
