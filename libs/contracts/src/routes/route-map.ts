/** Types of a service's route map, which services and screens share. */
import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The schemas of one route. */
interface RouteSchemas {
  /** Path parameters, query (GET, DELETE) and JSON body in one object. A route without an input accepts none. */
  readonly input?: z.ZodType
  /** Fields outside this schema are dropped. A route without an output answers 204 or streams a file. */
  readonly output?: z.ZodType
  /** The body is a file. */
  readonly upload?: true
}

/**
 * Every route of a service except its webhooks: `METHOD /path` → schemas. `app.ts` adds access and use case.
 * @example const campaignsRoutes = { 'GET /campaigns/:campaignId': { input: CampaignPath, output: Campaign } } as const satisfies RouteMap
 */
export type RouteMap = Readonly<Record<`${Method} /${string}`, RouteSchemas>>

/** The schemas of the route with this key. */
export type RouteAt<Routes, Key extends string> = Key extends keyof Routes ? Routes[Key] : never

/** The paths of all routes with this method. */
export type PathOf<Routes, M extends Method> = keyof Routes extends infer Key
  ? Key extends `${M} /${infer Path}`
    ? `/${Path}`
    : never
  : never

/** The paths of all routes that receive a file. */
export type UploadPathOf<Routes> = {
  [Key in keyof Routes]: Routes[Key] extends { readonly upload: true } ? (Key extends `POST /${infer Path}` ? `/${Path}` : never) : never
}[keyof Routes]

export type NoInput = Readonly<Record<string, undefined>>

/** The input as a client sends it. */
export type InputOf<Schemas> = Schemas extends { readonly input: infer Input extends z.ZodType } ? z.input<Input> : NoInput

/** The input as a use case receives it. */
export type ParsedInputOf<Schemas> = Schemas extends { readonly input: infer Input extends z.ZodType } ? z.output<Input> : NoInput

/** The response. */
export type OutputOf<Schemas> = Schemas extends { readonly output: infer Output extends z.ZodType } ? z.output<Output> : undefined
