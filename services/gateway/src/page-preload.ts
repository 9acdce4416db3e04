/** Adds the session and preload links to a page, so that the page's first requests do not wait for its scripts. */
import {
  type CurrentSession,
  identityRoutes,
  type Locale,
  PAGE_ASSETS,
  type PageAssets,
  PageAssetsFile,
  type Role,
  type SessionClaims,
} from '@reelfair/contracts'
import type { EdgeHandles } from '@reelfair/service-kit'
import { askIdentity } from './ask-identity.ts'
import { escapeAttribute } from './escape-attribute.ts'
import type { Session, SessionExchange } from './exchange-session.ts'
import { PATIENCE_MS } from './patience.ts'
import { createTextReader } from './read-app-text.ts'
import { localeOf, secretOf } from './session-cookie.ts'

export interface PagePreload {
  /** Identity's `GET /session` response as JSON; if empty, the page requests the session itself. */
  readonly session: string
  readonly links: string
}

interface Options {
  readonly identityUrl: string
  readonly sessions: SessionExchange
  readonly remotes: Readonly<Record<Role, string>>
  readonly log: EdgeHandles<unknown>['log']
}

const NOTHING: PagePreload = { session: '', links: '' }
const VISITOR: PagePreload = { session: JSON.stringify({} satisfies CurrentSession), links: '' }

/**
 * @returns the route's parameters, or undefined if the path does not match the route
 * @example paramsOf('/a/:id/:tab?', '/a/7') // { id: '7' }
 */
export function paramsOf(route: string, path: string): Readonly<Record<string, string | undefined>> | undefined {
  const pattern = route.replaceAll(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => `(?:/(?<${name}>[\\w~.@-]+))${optional ?? ''}`)
  const found = new RegExp(`^${pattern}/?$`).exec(path)
  return found ? { ...found.groups } : undefined
}

/** @returns undefined if a parameter is missing */
const filledIn = (read: string, params: Readonly<Record<string, string | undefined>>): string | undefined => {
  const names = [...read.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.every((name) => params[name]) ? read.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '') : undefined
}

/** Lists manifests and API requests first, because they are small but take a long time to arrive. */
function linksOf(
  { role, complete, termsOutdated }: SessionClaims,
  pages: readonly PageAssets[],
  path: string,
  locale: Locale | undefined,
): string {
  if (termsOutdated) return ''
  const base = `/remotes/${role}`
  for (const page of pages) {
    const params = paramsOf(page.path, path)
    if (!params || (!complete && (page.complete || role === 'admin'))) continue
    // API responses contain text in the user's language, so they are preloaded only if the language is known.
    const reads = locale ? page.reads.flatMap((read) => filledIn(read, params) ?? []) : []
    const fetched = ['/remotes.json', `${base}/mf-manifest.json`, ...reads.map((read) => `/api${read}`)]
    const scripts = [...page.scripts, ...(locale ? page.messages[locale] : [])]
    return [
      ...fetched.map((url) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeAttribute(url)}">`),
      ...page.styles.map((file) => `<link rel="preload" as="style" href="${base}/${file}">`),
      ...scripts.map((file) => `<link rel="preload" as="script" href="${base}/${file}">`),
    ].join('')
  }
  return ''
}

/** @returns a function that never throws, because a page can fetch everything itself */
export function createPagePreload({ identityUrl, sessions, remotes, log }: Options) {
  async function readMe({ token }: Session, signal: AbortSignal): Promise<string> {
    const answer = await askIdentity(identityUrl, 'GET /session', { input: {}, headers: { authorization: `Bearer ${token}` }, signal })
    if (answer.ok) return JSON.stringify(identityRoutes['GET /session'].output.parse(await answer.json()))
    await answer.body?.cancel()
    return ''
  }

  const readPages = async (role: Role): Promise<readonly PageAssets[]> =>
    PageAssetsFile.parse(JSON.parse((await createTextReader(remotes[role], log, PATIENCE_MS)(PAGE_ASSETS)) ?? '[]'))

  return async (path: string, cookies: string | undefined): Promise<PagePreload> => {
    const secret = secretOf(cookies)
    if (!secret) return VISITOR
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const tooSlow = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    // Prevents an unhandled rejection if nothing awaits this promise.
    tooSlow.catch(() => undefined)
    const orFallback = <Known>(asked: Promise<Known>, fallback: Known): Promise<Known> =>
      Promise.race([asked, tooSlow]).catch((error: unknown) => {
        log.warn({ error, path }, 'page preload data incomplete')
        return fallback
      })
    const session = await orFallback<Session | 'unknown' | undefined>(sessions.exchange(secret), 'unknown')
    if (session === 'unknown') return NOTHING
    if (session === undefined) return VISITOR
    const { claims } = session
    const readLinks = async () => linksOf(claims, await readPages(claims.role), path, localeOf(cookies))
    const [me, links] = await Promise.all([orFallback(readMe(session, signal), ''), orFallback(readLinks(), '')])
    return { session: me, links }
  }
}
