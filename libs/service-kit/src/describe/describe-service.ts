import type { AnyService } from '../service.ts'
import { asyncapiOf } from './asyncapi.ts'
import { openapiOf } from './openapi.ts'
import { tablesOf } from './tables.ts'

export interface ServiceDocuments {
  readonly openapi: Readonly<Record<string, unknown>>
  readonly asyncapi: Readonly<Record<string, unknown>>
  /** Markdown tables of routes, events, jobs, workers, commands and environment variables. */
  readonly tables: string
}

/**
 * Generates a service's documents without starting the service.
 * @example const { openapi } = describeService(campaigns)
 */
export const describeService = (definition: AnyService): ServiceDocuments => ({
  openapi: openapiOf(definition),
  asyncapi: asyncapiOf(definition),
  tables: tablesOf(definition),
})
