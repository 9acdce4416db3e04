/** Schemas for the workflow's responses. They drop unknown fields, and unknown enum values become undefined. */
import { AccountLanguage, Category, Network } from '@reelfair/contracts'
import { z } from 'zod'
import { REFUSALS } from './provider.ts'

const Count = z.int().min(0)
const Figure = Count.nullable()
const When = z.iso.datetime({ offset: true }).transform((at) => new Date(at))
/** Screens show these links, so only web links are valid. */
export const Link = z.url({ protocol: /^https?$/ }).max(2_000)
const Text = (max: number) => z.string().max(max)
/** Null and undefined both mean unknown. */
export const known = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value ?? undefined, schema.optional())
export const word = <T extends z.ZodType>(schema: T) => known(schema).catch(undefined)

/** The network's id of an account or video. Its characters are safe in URLs and keys. */
export const ExternalId = z.string().regex(/^[\w.:-]{1,200}$/)

export const AccountStatsAnswer = z.object({
  externalId: ExternalId,
  username: Text(200).min(1),
  followers: Count,
  averageViews: Figure,
  rpmCents: word(z.int().min(1)),
  language: word(AccountLanguage),
  category: word(Category),
  country: word(Text(100)),
  city: word(Text(100)),
  avatarUrl: word(Link),
  isPublic: z.boolean(),
  ageRestricted: z.boolean(),
  paidLabelConsent: z.boolean().default(false),
  bio: Text(5_000).default(''),
  bioLinks: z.array(Text(2_000)).max(50).default([]),
  fetchedAt: When,
})

const Found = z.object({ verified: z.literal(true), account: known(AccountStatsAnswer) })
const Missed = z.object({ verified: z.literal(false), reason: word(z.enum(REFUSALS)) })

/** `true`, `{ verified }`, or `{ pending: true }`. @source specification §7 */
export const VerificationAnswer = z.union([
  z.boolean().transform((yes) => (yes ? { outcome: 'verified' as const } : { outcome: 'refused' as const })),
  Found.transform(({ account }) => ({ outcome: 'verified' as const, account })),
  Missed.transform(({ reason }) => ({ outcome: 'refused' as const, reason })),
  z.object({ pending: z.literal(true) }).transform(() => ({ outcome: 'pending' as const })),
])

const VideoAnswer = z.object({
  id: ExternalId,
  url: Link,
  caption: Text(10_000).default(''),
  publishedAt: When,
  durationS: known(z.number().min(0)),
  width: known(z.int().min(1)),
  height: known(z.int().min(1)),
  thumbnailUrl: word(Link),
})

export const VideosAnswer = z.object({ items: z.array(VideoAnswer).max(200), next: known(Text(500).min(1)) })

const Pixels = z.number().min(0)
const Logo = z.union([
  z.literal('unknown'),
  z.object({ present: z.literal(false) }),
  z.object({ present: z.literal(true), box: z.object({ x: Pixels, y: Pixels, width: Pixels, height: Pixels }) }),
])

const MetricsAnswer = z.object({
  id: ExternalId,
  views: Figure,
  likes: Figure,
  comments: Figure,
  shares: Figure.optional(),
  at: When,
  deleted: z.boolean(),
  private: z.boolean(),
  ageRestricted: z.boolean(),
  paidLabel: z.union([z.boolean(), z.literal('unknown')]),
  logo: Logo,
})

export const VideoMetricsAnswer = z.object({ items: z.array(MetricsAnswer).max(200) })

/**
 * A signed message with the result of a pending verification. Repeats the fields of the request; `id` identifies the
 * message.
 */
export const VerificationMessage = z.strictObject({
  id: z.string().regex(/^[\w.:-]{8,100}$/),
  userId: z.uuid(),
  username: Text(200).min(1),
  code: Text(20),
  platform: Network,
  /** Timestamp of the original request. */
  timestamp: When,
  verified: z.boolean(),
  account: known(AccountStatsAnswer),
  reason: word(z.enum(REFUSALS)),
})
export type VerificationMessage = z.infer<typeof VerificationMessage>
