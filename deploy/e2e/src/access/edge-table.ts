/**
 * Expected responses from the gateway's own addresses, which do not belong to a service. `edge.test.ts` runs every cell
 * and fails if the gateway has an address that is missing here. `table.ts` covers the routes below `/api/<service>/`;
 * every other address serves a file.
 */
type EdgeOutcome = '200' | '401 not_signed_in' | '404 not_found'

export interface EdgeRow {
  readonly path: `/${string}`
  readonly visitor: EdgeOutcome
  readonly creator: EdgeOutcome
  readonly brand: EdgeOutcome
  readonly admin: EdgeOutcome
  /** An operator, who sends METRICS_TOKEN. */
  readonly operator: EdgeOutcome
  /** An operator whose request arrives through a proxy and therefore counts as external. */
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
  // Webhooks accept only signed POST requests, so a GET finds nothing.
  { path: '/webhooks', ...all('404 not_found') },
]
