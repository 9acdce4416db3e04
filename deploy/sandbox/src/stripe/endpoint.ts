/** An API endpoint. Its action runs synchronously in memory, so requests never interleave. */
import { z } from 'zod'
import type { World } from '../world.ts'
import { findOrFault } from './fault.ts'
import { created, listing, within } from './params.ts'

export interface Call {
  readonly world: World
  readonly path: Readonly<Record<string, string>>
  /** The account id from the `Stripe-Account` or `Stripe-Context` header. */
  readonly account?: string
  readonly requestId: string
  readonly idempotencyKey: string | null
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly params: z.ZodType
  readonly run: (params: never, call: Call) => object
}

export const endpoint = <Shape extends z.ZodRawShape>(
  method: Endpoint['method'],
  path: string,
  shape: Shape,
  run: (params: z.infer<z.ZodObject<Shape, z.core.$strict>>, call: Call) => object,
): Endpoint => ({ method, path, params: z.strictObject(shape), run: run as Endpoint['run'] })

/**
 * Lists rows, filtered by creation time and by each given parameter that names a field.
 * @example listEndpoint('/v1/customers', { email: text.optional() }, ({ world }) => world.state.customers.values())
 */
export const listEndpoint = <Row extends { readonly id: string; readonly created: number }>(
  path: string,
  filters: Readonly<Record<string, z.ZodType>>,
  rowsOf: (call: Call, given: Readonly<Record<string, unknown>>) => Iterable<Row>,
): Endpoint =>
  endpoint('GET', path, { ...listing, created: created.optional(), ...filters }, (params, call) => {
    const { limit, starting_after, ending_before, created: range, ...given }: typeof params & Readonly<Record<string, unknown>> = params
    const wanted = Object.entries(given).filter(([, value]) => value !== undefined)
    const rows = [...rowsOf(call, given)].filter(
      (row) => within(range, row.created) && wanted.every(([name, value]) => Reflect.get(row, name) === value),
    )
    return list(path, rows, { limit, starting_after, ending_before })
  })

interface Page {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
}

/** Returns a list in Stripe's format, newest first. `rows` must be in creation order. */
export function list<Row extends { readonly id: string }>(url: string, rows: readonly Row[], page: Page) {
  const newest = [...rows].reverse()
  const limit = page.limit ?? 10
  const indexOf = (id: string) => {
    findOrFault(new Map(rows.map((row) => [row.id, row])), 'object', id, page.starting_after ? 'starting_after' : 'ending_before')
    return newest.findIndex((row) => row.id === id)
  }
  if (page.ending_before) {
    const end = indexOf(page.ending_before)
    const begin = Math.max(0, end - limit)
    return { object: 'list' as const, data: newest.slice(begin, end), has_more: begin > 0, url }
  }
  const begin = page.starting_after ? indexOf(page.starting_after) + 1 : 0
  return { object: 'list' as const, data: newest.slice(begin, begin + limit), has_more: newest.length > begin + limit, url }
}

export { listing }
