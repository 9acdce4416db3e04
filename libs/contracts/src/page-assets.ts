/**
 * Files and data that a page needs first. The app's build writes this list, and the gateway tells the browser to
 * preload them with the shell's scripts.
 */
import { z } from 'zod'

const File = z.string().regex(/^[\w./-]{1,200}$/)

/**
 * One page. `path` is a router path; `complete` limits it to brands with a saved registration. `scripts` and `styles`
 * are relative to the app's base URL, `reads` to `/api`.
 */
export const PageAssets = z.object({
  path: z.string().regex(/^(?:\/(?:[\w-]+|:\w+\??))+$/),
  complete: z.literal(true).optional(),
  scripts: z.array(File).max(20),
  styles: z.array(File).max(20),
  reads: z.array(z.string().regex(/^\/[a-z]+(?:\/[\w:-]+)+(?:\?[\w=&-]+)?$/)).max(20),
})
export type PageAssets = z.infer<typeof PageAssets>

/**
 * The list of all pages, stored next to a remote's manifest.
 * @example const pages = PageAssetsFile.parse(JSON.parse(text))
 */
export const PageAssetsFile = z.array(PageAssets).max(200)

/** File name of the page assets. */
export const PAGE_ASSETS = 'page-assets.json'
