/**
 * Each service is in `services/<name>`, responds under `/api/<name>/…` and uses the database `reelfair_<name>`. This
 * file does not import zod, so that screens can load it on its own.
 */
export const SERVICES = ['identity', 'verification', 'campaigns', 'partnerships', 'metrics', 'payouts'] as const
export type ServiceName = (typeof SERVICES)[number]
