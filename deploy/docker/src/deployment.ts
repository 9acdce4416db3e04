import { resolve } from 'node:path'
import { gateway, services } from '@reelfair/local/services'
import type { AnyService } from '@reelfair/service-kit'
import { fullConfig, readConfig } from '@reelfair/service-kit/testing'

export const workspaceRoot = resolve(import.meta.dirname, '../../..')
export const deployFolder = resolve(import.meta.dirname, '../..')

export const definitions: readonly AnyService[] = [...services, gateway]
export const APPS = ['shell', 'mfe-creator', 'mfe-brand', 'mfe-admin'] as const

/**
 * Required by every stand-alone process. service-kit declares AMQP_URL as optional, because tests pass their own bus.
 */
const NEEDED_ALONE = ['AMQP_URL']

/** Variables for development and tests, and limits that operators do not need to change. */
const LEFT_TO_THE_SERVICE = [
  'DEV_ORIGINS',
  'GOOGLE_AUTHORIZATION_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_USERINFO_URL',
  'REQUESTS_PER_ADDRESS',
  'REQUESTS_PER_SESSION',
  'SETTLEMENT_PATIENCE_SECONDS',
  'SOCIAL_API_BASE',
  'STRIPE_API_BASE',
  'WEBHOOKS_PER_ADDRESS',
]

/** Lists a service's variables that operators cannot set, because deployments do not pass them on. */
export const notPassedOn = (definition: AnyService, env: Readonly<Record<string, string>>): string[] =>
  Object.keys(definition.config ?? {}).filter((key) => !(key in env) && !LEFT_TO_THE_SERVICE.includes(key))

/**
 * Checks the variables that a deployment gives a service.
 * @returns one message per missing or unknown variable, and a single message for all invalid variables
 */
export function environmentFaults(definition: AnyService, env: Readonly<Record<string, string>>): string[] {
  const shape = fullConfig(definition)
  const unknown = Object.keys(env).filter((key) => !(key in shape))
  const missing = NEEDED_ALONE.filter((key) => !env[key])
  const faults = [...unknown.map((key) => `${key} is not known`), ...missing.map((key) => `${key} is missing`)]
  try {
    readConfig(definition.name, shape, env)
  } catch (error) {
    faults.push((error as Error).message)
  }
  return faults
}
