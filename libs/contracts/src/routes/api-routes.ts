import type { ServiceName } from '../services.ts'
import { campaignsRoutes } from './campaigns.ts'
import { identityRoutes } from './identity.ts'
import { metricsRoutes } from './metrics.ts'
import { partnershipsRoutes } from './partnerships.ts'
import { payoutsRoutes } from './payouts.ts'
import type { RouteMap } from './route-map.ts'
import { verificationRoutes } from './verification.ts'

export const serviceRoutes = {
  identity: identityRoutes,
  verification: verificationRoutes,
  campaigns: campaignsRoutes,
  partnerships: partnershipsRoutes,
  metrics: metricsRoutes,
  payouts: payoutsRoutes,
} as const satisfies Record<ServiceName, RouteMap>

type ServiceRoutes = typeof serviceRoutes
type Public<Key, Name extends ServiceName> = Key extends `${infer Method} ${infer Path}` ? `${Method} /${Name}${Path}` : never
/** Excludes internal routes and files. Files are GET routes without an output, and screens only link to them. */
type Called<Key, Schemas> = Schemas extends { readonly internal: true }
  ? never
  : Key extends `GET ${string}`
    ? Schemas extends { readonly output: unknown }
      ? Key
      : never
    : Key
type PublicRoutes<Name extends ServiceName> = {
  readonly [Key in keyof ServiceRoutes[Name] as Public<Called<Key, ServiceRoutes[Name][Key]>, Name>]: ServiceRoutes[Name][Key]
}

/**
 * Every route that screens may call, by its path below `/api`. Screens take their types from here.
 * @example type Campaign = OutputOf<ApiRoutes['GET /campaigns/campaigns/:campaignId']>
 */
export type ApiRoutes = PublicRoutes<'identity'> &
  PublicRoutes<'verification'> &
  PublicRoutes<'campaigns'> &
  PublicRoutes<'partnerships'> &
  PublicRoutes<'metrics'> &
  PublicRoutes<'payouts'>
