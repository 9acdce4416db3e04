/** What the two ways to run the services, in one process and in many, are given and give back. */
import type { Outside } from './outside.ts'
import type { Secrets } from './secrets.ts'
import type { Env, WebSources } from './services.ts'

export interface Parts {
  readonly folder: string
  readonly port: number
  readonly url: string
  readonly secrets: Secrets
  readonly outside: Outside
  readonly shared: Env
  readonly say: (line: string) => void
  readonly watch: boolean
  /** Of the services, by name; a free one for whom there is none. */
  readonly ports?: Readonly<Record<string, number>>
}

/** Services that run, however many processes they are. */
export interface StartedServices {
  readonly services: Readonly<Record<string, { readonly url: string; pid?(): number | undefined }>>
  /** Starts the gateway, after the services, when the pages are built. */
  startGateway(web: WebSources): Promise<void>
  /** Resolves when all have ended. */
  stop(): Promise<void>
  /** Ends all at once. */
  kill(): Promise<void>
}
