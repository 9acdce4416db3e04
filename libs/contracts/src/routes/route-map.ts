import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface RouteSchemas {
  /** Merges path parameters, query (GET, DELETE) and JSON body into one object. */
  readonly input?: z.ZodType
  /** Fields outside this schema are dropped. A route without an output responds with 204 or a file. */
  readonly output?: z.ZodType
  /** Only the gateway and the sandbox call the route; `app.ts` gives it the access level `gateway`. */
  readonly internal?: true
}

interface PostSchemas extends RouteSchemas {
  /** The body is a file. */
  readonly upload?: true
}

/**
 * All routes of a service except its webhooks. `app.ts` adds each route's access level and use case.
 * @example const campaignsRoutes = { 'GET /campaigns/:campaignId': { input: CampaignPath, output: Campaign } } as const
 * satisfies RouteMap
 */
export type RouteMap = Readonly<Record<`${Exclude<Method, 'POST'>} /${string}`, RouteSchemas>> &
  Readonly<Record<`POST /${string}`, PostSchemas>>

export type RouteAt<Routes, Key extends string> = Key extends keyof Routes ? Routes[Key] : never

/** Does not include uploads. */
export type PathOf<Routes, M extends Method> = {
  [Key in keyof Routes]: Routes[Key] extends { readonly upload: true } ? never : Key extends `${M} /${infer Path}` ? `/${Path}` : never
}[keyof Routes]

export type UploadPathOf<Routes> = {
  [Key in keyof Routes]: Routes[Key] extends { readonly upload: true } ? (Key extends `POST /${infer Path}` ? `/${Path}` : never) : never
}[keyof Routes]

export type NoInput = Readonly<Record<string, undefined>>

/** The input as a client sends it. */
export type InputOf<Schemas> = Schemas extends { readonly input: infer Input extends z.ZodType } ? z.input<Input> : NoInput

/** The input as a use case receives it. */
export type ParsedInputOf<Schemas> = Schemas extends { readonly input: infer Input extends z.ZodType } ? z.output<Input> : NoInput

export type OutputOf<Schemas> = Schemas extends { readonly output: infer Output extends z.ZodType } ? z.output<Output> : undefined

type DeepReadonly<T> = T extends Date ? T : T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T

/** The result of a use case, which the output schema turns into the response. */
export type ResultOf<Schemas> = Schemas extends { readonly output: infer Output extends z.ZodType }
  ? DeepReadonly<z.input<Output>>
  : unknown
