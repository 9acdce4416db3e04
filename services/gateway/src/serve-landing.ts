/** Serves the landing page, built as complete HTML, to visitors in their language. Sends users to their home page. */
import { identityRoutes, type Locale, refuse } from '@reelfair/contracts'
import { homeOf } from '@reelfair/contracts/home'
import { printFigures } from '@reelfair/rules/figures'
import { type EdgeHandles, nameRoute, withTimeout } from '@reelfair/service-kit'
import type { Request, RequestHandler, Response } from 'express'
import type { SessionExchange } from './exchange-session.ts'
import { PATIENCE_MS } from './patience.ts'
import { createPreparedTexts, type PreparedText } from './prepare-text.ts'
import type { ReadPublicSettings } from './public-settings.ts'
import { createTextReader } from './read-app-text.ts'
import { landingPolicy } from './security-headers.ts'
import { encodingsOf } from './serve-file.ts'
import { languageOf, localeCookie, secretOf } from './session-cookie.ts'

interface Options {
  readonly source: string
  readonly settings: ReadPublicSettings
  readonly publicOrigin: string
  readonly sessions: SessionExchange
  readonly log: EdgeHandles<unknown>['log']
}

interface Sending {
  readonly locale: Locale
  readonly headers?: (text: PreparedText) => Readonly<Record<string, string>>
}

/** The public settings from identity that the page prints. */
const Figures = identityRoutes['GET /public-settings'].output.pick({ packages: true, rateCard: true, reviewHours: true })

/** The page's paths, by language. */
const PATHS = { en: '/', fr: '/fr' } as const satisfies Record<Locale, string>

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
} as const

export function createLanding({ source, settings, publicOrigin, sessions, log }: Options) {
  const read = createTextReader(source, log)
  const prepare = createPreparedTexts({ origin: publicOrigin })

  async function homeOfUser(cookies: string | undefined): Promise<string | undefined> {
    const secret = secretOf(cookies)
    if (!secret) return undefined
    // If identity does not respond, the visitors' page is better than none.
    const session = await withTimeout(sessions.exchange(secret), PATIENCE_MS, () => undefined).catch(() => undefined)
    return session && homeOf(session.claims)
  }

  async function send(req: Request, res: Response, path: string, { locale, headers }: Sending) {
    const [text, known] = await Promise.all([read(path), settings()])
    if (text === undefined) {
      log.error({ source, path }, 'landing file missing')
      refuse('unavailable')
    }
    const prepared = await prepare(path, printFigures(text, Figures.safeParse(known).data, locale))
    const encoding = encodingsOf(String(req.headers['accept-encoding'] ?? ''))[0]?.name ?? 'identity'
    const bytes = prepared.bytes[encoding]
    const tag = `"${prepared.tag}-${encoding}"`
    res.set({ ETag: tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ...headers?.(prepared) })
    if (String(req.headers['if-none-match'] ?? '').includes(tag)) return void res.status(304).end()
    res.set({ 'Content-Type': TYPES[/\.\w+$/.exec(path)?.[0] as keyof typeof TYPES], 'Content-Length': String(bytes.length) })
    if (encoding !== 'identity') res.set('Content-Encoding', encoding)
    res.end(req.method === 'HEAD' ? undefined : bytes)
  }

  const page =
    (locale: Locale): RequestHandler =>
    async (req, res) => {
      nameRoute(res, 'landing')
      const { searchParams: query } = new URL(req.originalUrl, publicOrigin)
      const role = ['brand', 'creator'].find((one) => one === query.get('role'))
      const leadTo = (path: string) => res.redirect(302, path)
      const inLanguage = (one: Locale) => leadTo(PATHS[one] + (role ? `?role=${role}` : ''))

      const home = await homeOfUser(req.headers.cookie)
      if (home) return leadTo(home)
      const chosen = query.get('lang')
      if (chosen === 'en' || chosen === 'fr') {
        res.append('Set-Cookie', localeCookie(chosen))
        return inLanguage(chosen)
      }
      if (locale === 'en' && languageOf(req) === 'fr') return inLanguage('fr')
      const headers = ({ hashes }: PreparedText) => ({
        'Content-Security-Policy': landingPolicy(hashes),
        // A browser's own cache may keep the page, but must revalidate it, because the user may have signed in since.
        'Cache-Control': 'private, no-cache',
        Vary: 'Cookie, Accept-Language, Accept-Encoding',
      })
      await send(req, res, `landing/${locale}-${role ?? 'brand'}.html`, { locale, headers })
    }

  const file =
    (path: string): RequestHandler =>
    (req, res) => {
      nameRoute(res, 'file')
      return send(req, res, path, { locale: 'en' })
    }

  return { page, file }
}
