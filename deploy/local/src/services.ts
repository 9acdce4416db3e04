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
import { type Secrets, secretsFor } from './secrets.ts'

const definitions: Readonly<Record<ServiceName, AnyService>> = { identity, verification, campaigns, partnerships, metrics, payouts }

/** The services that store data. The gateway starts after them. */
export const services: readonly AnyService[] = SERVICES.map((name) => definitions[name])
export { gateway }

/** This database stores the dead letters of the in-process bus. */
export const BUS_DATABASE = 'bus'

export type Env = Record<string, string>

/** The folder or the address from which the gateway serves each app. */
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

export const sourcesOf = (names: readonly string[]): string[] =>
  [...names.map((name) => `services/${name}`), 'libs/contracts', 'libs/rules', 'libs/service-kit', 'libs/social'].map((folder) =>
    join(workspaceRoot, folder, 'src'),
  )

export function sharedEnv(secrets: Secrets, mongoUri: string, dbPrefix: string, amqpUrl: string | undefined): Env {
  return {
    ...smallLimits,
    MONGODB_URI: mongoUri,
    DB_PREFIX: dbPrefix,
    HOST: '127.0.0.1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    // The value is never `production`, because the services use the sandbox.
    NODE_ENV: process.env.NODE_ENV ?? 'development',
    SESSION_PUBLIC_KEY: secrets.sessionPublicKey,
    GATEWAY_SECRET: secrets.gatewaySecret,
    ...(amqpUrl ? { AMQP_URL: amqpUrl } : {}),
  }
}

/** How the social networks are read, if the user has chosen it for this start. */
const chosenSources = (): Env =>
  Object.fromEntries(
    ['SOCIAL_INSTAGRAM', 'SOCIAL_TIKTOK', 'SOCIAL_YOUTUBE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )

interface Base {
  readonly shared: Env
  readonly secrets: Secrets
  readonly outside: Outside
  readonly url: string
}

export const serviceEnv = ({ shared, secrets, outside, url }: Base, name: string, port: number): Env => ({
  ...outsideEnv(outside, name, url),
  ...shared,
  PORT: String(port),
  ...secretsFor(secrets, name),
  ...chosenSources(),
})

export const gatewayEnv = ({ shared, outside, url }: Base, port: number, urls: Readonly<Record<string, string>>, web: WebSources): Env => ({
  ...outsideEnv(outside, 'gateway', url),
  ...shared,
  ...web,
  PORT: String(port),
  PUBLIC_ORIGIN: url,
  ...Object.fromEntries(Object.entries(urls).map(([name, url]) => [`${name.toUpperCase()}_URL`, url])),
})
