/** The cookies. Their names make the browser insist on Secure, Path=/ and no Domain, so that no other host can plant one. */
import type { Locale } from '@reelfair/contracts'

/** `session`: who is signed in. `device`: somebody has signed in on this browser before; it outlives sessions and opens nothing by itself. */
export type CookieName = 'session' | 'device'

/** What a page's script writes down: the reader's language, en or fr. @source decisions §7 */
export const localeOf = (header: string | undefined): Locale | undefined =>
  /(?:^|;\s*)__Host-locale=(en|fr)\s*(?:;|$)/.exec(header ?? '')?.[1] as Locale | undefined

const FLAGS = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const SECRET = /^[\w-]{20,200}$/

/** The secret in a Cookie header; `undefined` without one, `null` for one that cannot be ours. */
export function secretOf(header: string | undefined, cookie: CookieName = 'session'): string | null | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, ...value] = pair.trim().split('=')
    if (name === `__Host-${cookie}`) return SECRET.test(value.join('=')) ? value.join('=') : null
  }
  return undefined
}

/**
 * What identity orders by `x-set-<cookie>: <secret>; max-age=<seconds>` (empty and 0: the cookie goes), as Set-Cookie.
 * @throws Error when it is not of that form: a bug in identity
 */
export function setCookie(order: string, cookie: CookieName = 'session'): string {
  const [, secret = '', seconds = ''] = /^([\w-]{20,200}|); max-age=(\d{1,9})$/.exec(order.trim()) ?? []
  if (seconds === '' || (secret === '') !== (Number(seconds) === 0)) throw new Error(`identity sent an x-set-${cookie} that cannot be read`)
  return `__Host-${cookie}=${secret}; Max-Age=${seconds}; ${FLAGS}`
}
