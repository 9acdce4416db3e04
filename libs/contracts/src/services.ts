/**
 * The services behind the gateway. Each one is in `services/<name>`, responds under `/api/<name>/…` and uses the
 * database `reelfair_<name>`.
 * @example SERVICES.map((name) => `/api/${name}/`)
 */
export const SERVICES = ['identity', 'verification', 'campaigns', 'partnerships', 'metrics', 'payouts'] as const
export type ServiceName = (typeof SERVICES)[number]
