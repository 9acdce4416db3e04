import type { IncomingMessage } from 'node:http'

/** Names of this machine, which DNS rebinding cannot forge. */
export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the name in a request's `Host` header, in lower case and without the port; empty if missing.
 * @example hostOf(request) // 'localhost' for `Host: LOCALHOST:4000`
 */
export const hostOf = ({ headers: { host = '' } }: Pick<IncomingMessage, 'headers'>): string => host.replace(/:\d{1,5}$/, '').toLowerCase()
