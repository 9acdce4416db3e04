/** What a page of an app needs first: the app's build writes it down, and the gateway has the browser fetch it beside the shell's scripts. */
import { z } from 'zod'

const File = z.string().regex(/^[\w./-]{1,200}$/)

/** One page. `path` as the router has it; `complete`: only for a brand whose registration is saved; `scripts` and `styles` below the app's own address; `reads` as the page asks for them, below `/api`. */
export const PageAssets = z.object({
  path: z.string().regex(/^(?:\/(?:[\w-]+|:\w+\??))+$/),
  complete: z.literal(true).optional(),
  scripts: z.array(File).max(20),
  styles: z.array(File).max(20),
  reads: z.array(z.string().regex(/^\/[a-z]+(?:\/[\w:-]+)+(?:\?[\w=&-]+)?$/)).max(20),
})
export type PageAssets = z.infer<typeof PageAssets>

/** The file beside a remote's manifest. @example const pages = PageAssetsFile.parse(JSON.parse(text)) */
export const PageAssetsFile = z.array(PageAssets).max(200)

/** Its name. */
export const PAGE_ASSETS = 'page-assets.json'
