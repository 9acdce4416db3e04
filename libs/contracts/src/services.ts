/** The services behind the gateway. Each lies in `services/<name>`, answers under `/api/<name>/…` and has the database `reelfair_<name>`. @example SERVICES.map((name) => `/api/${name}/`) */
export const SERVICES = ['identity', 'verification', 'campaigns', 'partnerships', 'metrics', 'payouts'] as const
export type ServiceName = (typeof SERVICES)[number]
