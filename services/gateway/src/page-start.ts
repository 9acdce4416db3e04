/** What a page brings along, so that its first requests need not wait for its scripts: who is signed in, and what to fetch beside the scripts. */
import {
  CurrentSession,
  type Locale,
  PAGE_ASSETS,
  type PageAssets,
  PageAssetsFile,
  type Role,
  type SessionClaims,
} from '@reelfair/contracts'
import type { EdgeHandles } from '@reelfair/service-kit'
import type { Session, SessionExchange } from './exchange-session.ts'
import { readText } from './serve-file.ts'
import { localeOf, secretOf } from './session-cookie.ts'

/** A page never waits longer for what only makes it faster. */
const PATIENCE_MS = 500

export interface PageStart {
  /** The answer of identity's `GET /session`, as JSON; empty when it is not known, and the page asks by itself. */
  readonly session: string
  /** `<link>` elements for the head. */
  readonly links: string
}

interface Options {
  readonly identityUrl: string
  readonly sessions: SessionExchange
  /** A folder or a web server for each app. */
  readonly remotes: Readonly<Record<Role, string>>
  readonly log: EdgeHandles<unknown>['log']
}

const NOTHING: PageStart = { session: '', links: '' }
const VISITOR: PageStart = { session: JSON.stringify({} satisfies CurrentSession), links: '' }

/** @returns the values of a route's parameters, or undefined where the path is another's. @example paramsOf('/a/:id/:tab?', '/a/7') // { id: '7' } */
export function paramsOf(route: string, path: string): Readonly<Record<string, string | undefined>> | undefined {
  const pattern = route.replaceAll(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => `(?:/(?<${name}>[\\w~.@-]+))${optional ?? ''}`)
  const found = new RegExp(`^${pattern}/?$`).exec(path)
  return found ? { ...found.groups } : undefined
}

/** A read with the page's parameters; undefined where one is missing. */
const filledIn = (read: string, params: Readonly<Record<string, string | undefined>>): string | undefined => {
  const names = [...read.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.every((name) => params[name]) ? read.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '') : undefined
}

/** The order is that of fetching: what is small and takes long to answer comes first. */
function linksOf({ role, complete }: SessionClaims, pages: readonly PageAssets[], path: string, locale: Locale | undefined): string {
  const base = `/remotes/${role}`
  for (const page of pages) {
    const params = paramsOf(page.path, path)
    if (!params || (page.complete && !complete)) continue
    // Answers hold sentences in the reader's language, so reads wait for the page where the language is not known.
    const reads = locale ? page.reads.flatMap((read) => filledIn(read, params) ?? []) : []
    const fetched = ['/remotes.json', `${base}/mf-manifest.json`, ...reads.map((read) => `/api${read}`)]
    return [
      ...fetched.map((url) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${url.replaceAll('&', '&amp;')}">`),
      ...page.styles.map((file) => `<link rel="preload" as="style" href="${base}/${file}">`),
      ...page.scripts.map((file) => `<link rel="preload" as="script" href="${base}/${file}">`),
    ].join('')
  }
  return ''
}

/** @returns what the page at `path` brings along; never an error: without it the page asks for everything by itself */
export function createPageStart({ identityUrl, sessions, remotes, log }: Options) {
  async function readMe({ token }: Session, signal: AbortSignal): Promise<string> {
    const answer = await fetch(`${identityUrl}/session`, { headers: { authorization: `Bearer ${token}` }, redirect: 'error', signal })
    if (answer.ok) return JSON.stringify(CurrentSession.parse(await answer.json()))
    await answer.body?.cancel()
    return ''
  }

  async function readPages(role: Role, signal: AbortSignal): Promise<readonly PageAssets[]> {
    const source = remotes[role]
    if (!source.includes('://')) return PageAssetsFile.parse(JSON.parse((await readText(source, PAGE_ASSETS)) ?? '[]'))
    const answer = await fetch(`${source.replace(/\/$/, '')}/${PAGE_ASSETS}`, { redirect: 'error', signal })
    if (answer.ok) return PageAssetsFile.parse(await answer.json())
    await answer.body?.cancel()
    return []
  }

  return async (path: string, cookies: string | undefined): Promise<PageStart> => {
    const secret = secretOf(cookies)
    if (!secret) return VISITOR
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const tooSlow = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    // One that loses the race must not count as unhandled.
    tooSlow.catch(() => undefined)
    const whatIsKnown = <Known>(asked: Promise<Known>, otherwise: Known): Promise<Known> =>
      Promise.race([asked, tooSlow]).catch((error: unknown) => {
        log.warn({ error, path }, 'page sent without its whole head start')
        return otherwise
      })
    const session = await whatIsKnown<Session | 'unknown' | undefined>(sessions.exchange(secret), 'unknown')
    if (session === 'unknown') return NOTHING
    if (session === undefined) return VISITOR
    const { claims } = session
    const readLinks = async () => linksOf(claims, await readPages(claims.role, signal), path, localeOf(cookies))
    const [me, links] = await Promise.all([whatIsKnown(readMe(session, signal), ''), whatIsKnown(readLinks(), '')])
    return { session: me, links }
  }
}
