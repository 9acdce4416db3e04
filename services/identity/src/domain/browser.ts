/** What a User-Agent header says about a browser. Used only for display: clients can send any header. */
import type { Locale } from '@reelfair/contracts'

const NAMES = {
  Edge: /\bEdg(?:A|iOS)?\//,
  Opera: /\bOPR\//,
  'Samsung Internet': /\bSamsungBrowser\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /(?:Chrome|\bCriOS)\//,
  Safari: /\bSafari\//,
} as const

const SYSTEMS = {
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Android: /\bAndroid\b/,
  Windows: /\bWindows\b/,
  macOS: /\bMacintosh\b/,
  ChromeOS: /\bCrOS\b/,
  Linux: /\bLinux\b/,
} as const

const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]

export const BROWSER_NAMES = keysOf(NAMES)
export const BROWSER_SYSTEMS = keysOf(SYSTEMS)

export interface Browser {
  readonly name?: (typeof BROWSER_NAMES)[number] | undefined
  readonly system?: (typeof BROWSER_SYSTEMS)[number] | undefined
}

const MAX_READ = 500

/**
 * Headers of some browsers also contain the names of others, so the first match counts.
 * @example browserOf('Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0') // { name: 'Firefox', system: 'Windows' }
 */
export function browserOf(userAgent = ''): Browser {
  const text = userAgent.slice(0, MAX_READ)
  const name = BROWSER_NAMES.find((one) => NAMES[one].test(text))
  const system = BROWSER_SYSTEMS.find((one) => SYSTEMS[one].test(text))
  return { ...(name && { name }), ...(system && { system }) }
}

/** Browsers on Android and iPad count as mobile. */
export const isMobile = ({ system }: Browser): boolean => system === 'iPhone' || system === 'iPad' || system === 'Android'

const words = {
  en: { on: 'on', unknown: 'Unknown device' },
  fr: { on: 'sur', unknown: 'Appareil inconnu' },
} as const

/** @example browserLabel({ name: 'Firefox', system: 'Windows' }, 'fr') // 'Firefox sur Windows' */
export function browserLabel({ name, system }: Browser, locale: Locale): string {
  const { on, unknown } = words[locale]
  return name && system ? `${name} ${on} ${system}` : (name ?? system ?? unknown)
}
