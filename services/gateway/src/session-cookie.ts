/** The one cookie. Its name makes the browser insist on Secure, Path=/ and no Domain, so that no other host can plant one. */
const NAME = '__Host-session'
const FLAGS = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const SECRET = /^[\w-]{20,200}$/

/** The secret in a Cookie header; `undefined` without one, `null` for one that cannot be ours. */
export function secretOf(header: string | undefined): string | null | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, ...value] = pair.trim().split('=')
    if (name === NAME) return SECRET.test(value.join('=')) ? value.join('=') : null
  }
  return undefined
}

const clearedCookie = `${NAME}=; Max-Age=0; ${FLAGS}`

/**
 * What identity orders by `x-set-session: <secret>; max-age=<seconds>` (empty and 0: signed out), as Set-Cookie.
 * @throws Error when it is not of that form: a bug in identity
 */
export function setCookie(order: string): string {
  const [, secret = '', seconds = ''] = /^([\w-]{20,200}|); max-age=(\d{1,9})$/.exec(order.trim()) ?? []
  if (seconds === '' || (secret === '') !== (Number(seconds) === 0)) throw new Error('identity sent an x-set-session that cannot be read')
  return secret === '' ? clearedCookie : `${NAME}=${secret}; Max-Age=${seconds}; ${FLAGS}`
}
