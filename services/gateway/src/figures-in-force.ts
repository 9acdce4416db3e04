/** Detects landing pages whose prices and rates are no longer those of the settings. */
import type { Clock, EdgeHandles } from '@reelfair/service-kit'
import { z } from 'zod'

const KEPT_MS = 60_000
/** The first visitor after a start waits at most this long. */
const PATIENCE_MS = 500

/** What the page prints of identity's public settings. */
const Figures = z.object({
  packages: z.array(z.object({ id: z.string(), credits: z.int(), priceCents: z.int() })),
  rateCard: z.object({ campaignCentsPer1000: z.int(), partnershipCentsPer1000: z.int() }),
})

/** The same text for the same figures. Undefined if the text contains none. */
function normalised(json: unknown): string | undefined {
  const { data } = Figures.safeParse(json)
  return data && JSON.stringify(data)
}

/** @returns the figures that a page was built with */
function builtInto(html: string): string | undefined {
  const [, attribute] = /<html [^>]*data-figures="([^"]*)"/.exec(html) ?? []
  return attribute && normalised(JSON.parse(attribute.replaceAll('&quot;', '"')))
}

interface Options {
  readonly identityUrl: string
  readonly clock: Clock
  readonly log: EdgeHandles<unknown>['log']
}

/**
 * @returns a function that marks a page whose figures differ from the settings in force. The page then hides them until
 * its script has printed the current ones. While the settings are unknown, the page stays as built.
 */
export function createFigureCheck({ identityUrl, clock, log }: Options): (html: string) => Promise<string> {
  let inForce: string | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking = Promise.resolve()

  async function ask(): Promise<void> {
    try {
      const answer = await fetch(`${identityUrl}/public-settings`, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
      if (answer.ok) inForce = normalised(await answer.json()) ?? inForce
      else await answer.body?.cancel()
    } catch (error) {
      log.warn({ error }, 'public settings request failed')
    }
  }

  return async (html) => {
    const now = clock.now().getTime()
    if (Math.abs(now - askedAt) >= KEPT_MS) {
      askedAt = now
      asking = ask()
    }
    if (inForce === undefined) await asking
    const built = builtInto(html)
    const isStale = inForce !== undefined && built !== undefined && built !== inForce
    return isStale ? html.replace('<html ', '<html data-stale ') : html
  }
}
