import { Locale } from '@reelfair/contracts'
import { z } from 'zod'

/**
 * Messages for invalid fields. zod's wording for empty fields and e-mail addresses suits programmers, and zod repeats
 * every unknown field's name in each message, so we replace those messages.
 */
export const inputMessages: Record<Locale, z.core.$ZodErrorMap> = {
  en: messages(
    {
      empty: 'Please fill this in.',
      unknown: 'Unknown field.',
      email: 'Enter a valid e-mail address without accents, like name@example.com.',
    },
    z.locales.en().localeError,
  ),
  fr: messages(
    {
      empty: 'Veuillez remplir ce champ.',
      unknown: 'Champ inconnu.',
      email: 'Saisissez une adresse e-mail valide, sans accents, comme nom@exemple.fr.',
    },
    z.locales.fr().localeError,
  ),
}

function messages(own: Readonly<Record<'empty' | 'unknown' | 'email', string>>, ofZod: z.core.$ZodErrorMap): z.core.$ZodErrorMap {
  return (issue) => {
    if (issue.code === 'unrecognized_keys') return own.unknown
    if (isEmpty(issue)) return own.empty
    return issue.code === 'invalid_format' && issue.format === 'email' ? own.email : ofZod(issue)
  }
}

const isEmpty = (issue: z.core.$ZodRawIssue): boolean =>
  (issue.code === 'invalid_type' && issue.input === undefined) || (issue.code === 'too_small' && issue.input === '' && issue.minimum === 1)

/**
 * Browsers send a few dozen different headers, but a client can send anything, so the cache limits the number and
 * length of its entries.
 */
const REMEMBERED = 500
const MAX_REMEMBERED = 200
const known = new Map<string, Locale>()

/**
 * Returns the language that best matches an Accept-Language header; English if neither matches.
 * @example localeOf('fr-CH, en;q=0.8') // 'fr'
 */
export function localeOf(header: string | undefined): Locale {
  if (!header) return 'en'
  const found = known.get(header)
  if (found) return found
  const wanted = header
    .slice(0, MAX_REMEMBERED)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { locale: Locale.safeParse(tag.split('-')[0]).data, quality: quality ? Number(quality) : 1 }
    })
    .filter(({ locale, quality }) => locale && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  const best = wanted[0]?.locale ?? 'en'
  if (known.size < REMEMBERED && header.length <= MAX_REMEMBERED) known.set(header, best)
  return best
}
