import type { State } from '../state.ts'
import type { World } from '../world.ts'
import { accountV1 } from './account-v1.ts'
import { lineItemsOf } from './checkout.ts'
import { wrongParameter } from './fault.ts'

const lookUp = (state: State, id: string): object | undefined => {
  const account = state.accounts.get(id)
  return (
    state.customers.get(id) ??
    state.intents.get(id) ??
    state.charges.get(id) ??
    state.transfers.get(id) ??
    state.transactions.get(id)?.row ??
    state.sessions.get(id) ??
    state.products.get(id) ??
    state.paymentMethods.get(id)?.row ??
    (account ? accountV1(account) : undefined)
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Replaces ids with their objects. @throws StripeFault 400 when a path cannot be expanded */
export function expand(world: World, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer) as Record<string, unknown>
  for (const path of paths) into(world, copy, path.split('.'), path)
  return copy
}

function into(world: World, object: Record<string, unknown>, [key = '', ...rest]: readonly string[], path: string): void {
  if (key === 'line_items' && object.object === 'checkout.session')
    object.line_items = structuredClone(lineItemsOf(world, String(object.id)))
  if (!(key in object)) throw wrongParameter(`This property cannot be expanded (${path}).`, undefined, 'expand')
  const value = object[key]
  if (typeof value === 'string') {
    const found = lookUp(world.state, value)
    if (!found) throw wrongParameter(`This property cannot be expanded (${path}).`, undefined, 'expand')
    object[key] = structuredClone(found)
  }
  if (rest.length === 0) return
  const inner = object[key]
  for (const one of Array.isArray(inner) ? inner : [inner]) if (isObject(one)) into(world, one, rest, path)
}
