import type { Me } from '@reelfair/contracts'
import type { ComponentType } from 'react'

/** Increment this version if existing remotes would not work with the new shell. */
export const REMOTE_VERSION = 1

/**
 * `NotFound` renders the shell's page for paths that the remote does not know. Session, language, cache and live
 * updates come from web-kit.
 */
export interface RemoteProps {
  readonly version: typeof REMOTE_VERSION
  readonly me: Me
  readonly NotFound: ComponentType
  /** Only for the brand's remote: the brand whose pages an admin is viewing, read-only. */
  readonly viewedBrandId?: string | undefined
}

/** The `./app` module that every remote exposes. */
export interface RemoteModule {
  readonly default: ComponentType<RemoteProps>
  /** Fetches a page's module in advance, so that the page needs no skeleton. */
  readonly fetchPage: (pathname: string) => Promise<unknown>
}
