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
