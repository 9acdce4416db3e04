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
/** GET routes without an output. */
type FileKey<Key, Schemas> = Key extends `GET ${string}` ? (Schemas extends { readonly output: unknown } ? never : Key) : never
/** Excludes internal routes and files, to which screens only link. */
type CalledKey<Key, Schemas> = Schemas extends { readonly internal: true } ? never : Exclude<Key, FileKey<Key, Schemas>>

type CalledRoutes<Name extends ServiceName> = {
  readonly [Key in keyof ServiceRoutes[Name] as Public<CalledKey<Key, ServiceRoutes[Name][Key]>, Name>]: ServiceRoutes[Name][Key]
}
type FileRoutesOf<Name extends ServiceName> = {
  readonly [Key in keyof ServiceRoutes[Name] as Public<FileKey<Key, ServiceRoutes[Name][Key]>, Name>]: ServiceRoutes[Name][Key]
}

/**
 * Every route that screens may call, by its path below `/api`. Screens take their types from here.
 * @example type Campaign = OutputOf<ApiRoutes['GET /campaigns/campaigns/:campaignId']>
 */
export type ApiRoutes = CalledRoutes<'identity'> &
  CalledRoutes<'verification'> &
  CalledRoutes<'campaigns'> &
  CalledRoutes<'partnerships'> &
  CalledRoutes<'metrics'> &
  CalledRoutes<'payouts'>

/** Every route that responds to a GET with a file, by its path below `/api`. */
export type FileRoutes = FileRoutesOf<'identity'> & FileRoutesOf<'campaigns'> & FileRoutesOf<'verification'>
