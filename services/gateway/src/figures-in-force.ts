/** Detects landing pages whose prices and rates are no longer those of the settings. */
import { z } from 'zod'
import type { ReadPublicSettings } from './public-settings.ts'

/** What the page prints of identity's public settings. */
const Figures = z.object({
  packages: z.array(z.object({ id: z.string(), credits: z.int(), priceCents: z.int() })),
  rateCard: z.object({ campaignCentsPer1000: z.int(), partnershipCentsPer1000: z.int(), validFrom: z.string() }),
  reviewHours: z.int(),
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

/**
 * @returns a function that marks a page whose figures differ from the settings in force. The page then hides them until
 * its script has printed the current ones. While the settings are unknown, the page stays as built.
 */
export const createFigureCheck =
  (settings: ReadPublicSettings) =>
  async (html: string): Promise<string> => {
    const inForce = normalised(await settings())
    const built = builtInto(html)
    const isStale = inForce !== undefined && built !== undefined && built !== inForce
    return isStale ? html.replace('<html ', '<html data-stale ') : html
  }
