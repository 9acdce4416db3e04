import { whenOver } from './when-over.ts'

/** Whether new apps report their database commands. `startService` reads it. */
let isWatching = false

/**
 * Makes apps started from now on report their database commands, until the test or the file ends.
 * @example watchQueries(); const app = await startService(campaigns)
 */
export function watchQueries(): void {
  isWatching = true
  whenOver(() => {
    isWatching = false
  })
}

/** The database's address as an app is given it. */
export const watched = (uri: string): string => (isWatching ? `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true` : uri)
