/** The six services and the gateway, and what each is told by its environment. */

import { join } from 'node:path'
import { campaigns } from '@reelfair/campaigns/app'
import { SERVICES, type ServiceName } from '@reelfair/contracts'
import { gateway } from '@reelfair/gateway/app'
import { identity } from '@reelfair/identity/app'
import { metrics } from '@reelfair/metrics/app'
import { partnerships } from '@reelfair/partnerships/app'
import { payouts } from '@reelfair/payouts/app'
import type { AnyService } from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import { verification } from '@reelfair/verification/app'
import { workspaceRoot } from './folders.ts'
import { type Outside, outsideEnv } from './outside.ts'
import type { Secrets } from './secrets.ts'

const definitions: Readonly<Record<ServiceName, AnyService>> = { identity, verification, campaigns, partnerships, metrics, payouts }

/** All that keep data; the gateway is started after them. */
export const services: readonly AnyService[] = SERVICES.map((name) => definitions[name])
export { gateway }

/** Of the in-process bus: its dead letters. */
export const BUS_DATABASE = 'bus'

export type Env = Record<string, string>

/** Where the gateway finds shell and remotes: a folder or an address each. */
export interface WebSources {
  readonly SHELL_APP: string
  readonly REMOTE_CREATOR: string
  readonly REMOTE_BRAND: string
  readonly REMOTE_ADMIN: string
}

export const APPS = { SHELL_APP: 'shell', REMOTE_CREATOR: 'mfe-creator', REMOTE_BRAND: 'mfe-brand', REMOTE_ADMIN: 'mfe-admin' } as const

export const builtApps = (): WebSources => mapValues(APPS, (folder) => join(workspaceRoot, folder, 'dist'))

export const mapValues = <K extends string, A, B>(object: Readonly<Record<K, A>>, change: (value: A, key: K) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(object).map(([key, value]) => [key, change(value, key as K)])) as Record<K, B>

/** Where the code lies that services are made of. */
export const sourcesOf = (names: readonly string[]): string[] =>
  [...names.map((name) => `services/${name}`), 'libs/contracts', 'libs/rules', 'libs/service-kit', 'libs/social'].map((folder) =>
    join(workspaceRoot, folder, 'src'),
  )

/** What all processes are told. */
export function sharedEnv(secrets: Secrets, mongoUri: string, dbPrefix: string, amqpUrl: string | undefined): Env {
  return {
    ...smallLimits,
    MONGODB_URI: mongoUri,
    DB_PREFIX: dbPrefix,
    HOST: '127.0.0.1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    ...(process.env.SUPPORT_EMAIL ? { SUPPORT_EMAIL: process.env.SUPPORT_EMAIL } : {}),
    // Never production: there is a sandbox.
    NODE_ENV: process.env.NODE_ENV ?? 'development',
    SESSION_PUBLIC_KEY: secrets.sessionPublicKey,
    GATEWAY_SECRET: secrets.gatewaySecret,
    ...(amqpUrl ? { AMQP_URL: amqpUrl } : {}),
  }
}

interface Told {
  readonly shared: Env
  readonly secrets: Secrets
  readonly outside: Outside
  /** Of the gateway: what a person opens. */
  readonly url: string
}

export const serviceEnv = ({ shared, secrets, outside, url }: Told, name: string, port: number): Env => ({
  ...outsideEnv(outside, name, url),
  ...shared,
  PORT: String(port),
  ...(name === 'identity' ? { SESSION_PRIVATE_KEY: secrets.sessionPrivateKey } : {}),
})

export const gatewayEnv = ({ shared, outside, url }: Told, port: number, urls: Readonly<Record<string, string>>, web: WebSources): Env => ({
  ...outsideEnv(outside, 'gateway', url),
  ...shared,
  ...web,
  PORT: String(port),
  PUBLIC_ORIGIN: url,
  ...Object.fromEntries(Object.entries(urls).map(([name, url]) => [`${name.toUpperCase()}_URL`, url])),
})
