/** Words that several contracts share. */
import { z } from 'zod'

export const Locale = z.enum(['en', 'fr'])
export type Locale = z.infer<typeof Locale>

/** A UUID, version 7; made by `ctx.newId()`. */
export const Id = z.uuid()

/** An instant in UTC, as ISO 8601 with milliseconds in JSON. A Date is taken too, so that stored documents leave and events are made as they are. */
export const Instant = z.preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime())

/** A business day in Europe/Paris, `2026-11-21`. */
export const BusinessDay = z.iso.date()

export const Role = z.enum(['creator', 'brand', 'admin'])
export type Role = z.infer<typeof Role>

export const Network = z.enum(['instagram', 'tiktok', 'youtube'])
export type Network = z.infer<typeof Network>

/** Kept as typed but for blanks around; compared in lower case. */
export const Email = z.string().trim().max(254).pipe(z.email())

/** The language a creator's audience speaks, and a campaign asks for. */
export const AudienceLanguage = z.enum(['en', 'de', 'it', 'pt'])
export type AudienceLanguage = z.infer<typeof AudienceLanguage>

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

/** Where a person is sent: http or https, a real host name. */
export const WebLink = z
  .string()
  .trim()
  .max(2000)
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain }))

/** What a brand may buy views for at once: 1,000 to 500,000 in steps of 1,000. @source specification §5 */
export const ViewsGoal = z.int().min(1_000).max(500_000).multipleOf(1_000)

/** Rises by one with each change of a thing; who keeps a copy ignores what is older than it has. */
export const Version = z.int().min(1)

/** Views, and view credits: one credit buys one qualified view. */
export const Views = z.int().min(0)

/** Euro cents. */
export const Cents = z.int()

/** What a list asks for: at most `limit` rows after the cursor of the page before. */
export const PageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/**
 * One page of a list; `next` is the cursor of the following page and absent on the last.
 * @example Page(Campaign)
 */
export const Page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().optional() })
