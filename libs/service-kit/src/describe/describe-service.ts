/** A service's generated documents: OpenAPI, AsyncAPI and README tables. */
import type { AnyService } from '../service.ts'
import { asyncapiOf } from './asyncapi.ts'
import { openapiOf } from './openapi.ts'
import { tablesOf } from './tables.ts'

export interface ServiceDocuments {
  /** OpenAPI 3.1 as JSON. */
  readonly openapi: Readonly<Record<string, unknown>>
  /** AsyncAPI 3.0 as JSON. */
  readonly asyncapi: Readonly<Record<string, unknown>>
  /** Markdown tables of routes, events, jobs, workers, commands and environment variables. */
  readonly tables: string
}

/**
 * Describes a service without starting it.
 * @example const { openapi } = describeService(campaigns)
 */
export const describeService = (definition: AnyService): ServiceDocuments => ({
  openapi: openapiOf(definition),
  asyncapi: asyncapiOf(definition),
  tables: tablesOf(definition),
})
