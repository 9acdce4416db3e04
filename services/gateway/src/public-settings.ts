import type { Clock, EdgeHandles } from '@reelfair/service-kit'
import { askIdentity } from './ask-identity.ts'
import { PATIENCE_MS } from './patience.ts'

const KEPT_MS = 60_000
/** Retry interval until the first response. */
const ASK_AGAIN_MS = 1_000

interface Options {
  readonly identityUrl: string
  readonly clock: Clock
  readonly log: EdgeHandles<unknown>['log']
}

/**
 * Each reader parses only the settings that it prints, because identity may run another version.
 * @returns identity's public settings, at most a minute old, or older ones while it does not respond; undefined if it
 * never has
 */
export type ReadPublicSettings = () => Promise<unknown>

export function createPublicSettings({ identityUrl, clock, log }: Options): ReadPublicSettings {
  let inForce: unknown
  let askedAt = Number.NEGATIVE_INFINITY
  let asking = Promise.resolve()

  async function ask(): Promise<void> {
    try {
      const answer = await askIdentity(identityUrl, 'GET /public-settings', { input: {}, signal: AbortSignal.timeout(PATIENCE_MS) })
      if (answer.ok) inForce = await answer.json()
      else await answer.body?.cancel()
    } catch (error) {
      log.warn({ error }, 'public settings request failed')
    }
  }

  return async () => {
    const now = clock.now().getTime()
    if (Math.abs(now - askedAt) >= (inForce === undefined ? ASK_AGAIN_MS : KEPT_MS)) {
      askedAt = now
      asking = ask()
    }
    await asking
    return inForce
  }
}
