/** Words that several contracts share. */
import { z } from 'zod'
import { BYTES_PER_CHARACTER, isSafeLink, isShownText, isWithin } from './text.ts'
import { AUDIENCE_LANGUAGES, NETWORKS, ZONES } from './values.ts'

/** The languages of screens, mails and errors. @example Locale.safeParse('de').success // false */
export const Locale = z.enum(['en', 'fr'])
export type Locale = z.infer<typeof Locale>

/** A UUID, version 7; made by `ctx.newId()`. @example Id.parse('019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e') */
export const Id = z.uuid()

/**
 * An instant in UTC, as ISO 8601 with milliseconds in JSON. A Date is taken too, so that stored documents leave and events are made as they are.
 * @example Instant.parse(new Date(0)) // '1970-01-01T00:00:00.000Z'
 */
export const Instant = z.preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime())

/** A business day in Europe/Paris, `2026-11-21`. */
export const BusinessDay = z.iso.date()

/** What a person is here, for good; what a route lets in are accesses (service-kit). @example Role.options // ['creator', 'brand', 'admin'] */
export const Role = z.enum(['creator', 'brand', 'admin'])
export type Role = z.infer<typeof Role>

/** Where creators post. @example for (const network of Network.options) await readAccounts(network) */
export const Network = z.enum(NETWORKS)
export type Network = z.infer<typeof Network>

/** Kept as typed but for blanks around; compared in lower case. @example Email.parse(' Ida@a.example ') // 'Ida@a.example' */
export const Email = z.string().trim().max(254).pipe(z.email())

/**
 * What a person writes and others read: without blanks around, composed (NFC), and nothing in it that a screen cannot show or that would rearrange what
 * stands beside it. Refused as `text_characters`.
 * @param max characters as people count them, after composing; bytes are limited as well
 * @param lines whether it may have several lines
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
      // What else may be wrong with such a text is not worth saying.
      { error: 'text_characters', abort: true },
    )

/** The language a creator's audience speaks, and a campaign asks for. */
export const AudienceLanguage = z.enum(AUDIENCE_LANGUAGES)
export type AudienceLanguage = z.infer<typeof AudienceLanguage>

/** Of an account also: `wait`, the network is still analysing it; `post`, there is not enough content yet. Both block sign-ups. */
export const AccountLanguage = z.enum([...AudienceLanguage.options, 'wait', 'post'])
export type AccountLanguage = z.infer<typeof AccountLanguage>

/** Where in the world a brand looks for an audience. @source specification §3 */
export const Zone = z.enum(ZONES)
export type Zone = z.infer<typeof Zone>

/** What content is about: 50 slugs, the same for accounts and campaigns. */
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
 * Where a person is sent: http or https, a real host name, and nothing that hides it. What is wrong is said by a code of the error table.
 * @example WebLink.safeParse('http://localhost/').success // false
 */
export const WebLink = z
  .string({ error: 'link_required' })
  .trim()
  .min(1, { error: 'link_required', abort: true })
  .max(2000, { error: 'link_invalid', abort: true })
  .refine(isSafeLink, { error: 'link_unsafe', abort: true })
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'link_invalid' }))

/** What a brand may buy views for at once: 1,000 to 500,000 in steps of 1,000. @source specification §5 */
export const ViewsGoal = z.int().min(1_000).max(500_000).multipleOf(1_000)

/** Rises by one with each change of a thing; who keeps a copy ignores what is older than it has. */
export const Version = z.int().min(1)

/** Views, and view credits: one credit buys one qualified view. */
export const Views = z.int().min(0)

/** Euro cents. @example 1_234 is 12.34 € */
export const Cents = z.int()

/** What a list asks for: at most `limit` rows (20 when left out) after the cursor of the page before. @example PageQuery.parse({ limit: '5' }) // { limit: 5 } */
export const PageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number('invalid_input').int().min(1).max(100).default(20),
})

/**
 * One page of a list; `next` is the cursor of the following page and absent on the last.
 * @example Page(Campaign)
 */
export const Page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().optional() })
