/**
 * Files and data that a page needs first. An app's build writes the list, and the gateway tells browsers to preload it.
 */
import { z } from 'zod'

const File = z.string().regex(/^[\w./-]{1,200}$/)

/**
 * `path` is a router path; `complete` limits the page to brands with a saved registration. `scripts` and `styles` are
 * relative to the app's base URL, `reads` to `/api`. `messages` are scripts; a reader needs only one language.
 */
export const PageAssets = z.object({
  path: z.string().regex(/^(?:\/(?:[\w-]+|:\w+\??))+$/),
  complete: z.literal(true).optional(),
  scripts: z.array(File).max(20),
  styles: z.array(File).max(20),
  messages: z.object({ en: z.array(File).max(20), fr: z.array(File).max(20) }).default({ en: [], fr: [] }),
  reads: z.array(z.string().regex(/^\/[a-z]+(?:\/[\w:-]+)+(?:\?[\w=&-]+)?$/)).max(20),
})
export type PageAssets = z.infer<typeof PageAssets>

/** Each remote has this list next to its manifest. */
export const PageAssetsFile = z.array(PageAssets).max(200)

export const PAGE_ASSETS = 'page-assets.json'
