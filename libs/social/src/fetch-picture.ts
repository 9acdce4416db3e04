/** Downloads the pictures of accounts and videos, whose addresses the networks report. */
import { readBytes } from './call-http.ts'

/** The networks serve pictures from these hosts and their subdomains. */
const HOSTS = [
  ...['cdninstagram.com', 'fbcdn.net'],
  ...['tiktokcdn.com', 'tiktokcdn-eu.com', 'tiktokcdn-us.com'],
  ...['ytimg.com', 'ggpht.com', 'googleusercontent.com'],
]
const TIMEOUT_MS = 15_000
/** Covers are about 100 KB. */
const MAX_BYTES = 512 * 1024

interface DownloadedPicture {
  /** As the server states it; not checked. */
  readonly type: string
  readonly file: Buffer
}

/** @returns undefined without a picture */
export type FetchPicture = (url: string) => Promise<DownloadedPicture | undefined>

function isOfNetwork(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}

/**
 * Downloads only from the networks and the given origins, so that a reported address cannot lead into our own network.
 * Follows no redirects and reads at most 512 KB within 15 s. The function never throws.
 * @param origins of other parties that serve pictures, such as the workflow
 * @example const fetchPicture = pictureFetcher(['https://workflow.example'])
 */
export function pictureFetcher(origins: readonly string[], send: typeof fetch = fetch): FetchPicture {
  return async (address) => {
    const url = URL.parse(address)
    if (!url || !(isOfNetwork(url) || origins.includes(url.origin))) return undefined
    try {
      const response = await send(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (response.ok) return { type: response.headers.get('content-type') ?? '', file: await readBytes(response, MAX_BYTES) }
      await response.body?.cancel()
      return undefined
    } catch {
      // A page without the picture is complete, and the next reading tries again.
      return undefined
    }
  }
}
