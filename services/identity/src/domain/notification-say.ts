import type { Locale } from '@reelfair/contracts'
import { formatCents, formatCount, formatDate, formatDateTime, formatPercent } from '@reelfair/rules/format'
import { type Browser, browserLabel } from './browser.ts'
import { mailTime } from './mail-layout.ts'

/** Names by id: those of brands, and copies of other services' data. */
export interface Names {
  readonly brands: ReadonlyMap<string, string>
  readonly campaigns: ReadonlyMap<string, string>
  readonly accounts: ReadonlyMap<string, string>
}

/** Formats values in one language. */
export interface Say {
  /** “1 view”, “30,000 views” */
  views(count: number): string
  credits(count: number): string
  count(count: number): string
  euros(cents: number): string
  /** “50%” */
  tier(percent: number): string
  /** In Paris time; in the bell “24 Nov, 02:00”, in e-mails with the year and the time zone. */
  at(instant: string): string
  /** The same, always with the time zone. */
  atWithZone(instant: string): string
  /** In Paris time; in e-mails with the year. */
  day(instant: string): string
  /** “Firefox on Windows” */
  browser(browser: Browser): string
  /** The name, or `otherwise` if the brand's account is deleted. */
  brand(id: string, otherwise: string): string
  /** The quoted name, or `otherwise` while the name is unknown. */
  campaign(id: string, otherwise: string): string
  /** “@lea.films”, or `otherwise` while the username is unknown. */
  account(id: string | undefined, otherwise: string): string
}

/** E-mails may be read much later and elsewhere, so they give dates and times in full. */
export type Medium = 'bell' | 'mail'

/** Begins a sentence with words that may also stand within one. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const NBSP = '\u00a0'

const words = {
  en: { zone: 'Paris time', views: ['view', 'views'], credits: ['view credit', 'view credits'], quoted: (name: string) => `“${name}”` },
  fr: {
    zone: 'heure de Paris',
    views: ['vue', 'vues'],
    credits: ['crédit de vues', 'crédits de vues'],
    quoted: (name: string) => `«${NBSP}${name}${NBSP}»`,
  },
} as const

export function sayIn(locale: Locale, { brands, campaigns, accounts }: Names, medium: Medium = 'bell'): Say {
  const { zone, views, credits, quoted } = words[locale]
  const plural = new Intl.PluralRules(locale)
  const some = (count: number, [one, many]: readonly [string, string]) =>
    `${formatCount(count, locale)}${NBSP}${plural.select(count) === 'one' ? one : many}`
  return {
    views: (count) => some(count, views),
    credits: (count) => some(count, credits),
    count: (count) => formatCount(count, locale),
    euros: (cents) => formatCents(cents, locale),
    tier: (percent) => formatPercent(percent / 100, locale),
    at: (instant) => (medium === 'mail' ? mailTime(new Date(instant), locale) : formatDateTime(instant, locale)),
    atWithZone: (instant) => (medium === 'mail' ? mailTime(new Date(instant), locale) : `${formatDateTime(instant, locale)}, ${zone}`),
    browser: (browser) => browserLabel(browser, locale),
    day: (instant) => formatDate(instant, locale, { month: 'long', year: medium === 'mail' }),
    brand: (id, otherwise) => brands.get(id) ?? otherwise,
    campaign: (id, otherwise) => {
      const name = campaigns.get(id)
      return name === undefined ? otherwise : quoted(name)
    },
    account: (id, otherwise) => {
      const username = id === undefined ? undefined : accounts.get(id)
      return username === undefined ? otherwise : `@${username}`
    },
  }
}
