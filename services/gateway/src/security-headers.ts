import { randomBytes } from 'node:crypto'
import type { Clock } from '@reelfair/service-kit'

/** Policy for all responses except pages: nothing may run or be framed. */
const INERT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const POWERS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

export const newNonce = (): string => randomBytes(16).toString('base64url')

/**
 * Module federation needs neither eval nor inline scripts, because it loads its manifests under connect-src. The nonce
 * is for style tags created at run time. Trusted Types would break module federation, which assigns script addresses as
 * plain strings.
 */
export function pagePolicy(nonce: string, pictureOrigins: readonly string[], devOrigins: readonly string[]): string {
  const dev = devOrigins.length > 0 ? ` ${devOrigins.join(' ')}` : ''
  return [
    "default-src 'none'",
    dev ? `script-src 'self' 'unsafe-eval' 'nonce-${nonce}'${dev}` : "script-src 'self'",
    dev ? `style-src 'self' 'unsafe-inline'${dev}` : `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${dev}`,
    `img-src ${["'self' data: blob:", ...pictureOrigins].join(' ')}${dev}`,
    `font-src 'self'${dev}`,
    "media-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/**
 * The landing page is the same for all visitors, so its inline parts are allowed by hash instead of by nonce. A nonce
 * would change the page with each request, so no browser could cache it.
 */
export const landingPolicy = ({ scripts, styles }: { scripts: readonly string[]; styles: readonly string[] }): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * Includes the gateway's date, because screens rely on it: a user's clock may be wrong, and the sandbox can move the
 * gateway's clock.
 */
export function securityHeaders(publicOrigin: string, clock: Clock): () => Readonly<Record<string, string>> {
  const always = {
    'Content-Security-Policy': INERT,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': POWERS.map((power) => `${power}=()`).join(', '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...(publicOrigin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
  return () => ({ ...always, Date: clock.now().toUTCString() })
}
