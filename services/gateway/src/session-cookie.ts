/**
 * The `__Host-` prefix makes browsers require Secure, Path=/ and no Domain, so that no other host can set our cookies.
 */
import type { IncomingMessage } from 'node:http'
import type { Locale } from '@reelfair/contracts'
import { acceptedLocale } from '@reelfair/service-kit'

/**
 * `device` marks a browser on which a user has signed in before; the cookie outlives sessions and grants no access.
 * `oauth` binds a sign-in with Google to the browser that started it, for a few minutes. `challenge` does the same for
 * a sign-in that waits for a code.
 */
export type CookieName = 'session' | 'device' | 'oauth' | 'challenge'

/**
 * The page's script stores the user's language in this cookie.
 * @source decisions §7
 */
export const localeOf = (header: string | undefined): Locale | undefined =>
  /(?:^|;\s*)__Host-locale=(en|fr)\s*(?:;|$)/.exec(header ?? '')?.[1] as Locale | undefined

/** The reader's language, chosen in the same way as by the page's script. @source decisions §7 */
export const languageOf = ({ headers }: IncomingMessage): Locale => localeOf(headers.cookie) ?? acceptedLocale(headers['accept-language'])

const A_YEAR_S = 31_536_000

/** The page's script may change the cookie, so it is not HttpOnly. */
export const localeCookie = (locale: Locale): string => `__Host-locale=${locale}; Max-Age=${A_YEAR_S}; Path=/; Secure; SameSite=Lax`

const FLAGS = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const SECRET = /^[\w-]{20,200}$/

/** @returns `undefined` if the cookie is missing, `null` if it is malformed */
export function secretOf(header: string | undefined, cookie: CookieName = 'session'): string | null | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, ...value] = pair.trim().split('=')
    if (name === `__Host-${cookie}`) return SECRET.test(value.join('=')) ? value.join('=') : null
  }
  return undefined
}

/**
 * Converts identity's header `x-set-<cookie>: <secret>; max-age=<seconds>` to a Set-Cookie header. An empty secret with
 * `max-age=0` deletes the cookie.
 * @throws Error if the header is malformed, which is a bug in identity
 */
export function setCookie(order: string, cookie: CookieName = 'session'): string {
  const [, secret = '', seconds = ''] = /^([\w-]{20,200}|); max-age=(\d{1,9})$/.exec(order.trim()) ?? []
  if (seconds === '' || (secret === '') !== (Number(seconds) === 0)) throw new Error(`invalid x-set-${cookie} header from identity`)
  return `__Host-${cookie}=${secret}; Max-Age=${seconds}; ${FLAGS}`
}
