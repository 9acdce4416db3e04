/** Does not import zod, so that screens can load the file on its own. */
import type { FileRoutes } from './api-routes.ts'
import type { InputOf, PathOf, RouteAt } from './route-map.ts'

type FilePath = PathOf<FileRoutes, 'GET'>
type FileInput<Path extends string> = InputOf<RouteAt<FileRoutes, `GET ${Path}`>>

/**
 * Fills a route's path parameters.
 * @param path below `/api`
 * @returns the address and the remaining fields, which are not path parameters
 */
export function fillPath(path: string, input: unknown): { address: string; rest: Readonly<Record<string, unknown>> } {
  const rest: Record<string, unknown> = { ...(input ?? {}) }
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name] ?? '')
    delete rest[name]
    // Empty and dot segments would lead to another route. A hyphen leads to `not_found` instead.
    return /^\.{0,2}$/.test(value) ? '-' : encodeURIComponent(value)
  })
  return { address: `/api${address}`, rest }
}

/** Fills a route's path parameters. The remaining fields become the query. */
export function addressOf(path: string, input: unknown): string {
  const { address, rest } = fillPath(path, input)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${address}?${search}` : address
}

/**
 * Same-origin URL of a file, for links and media elements.
 * @example fileUrl('/campaigns/media/:mediaId', { mediaId })
 */
export const fileUrl = <Path extends FilePath>(path: Path, input: FileInput<Path>): string => addressOf(path, input)

/** Public URL of a brand's logo. @example brandLogoUrl(brand.logoId) */
export const brandLogoUrl = (logoId: string): string => fileUrl('/identity/brand-logos/:logoId', { logoId })
