import type { Me } from '@reelfair/contracts'
import type { ComponentType } from 'react'

/** The version of what crosses between shell and remote; raised when an old remote could not live with a new shell. */
export const REMOTE_VERSION = 1

/**
 * All that the shell hands to a remote. Session, language, cache and live updates reach it through web-kit, which both share.
 * `NotFound` draws the shell's own page for a path the remote does not know.
 */
export interface RemoteProps {
  readonly version: typeof REMOTE_VERSION
  readonly me: Me
  readonly NotFound: ComponentType
}

/** What `./app` of every remote exposes. */
export interface RemoteModule {
  readonly default: ComponentType<RemoteProps>
  /** Fetches the module of the page at this path, so that it is drawn without a skeleton. */
  readonly fetchPage: (pathname: string) => Promise<unknown>
}
