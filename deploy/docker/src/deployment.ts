/** What is deployed: the services by their definitions, the apps by their folders. For the checks of this folder. */
import { resolve } from 'node:path'
import { gateway, services } from '@reelfair/local/services'
import { type AnyService, fullConfig, readConfig } from '@reelfair/service-kit'

export const workspaceRoot = resolve(import.meta.dirname, '../../..')
export const deployFolder = resolve(import.meta.dirname, '../..')

export const definitions: readonly AnyService[] = [...services, gateway]
export const APPS = ['shell', 'mfe-creator', 'mfe-brand', 'mfe-admin'] as const

/** A bus is needed by every process that is alone; service-kit calls it optional because tests hand theirs in. */
const NEEDED_ALONE = ['AMQP_URL']

/** For development, for tests, and measures that nobody has a reason to change. */
const LEFT_TO_THE_SERVICE = [
  'DEV_ORIGINS',
  'REQUESTS_PER_ADDRESS',
  'REQUESTS_PER_SESSION',
  'SETTLEMENT_PATIENCE_SECONDS',
  'STRIPE_API_BASE',
  'WEBHOOKS_PER_ADDRESS',
]

/** A service's own variables that a deployment does not give, though whoever runs it may want to set them: what is not passed on cannot be set. */
export const notPassedOn = (definition: AnyService, env: Readonly<Record<string, string>>): string[] =>
  Object.keys(definition.config ?? {}).filter((key) => !(key in env) && !LEFT_TO_THE_SERVICE.includes(key))

/**
 * What is wrong with the variables that a deployment gives a service.
 * @returns a sentence for each: missing, not as its schema wants it, or not known to the service
 */
export function faultsOfEnvironment(definition: AnyService, env: Readonly<Record<string, string>>): string[] {
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
