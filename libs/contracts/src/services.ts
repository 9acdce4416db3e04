/** Each service is in `services/<name>`, responds under `/api/<name>/…` and uses the database `reelfair_<name>`. */
export const SERVICES = ['identity', 'verification', 'campaigns', 'partnerships', 'metrics', 'payouts'] as const
export type ServiceName = (typeof SERVICES)[number]
