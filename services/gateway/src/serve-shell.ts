import type { BlockList } from 'node:net'
import { extname } from 'node:path'
import { type ApiRoutes, identityRoutes, type Locale, type PathOf, refuse } from '@reelfair/contracts'
import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'
import { type EdgeHandles, nameRoute } from '@reelfair/service-kit'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { clientAddress } from './client-address.ts'
import type { CollabHead } from './collab-head.ts'
import { escapeAttribute } from './escape-attribute.ts'
import type { PagePreload } from './page-preload.ts'
import type { ReadPublicSettings } from './public-settings.ts'
import { createTextReader } from './read-app-text.ts'
import { relayFile } from './relay-file.ts'
import { newNonce, pagePolicy } from './security-headers.ts'
import { serveFile } from './serve-file.ts'
import { languageOf } from './session-cookie.ts'

/** Under these paths, a missing file gets a 404, never the page. */
const FILES = /^\/(?:api|assets|remotes|static)(?:\/|$)/

/** Pages that print public settings, which browsers fetch with the scripts, so that the layout does not shift. */
const PRINTS_SETTINGS = /^\/(?:login|signup|terms(?:\/[\d.]+)?|collab\/[\w.]+)\/?$/
const SETTINGS_PATH: PathOf<ApiRoutes, 'GET'> = '/identity/public-settings'
const SETTINGS_LINK = `<link rel="preload" as="fetch" crossorigin="anonymous" href="/api${SETTINGS_PATH}">`

interface Options {
  readonly source: string
  readonly startOf: (path: string, cookies: string | undefined) => Promise<PagePreload>
  readonly settings: ReadPublicSettings
  readonly collabHead: CollabHead
  readonly proxies: BlockList
  /** Whether pages offer to sign in with Google. */
  readonly withGoogle: boolean
  readonly pictureOrigins: readonly string[]
  readonly devOrigins: readonly string[]
  readonly log: EdgeHandles<unknown>['log']
}

/** The part of identity's public settings that pages show. */
const Support = identityRoutes['GET /public-settings'].output.pick({ supportEmail: true }).extend({ supportEmail: z.email() })

/** Removes the preload links of the shell's messages in the other language. */
const preloadOnly = (locale: Locale, page: string) =>
  page.replaceAll(/<link [^>]*data-locale="(\w+)"[^>]*>/g, (link, own: string) => (own === locale ? link : ''))

/** For a page that has its own title and description. */
const withoutDescription = (page: string) => page.replaceAll(/<title>[^<]*<\/title>|<meta name="description"[^>]*>/g, '')

export function serveShell(options: Options): RequestHandler {
  const { source, startOf, settings, collabHead, proxies, withGoogle, pictureOrigins, devOrigins, log } = options
  const isServer = source.includes('://')

  const read = createTextReader(source, log)

  return async (req, res) => {
    const { path } = req
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD')
      refuse('method_not_allowed')
    }
    const takesPage = !FILES.test(path) && /\btext\/html\b/.test(req.headers.accept ?? '')
    // A page address may contain a dot, as in a creator's name. Browsers request pages, but never files, as text/html.
    if (!takesPage && path !== '/index.html') {
      nameRoute(res, 'file')
      if (extname(path) === '' || path.endsWith('/')) refuse('not_found')
      if (isServer) await relayFile(req, res, path, { name: 'shell', url: source, log })
      else await serveFile(req, res, source, path)
      return
    }
    nameRoute(res, 'page')
    const locale = languageOf(req)
    const [built, start, known, head] = await Promise.all([
      read('index.html'),
      startOf(path, req.headers.cookie),
      settings(),
      collabHead({ path, locale, address: clientAddress(req, proxies) }),
    ])
    if (built === undefined) {
      log.error({ source }, 'shell page missing')
      refuse('unavailable')
    }
    const nonce = newNonce()
    res.set({
      'Content-Security-Policy': pagePolicy(nonce, pictureOrigins, devOrigins),
      // The page contains the session, so no cache may serve it to another user or after sign-out.
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
    })
    // Avoids `send`: Express would add an ETag, and the browser could then combine an old nonce with a new policy.
    if (req.method === 'HEAD') return void res.end()
    const supportEmail = escapeAttribute(Support.safeParse(known).data?.supportEmail ?? DEFAULT_SUPPORT_EMAIL)
    const values = { nonce, supportEmail, google: withGoogle ? 'on' : 'off', session: escapeAttribute(start.session) }
    // Uses replacer functions, because `replace` would interpret `$` in inserted text as a pattern.
    const page = head?.includes('<title>') ? withoutDescription(built) : built
    const filled = preloadOnly(locale, page).replaceAll(
      /\{\{(nonce|supportEmail|google|session)\}\}/g,
      (_, name: keyof typeof values) => values[name],
    )
    const links = PRINTS_SETTINGS.test(path) ? SETTINGS_LINK + start.links : start.links
    // Inserted last: what a creator's page says must not be read as a placeholder.
    res.end(filled.replace('</head>', () => `${head ?? ''}${links}</head>`))
  }
}
