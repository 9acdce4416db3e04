/** Schemas that several contracts share. */
import { z } from 'zod'
import { BYTES_PER_CHARACTER, isSafeLink, isShownText, isWithin } from './text.ts'
import { AUDIENCE_LANGUAGES, NETWORKS, ZONES } from './values.ts'

/** Languages used in screens, e-mails and errors. @example Locale.safeParse('de').success // false */
export const Locale = z.enum(['en', 'fr'])
export type Locale = z.infer<typeof Locale>

/** A version 7 UUID, created by `ctx.newId()`. @example Id.parse('019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e') */
export const Id = z.uuid()

/**
 * An instant in UTC, written in JSON as ISO 8601 with milliseconds. Also accepts a Date, so that stored
 * documents need no conversion.
 * @example Instant.parse(new Date(0)) // '1970-01-01T00:00:00.000Z'
 */
export const Instant = z.preprocess((value: string | Date) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime())

/** A business day in Europe/Paris, such as `2026-11-21`. */
export const BusinessDay = z.iso.date()

/**
 * A user's permanent role. Routes check access levels instead (see service-kit).
 * @example Role.options // ['creator', 'brand', 'admin']
 */
export const Role = z.enum(['creator', 'brand', 'admin'])
export type Role = z.infer<typeof Role>

/**
 * Social networks on which creators post.
 * @example for (const network of Network.options) await readAccounts(network)
 */
export const Network = z.enum(NETWORKS)
export type Network = z.infer<typeof Network>

/**
 * An e-mail address, stored as typed without surrounding spaces. Comparisons ignore case.
 * @example Email.parse(' Ida@a.example ') // 'Ida@a.example'
 */
export const Email = z.string().trim().max(254).pipe(z.email())

/**
 * User-written text that others read: trimmed, normalised to NFC, without invisible characters and without characters
 * that change the direction of the surrounding text. Invalid characters are refused with `text_characters`.
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
      // Aborts here because further issues with such a text would only distract.
      { error: 'text_characters', abort: true },
    )

/** Language of a creator's audience, or of the audience that a campaign requires. */
export const AudienceLanguage = z.enum(AUDIENCE_LANGUAGES)
export type AudienceLanguage = z.infer<typeof AudienceLanguage>

/**
 * An account's audience language. `wait`: the network is still analysing it. `post`: the account has too little
 * content. Both block sign-ups.
 */
export const AccountLanguage = z.enum([...AudienceLanguage.options, 'wait', 'post'])
export type AccountLanguage = z.infer<typeof AccountLanguage>

/** World region in which a brand looks for an audience. @source specification §3 */
export const Zone = z.enum(ZONES)
export type Zone = z.infer<typeof Zone>

/** The 50 content categories of accounts and campaigns. */
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
 * A link that users follow: http or https, with a real host name and nothing that disguises the target. Each failure
 * has a code in the error table.
 * @example WebLink.safeParse('http://localhost/').success // false
 */
export const WebLink = z
  .string({ error: 'link_required' })
  .trim()
  .min(1, { error: 'link_required', abort: true })
  .max(2000, { error: 'link_invalid', abort: true })
  .refine(isSafeLink, { error: 'link_unsafe', abort: true })
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'link_invalid' }))

/** Number of views that a brand may order: 1,000 to 500,000 in steps of 1,000. @source specification §5 */
export const ViewsGoal = z.int().min(1_000).max(500_000).multipleOf(1_000)

/** Increases by one with each change to an entity. Consumers with a copy ignore older versions. */
export const Version = z.int().min(1)

/** Views or view credits: one credit pays for one qualified view. */
export const Views = z.int().min(0)

/** Euro cents. @example 1_234 is €12.34 */
export const Cents = z.int()

/**
 * Query for a paginated list: at most `limit` rows (20 by default) after the cursor from the previous page.
 * @example PageQuery.parse({ limit: '5' }) // { limit: 5 }
 */
export const PageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<number>('invalid_input').int().min(1).max(100).default(20),
})

/**
 * One page of a list. `next` is the cursor of the next page and is missing on the last page.
 * @example Page(Campaign)
 */
export const Page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().optional() })
