/** Whether the apps of this test file tell what they ask of their database: apart, for whoever starts them reads it. */
let isWatching = false

/**
 * From now on the apps of this test file tell what they ask of their database.
 * @example watchQueries(); const app = await startService(campaigns)
 */
export function watchQueries(): void {
  isWatching = true
}

/** The database's address as an app is given it. */
export const watched = (uri: string): string => (isWatching ? `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true` : uri)
