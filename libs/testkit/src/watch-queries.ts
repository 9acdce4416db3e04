import { whenOver } from './when-over.ts'

/** Whether apps tell what they ask of their database: apart, for whoever starts them reads it. */
let isWatching = false

/**
 * Until the end of the test, or of the file, apps that are started tell what they ask of their database.
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
