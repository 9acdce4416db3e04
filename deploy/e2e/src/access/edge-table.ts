/**
 * How the gateway responds at its own addresses, which belong to no service. `edge.test.ts` fails if an address is
 * missing here.
 */
type EdgeOutcome = '200' | '401 not_signed_in' | '404 not_found'

export interface EdgeRow {
  readonly path: `/${string}`
  readonly visitor: EdgeOutcome
  readonly creator: EdgeOutcome
  readonly brand: EdgeOutcome
  readonly admin: EdgeOutcome
  /** Operators send METRICS_TOKEN. */
  readonly operator: EdgeOutcome
  /** An operator's request through a proxy counts as external. */
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
  // Mailbox providers post to this address; a GET gets the shell’s page, but only as text/html.
  { path: '/unsubscribe/:token', ...all('404 not_found') },
]
