/** Each language has one format, identical in the browser and on the server. */

export type Locale = 'en' | 'fr'

/** Each language's own name. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', fr: 'Français' }

const NBSP = '\u00a0'
const MINUS = '\u2212'
const ZONE = 'Europe/Paris'

const SPACES = /\s/g
const formats = new Map<string, Intl.NumberFormat>()

type Style = 'decimal' | 'currency' | 'percent'

function digits(value: number, locale: Locale, decimals: number, style: Style = 'decimal', minDecimals = decimals): string {
  const key = `${locale}${minDecimals}-${decimals}${style}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', {
      style,
      currency: 'EUR',
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: decimals,
    })
    formats.set(key, format)
  }
  // French Intl output contains U+202F, which is too narrow in Instrument Sans.
  return format.format(Math.abs(value)).replace(SPACES, NBSP)
}

const signed = (value: number, text: string, plus: boolean) => (value < 0 ? MINUS : plus && value > 0 ? '+' : '') + text

/** @example formatCount(1234, 'en') // "1,234"; 'fr' returns "1 234" with a no-break space */
export const formatCount = (count: number, locale: Locale): string => signed(count, digits(count, locale, 0), false)

/** With a sign: "+1,234", "−525", "0". */
export const formatSignedCount = (count: number, locale: Locale): string => signed(count, digits(count, locale, 0), true)

/**
 * @param minDecimals Decimal places that are shown even if they are zero.
 * @example formatDecimal(2.5, 'fr', 1) // "2,5"; 'en' returns "2.5"
 */
export const formatDecimal = (value: number, locale: Locale, decimals: number, minDecimals = decimals): string =>
  signed(value, digits(value, locale, decimals, 'decimal', minDecimals), false)

/** Decimal places: 2 for money, 4 for the rounding line on a receipt, 0 for public prices in whole euros. */
type Decimals = 0 | 2 | 4

/**
 * Formats cents as euros. With 4 decimals, `cents` may be fractional.
 * @example formatCents(4137, 'fr') // "41,37 €"; 'en' returns "€41.37"
 */
export const formatCents = (cents: number, locale: Locale, decimals: Decimals = 2): string =>
  signed(cents, digits(cents / 100, locale, decimals, 'currency'), false)

/** Formats cents as euros with a sign, for statements: "+€27.01", "−15,00 €". */
export const formatSignedCents = (cents: number, locale: Locale, decimals: Decimals = 2): string =>
  signed(cents, digits(cents / 100, locale, decimals, 'currency'), true)

/**
 * @param share From 0 to 1.
 * @example formatPercent(0.25, 'fr') // "25 %"; 'en' returns "25%"
 */
export const formatPercent = (share: number, locale: Locale, decimals = 0): string =>
  signed(share, digits(share, locale, decimals, 'percent'), false)

/** @example formatUnits(72, 'hour', 'fr') // "72 heures"; 'en' returns "72 hours" */
export const formatUnits = (count: number, unit: 'hour' | 'day', locale: Locale): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count).replace(SPACES, NBSP)

/** Uses decimal units: "184 KB" / "184 Ko", "2.4 MB" / "2,4 Mo". */
export function formatBytes(bytes: number, locale: Locale): string {
  const unit = locale === 'fr' ? 'o' : 'B'
  if (bytes < 1000) return `${bytes}${NBSP}${unit}`
  const kilo = Math.round(bytes / 1000)
  if (kilo < 1000) return `${kilo}${NBSP}${locale === 'fr' ? 'Ko' : 'KB'}`
  const mega = Math.round(bytes / 1e5) / 10
  return `${digits(mega, locale, mega < 10 && mega % 1 !== 0 ? 1 : 0)}${NBSP}M${unit}`
}

export type Moment = Date | string | number

export type DateParts = { weekday?: 'short' | 'long'; month?: 'short' | 'long'; year?: boolean }

const dateFormats = new Map<string, Intl.DateTimeFormat>()

function parts(moment: Moment, locale: Locale, options: Intl.DateTimeFormatOptions): Record<string, string> {
  const key = locale + JSON.stringify(options)
  let format = dateFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', { timeZone: ZONE, ...options })
    dateFormats.set(key, format)
  }
  return Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]))
}

/**
 * Returns the date in Paris.
 * @example formatDate(at, 'en') // "22 Nov"
 * @example formatDate(at, 'fr', { weekday: 'short', year: true }) // "dim. 22 nov. 2026"
 */
export function formatDate(moment: Moment, locale: Locale, { weekday, month = 'short', year = false }: DateParts = {}): string {
  const found = parts(moment, locale, { day: 'numeric', month, year: 'numeric', ...(weekday && { weekday }) })
  // French uses an ordinal for the first of the month.
  const day = locale === 'fr' && found.day === '1' ? '1er' : found.day
  return [weekday && found.weekday, day, found.month, year && found.year].filter(Boolean).join(' ')
}

/**
 * Formats a business day. Noon UTC falls on the same date in Paris all year.
 * @example formatDay('2026-11-21', 'en', { year: true }) // "21 Nov 2026"
 */
export const formatDay = (day: string, locale: Locale, options?: DateParts): string => formatDate(`${day}T12:00:00Z`, locale, options)

/** Returns the time in Paris: "18:00". */
export function formatTime(moment: Moment, locale: Locale): string {
  const { hour, minute } = parts(moment, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${hour}:${minute}`
}

/** Returns the date and time in Paris: "22 Nov, 18:00" / "22 nov., 18:00". */
export const formatDateTime = (moment: Moment, locale: Locale, options?: DateParts): string =>
  `${formatDate(moment, locale, options)}, ${formatTime(moment, locale)}`

/**
 * Uses at most two units and rounds down, so that a countdown never shows more time than is left.
 * @param ms Below one minute, the result is "less than 1 min".
 * @example formatDuration(252_000_000, 'fr') // "2 j 22 h"; under a day "9 h 18 min" / "9 h 18"; under an hour "18 min"
 */
export function formatDuration(ms: number, locale: Locale): string {
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  const join = (...pieces: (string | number)[]) => pieces.join(NBSP)
  if (days > 0) {
    const unit = locale === 'fr' ? 'j' : 'd'
    return hours % 24 === 0 ? join(days, unit) : join(days, unit, hours % 24, 'h')
  }
  if (hours > 0) {
    const rest = minutes % 60
    if (rest === 0) return join(hours, 'h')
    return locale === 'fr' ? join(hours, 'h', String(rest).padStart(2, '0')) : join(hours, 'h', rest, 'min')
  }
  if (minutes > 0) return join(minutes, 'min')
  return locale === 'fr' ? `moins d’1${NBSP}min` : `less than 1${NBSP}min`
}
