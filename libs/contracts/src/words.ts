import { z } from 'zod'
import { BYTES_PER_CHARACTER, isSafeLink, isShownText, isWithin, LINK_MAX } from './text.ts'
import { AUDIENCE_LANGUAGES, NETWORKS, ZONES } from './values.ts'

export const Locale = z.enum(['en', 'fr'])
export type Locale = z.infer<typeof Locale>

/** A version 7 UUID, created by `ctx.newId()`. */
export const Id = z.uuid()

/**
 * An instant in UTC, in JSON as ISO 8601 with milliseconds. Also accepts a Date, so that stored documents need no
 * conversion.
 * @example Instant.parse(new Date(0)) // '1970-01-01T00:00:00.000Z'
 */
export const Instant = z.preprocess((value: string | Date) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime())

/** A day in Europe/Paris, such as `2026-11-21`. */
export const BusinessDay = z.iso.date()

/** A user's role is permanent. Routes check access levels instead (see service-kit). */
export const Role = z.enum(['creator', 'brand', 'admin'])
export type Role = z.infer<typeof Role>

export const Network = z.enum(NETWORKS)
export type Network = z.infer<typeof Network>

/** An e-mail address is stored as typed, but without surrounding spaces. Comparisons ignore case. */
export const Email = z.string().trim().max(254).pipe(z.email())

/**
 * User-written text that others read, trimmed and in NFC. Rejects characters that are invisible or change the direction
 * of the surrounding text (`text_characters`).
 * @param max length in grapheme clusters after normalisation; the byte size is limited as well
 * @param lines whether line breaks are allowed
 * @example name: PlainText(80)
 */
export const PlainText = (max: number, { lines = false } = {}) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .min(1)
    .max(max * BYTES_PER_CHARACTER, { abort: true })
    .check(({ value, issues }) => {
      if (!isWithin(value, max)) issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
    })
    .refine(
      (text) => text === '' || isShownText(lines ? text.replaceAll(/\r?\n/g, ' ') : text),
      // Further errors about such a text would only confuse the user.
      { error: 'text_characters', abort: true },
    )

export const AudienceLanguage = z.enum(AUDIENCE_LANGUAGES)
export type AudienceLanguage = z.infer<typeof AudienceLanguage>

/**
 * `wait`: the network is still analysing the account. `post`: the account has too little content. Both block sign-ups.
 */
export const AccountLanguage = z.enum([...AudienceLanguage.options, 'wait', 'post'])
export type AccountLanguage = z.infer<typeof AccountLanguage>

export const Zone = z.enum(ZONES)
export type Zone = z.infer<typeof Zone>

export const Category = z.enum([
  'Humor_Entertainment',
  'Beauty_Cosmetics',
  'Fashion_Style',
  'Technology_Gadgets',
  'Gaming_Esports',
  'Food_Cooking',
  'Fitness_Sports',
  'Travel_Adventure',
  'Finance_Investing',
  'Health_Wellness',
  'Product_Reviews_Unboxing',
  'Celebrity_Influencer_Lifestyle',
  'Music_Dance',
  'Film_Series',
  'Books_Literature',
  'Art_Illustration',
  'Photography_Video',
  'Design_Architecture',
  'Home_Interior',
  'DIY_Crafts',
  'Gardening_Plants',
  'Pets_Animals',
  'Parenting_Family',
  'Relationships_Dating',
  'Weddings_Events',
  'Education_Learning',
  'Languages_Culture',
  'Science_Nature',
  'History_Heritage',
  'News_Society',
  'Environment_Sustainability',
  'Charity_Volunteering',
  'Business_Entrepreneurship',
  'Marketing_Sales',
  'Careers_Work',
  'Real_Estate',
  'Crypto_Blockchain',
  'Software_Coding',
  'Artificial_Intelligence',
  'Cars_Motorcycles',
  'Cycling_Mobility',
  'Football_Soccer',
  'Outdoor_Hiking',
  'Water_Winter_Sports',
  'Yoga_Meditation',
  'Nutrition_Diets',
  'Vegan_Vegetarian',
  'Drinks_Coffee',
  'Jewelry_Watches',
  'Luxury_Lifestyle',
])
export type Category = z.infer<typeof Category>

/**
 * A link that users follow: http or https, with a real host name and a visible target. Each failure has its own error
 * code.
 * @example WebLink.safeParse('http://localhost/').success // false
 */
export const WebLink = z
  .string({ error: 'link_required' })
  .trim()
  .min(1, { error: 'link_required', abort: true })
  .max(LINK_MAX, { error: 'link_invalid', abort: true })
  .refine(isSafeLink, { error: 'link_unsafe', abort: true })
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'link_invalid' }))

/** Each change to an entity increases its version by one. Consumers ignore versions older than their copy. */
export const Version = z.int().min(1)

/** One view credit pays for one qualified view. */
export const Views = z.int().min(0)

/** Euro cents: 1_234 is €12.34. */
export const Cents = z.int()

/**
 * At most `limit` rows (20 by default) after the previous page's cursor.
 * @example PageQuery.parse({ limit: '5' }) // { limit: 5 }
 */
export const PageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<number>('invalid_input').int().min(1).max(100).default(20),
})
export type PageQuery = z.infer<typeof PageQuery>

/** On the last page, `next` (the next page's cursor) is missing. */
export const Page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().optional() })
