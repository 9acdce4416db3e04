/**
 * Who is answered what at the gateway's own addresses: those that are no use case of a service. `edge.test.ts` runs every cell and fails for an address that
 * the gateway has and this table has not. What lies behind `/api/<service>/` stands in `table.ts`; all other addresses are files.
 */
export type EdgeOutcome = '200' | '401 not_signed_in' | '404 not_found'

export interface EdgeRow {
  readonly path: `/${string}`
  readonly visitor: EdgeOutcome
  readonly creator: EdgeOutcome
  readonly brand: EdgeOutcome
  readonly admin: EdgeOutcome
  /** Who has METRICS_TOKEN. */
  readonly operator: EdgeOutcome
  /** The operator by way of a proxy, so from the outside. */
  readonly operatorOutside: EdgeOutcome
}

const all = (outcome: EdgeOutcome) =>
  ({ visitor: outcome, creator: outcome, brand: outcome, admin: outcome, operator: outcome, operatorOutside: outcome }) as const

export const edgeTable: readonly EdgeRow[] = [
  { path: '/healthz', ...all('200'), operatorOutside: '404 not_found' },
  { path: '/readyz', ...all('200'), operatorOutside: '404 not_found' },
  { path: '/metrics', ...all('404 not_found'), operator: '200' },
  { path: '/api/live', ...all('401 not_signed_in'), creator: '200', brand: '200', admin: '200' },
  { path: '/remotes.json', ...all('200') },
  // Takes messages with a signature, by POST, and tells nobody anything.
  { path: '/webhooks', ...all('404 not_found') },
]
