import { cleanUpLater } from './when-over.ts'

let isWatching = false

/**
 * Makes apps that start after this call report their database commands, until the test or file ends.
 * @example watchQueries(); const app = await startService(campaigns)
 */
export function watchQueries(): void {
  isWatching = true
  cleanUpLater(() => {
    isWatching = false
  })
}

/** Adds command monitoring to a database URI while `watchQueries` is active. */
export const watched = (uri: string): string => (isWatching ? `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true` : uri)
