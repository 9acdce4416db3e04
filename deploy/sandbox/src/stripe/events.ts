/** Stripe events: snapshot events for the platform and Connect endpoints, thin events for a third endpoint. */

import { z } from 'zod'
import type { EndpointName, EventRow } from '../state.ts'
import { newId, type World } from '../world.ts'
import { deliver, sendAgain } from './deliver.ts'
import { type Endpoint, endpoint, list, listing } from './endpoint.ts'
import { findOrFault, noSuch } from './fault.ts'
import { bool, created, int, text, within } from './params.ts'
import { API_VERSION } from './version.ts'

/**
 * Emits a snapshot event with a copy of the object. If an account is given, the Connect endpoint receives the event.
 */
export function emit(world: World, type: string, object: object, account?: string): void {
  const id = newId('evt_')
  const body = {
    id,
    object: 'event',
    ...(account ? { account } : {}),
    api_version: API_VERSION,
    created: world.nowSeconds(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  const relatedId = (object as { id?: string }).id ?? ''
  publish(world, { id, endpoint: account ? 'connect' : 'platform', type, relatedId, body })
}

/** Emits a thin event, which only references an object; the receiver fetches the object. */
export function emitThin(world: World, type: string, about: { account: string; related: boolean; data?: Record<string, unknown> }): void {
  const id = newId('evt_test_')
  const body = {
    id,
    object: 'v2.core.event',
    created: world.clock.now().toISOString(),
    livemode: false,
    ...(about.related ? { related_object: { id: about.account, type: 'v2.core.account', url: `/v2/core/accounts/${about.account}` } } : {}),
    type,
  }
  publish(world, { id, endpoint: 'thin', type, relatedId: about.account, body, ...(about.data ? { data: about.data } : {}) })
}

function publish(world: World, event: Pick<EventRow, 'id' | 'endpoint' | 'type' | 'relatedId' | 'body' | 'data'>): void {
  world.state.events.set(event.id, { ...event, createdMs: world.nowMs(), delivered: false, attempts: 0, deliveries: [] })
  deliver(world, event.id)
}

const snapshots = ({ state }: World): EventRow[] => [...state.events.values()].filter(({ endpoint: name }) => name !== 'thin')

const shown = (event: EventRow) => ({ ...event.body, id: event.id, pending_webhooks: event.delivered ? 0 : 1 })

/** As on Stripe, events older than 30 days are not listed. */
const KEPT_SECONDS = 30 * 86_400

const endpointOf = (account: string | undefined): EndpointName => (account ? 'connect' : 'platform')

const matches = (type: string, wanted: string) => (wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted)

export const eventEndpoints: readonly Endpoint[] = [
  endpoint(
    'GET',
    '/v1/events',
    {
      ...listing,
      created: created.optional(),
      delivery_success: bool.optional(),
      type: text.optional(),
      types: z.array(text).max(20).optional(),
    },
    (params, { world, account }) => {
      const since = world.nowSeconds() - KEPT_SECONDS
      const all = snapshots(world)
      const { starting_after: seen, ...rest } = params
      // The cursor may be any event, even one that has been delivered since the previous page was requested.
      if (seen !== undefined) findOrFault(world.state.events, 'event', seen)
      const older =
        seen === undefined
          ? all
          : all.slice(
              0,
              Math.max(
                0,
                all.findIndex(({ id }) => id === seen),
              ),
            )
      const rows = older.filter((event) => {
        const at = Math.floor(event.createdMs / 1_000)
        return (
          at >= since &&
          event.endpoint === endpointOf(account) &&
          (account === undefined || event.body.account === account) &&
          within(params.created, at) &&
          (params.delivery_success === undefined || event.delivered === params.delivery_success) &&
          (params.type === undefined || matches(event.type, params.type)) &&
          (params.types === undefined || params.types.some((type) => matches(event.type, type)))
        )
      })
      return list('/v1/events', rows.map(shown), rest)
    },
  ),
  endpoint('GET', '/v1/events/:id', {}, (_, { world, path }) => {
    const event = findOrFault(world.state.events, 'event', path.id ?? '')
    if (event.endpoint === 'thin') throw noSuch('event', event.id)
    return shown(event)
  }),
  // The Stripe CLI calls this endpoint for `stripe events resend`.
  endpoint(
    'POST',
    '/v1/events/:id/retry',
    { account: text.optional(), for_stripecli: bool.optional(), webhook_endpoint: text.optional() },
    (_, { world, path }) => {
      const event = findOrFault(world.state.events, 'event', path.id ?? '')
      if (event.endpoint === 'thin') throw noSuch('event', event.id)
      sendAgain(world, event)
      return shown(event)
    },
  ),
  endpoint(
    'GET',
    '/v2/core/events',
    {
      created: z.strictObject({ gt: text.optional(), gte: text.optional(), lt: text.optional(), lte: text.optional() }).optional(),
      limit: int.pipe(z.int().min(1).max(100)).optional(),
      object_id: text.optional(),
      page: text.optional(),
      types: z.array(text).optional(),
    },
    (params, { world }) => {
      const { gt, gte, lt, lte } = params.created ?? {}
      const rows = [...world.state.events.values()].reverse().filter((event) => {
        const at = String(event.body.created)
        return (
          event.endpoint === 'thin' &&
          (params.object_id === undefined || event.relatedId === params.object_id) &&
          (params.types === undefined || params.types.includes(event.type)) &&
          (gt === undefined || at > gt) &&
          (gte === undefined || at >= gte) &&
          (lt === undefined || at < lt) &&
          (lte === undefined || at <= lte)
        )
      })
      return pageOf('/v2/core/events', rows.map(fetched), params)
    },
  ),
  endpoint('GET', '/v2/core/events/:id', {}, (_, { world, path }) => {
    const event = findOrFault(world.state.events, 'event', path.id ?? '')
    if (event.endpoint !== 'thin') throw noSuch('event', event.id)
    return fetched(event)
  }),
]

const fetched = (event: EventRow) => ({ ...event.body, ...(event.data ? { data: event.data } : {}) })

/** Returns a v2 list page with the next page's URL. `page` is the number of rows already returned. */
export function pageOf<Row>(
  url: string,
  rows: readonly Row[],
  params: Record<string, unknown> & { limit?: number | undefined; page?: string | undefined },
) {
  const { limit = 20, page = '0', ...rest } = params
  const begin = Number(page) || 0
  const end = begin + limit
  const query = new URLSearchParams({ page: String(end), limit: String(limit) })
  for (const [key, value] of Object.entries(rest)) {
    if (Array.isArray(value)) value.forEach((one, index) => void query.append(`${key}[${index}]`, String(one)))
    else if (typeof value === 'object' && value)
      for (const [inner, one] of Object.entries(value)) query.append(`${key}[${inner}]`, String(one))
    else if (value !== undefined) query.append(key, String(value))
  }
  return { data: rows.slice(begin, end), next_page_url: end < rows.length ? `${url}?${query}` : null, previous_page_url: null }
}
