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
  readonly print: (line: string) => void
  readonly watch: boolean
  /** Ports by service name. A service without an entry gets a free port. */
  readonly ports?: Readonly<Record<string, number>>
}

export interface StartedServices {
  readonly services: Readonly<Record<string, { readonly url: string; pid?(): number | undefined }>>
  /** Must be called after the services have started and the pages have been built. */
  startGateway(web: WebSources): Promise<void>
  /** Stops everything gracefully; resolves when all processes have ended. */
  stop(): Promise<void>
  kill(): Promise<void>
}
