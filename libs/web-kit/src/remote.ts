import type { Me } from '@reelfair/contracts'
import type { ComponentType } from 'react'

/** Version of the interface between shell and remotes. Raise it if old remotes would not work with a new shell. */
export const REMOTE_VERSION = 1

/**
 * Everything that the shell passes to a remote. Session, language, cache and live updates come from web-kit, which both
 * share. `NotFound` renders the shell's page for paths that the remote does not know.
 */
export interface RemoteProps {
  readonly version: typeof REMOTE_VERSION
  readonly me: Me
  readonly NotFound: ComponentType
}

/** The `./app` module that every remote exposes. */
export interface RemoteModule {
  readonly default: ComponentType<RemoteProps>
  /** Fetches the module of the page at this path, so that it renders without a skeleton. */
  readonly fetchPage: (pathname: string) => Promise<unknown>
}
