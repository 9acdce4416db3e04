import { z } from 'zod'
import { newId, type World } from '../world.ts'
import { CURVE_KINDS, type Figures, figuresAt } from './curves.ts'
import { LANGUAGES, type Logo, NETWORKS, type SocialAccount, type SocialVideo } from './state.ts'

const Count = z.coerce.number().int().min(0)
const Link = z.url({ protocol: /^https?$/ }).max(2_000)
const orNull = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? null : value), schema.nullable())

const accountFields = {
  username: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[^\s@/]+$/, 'a username without spaces, @ and /'),
  bio: z.string().max(2_000),
  bioLinks: z.array(Link).max(10),
  isPublic: z.boolean(),
  ageRestricted: z.boolean(),
  isGone: z.boolean(),
  paidLabelConsent: z.boolean(),
  followers: Count,
  averageViews: orNull(Count),
  rpmCents: orNull(Count),
  language: orNull(z.enum(LANGUAGES)),
  category: orNull(z.string().max(60)),
  country: orNull(z.string().max(60)),
  city: orNull(z.string().max(60)),
}

export const NewAccount = z.strictObject({
  network: z.enum(NETWORKS),
  ...accountFields,
  bio: accountFields.bio.default(''),
  bioLinks: accountFields.bioLinks.default([]),
  isPublic: accountFields.isPublic.default(true),
  ageRestricted: accountFields.ageRestricted.default(false),
  isGone: accountFields.isGone.default(false),
  paidLabelConsent: accountFields.paidLabelConsent.default(false),
  followers: accountFields.followers.default(24_000),
  averageViews: accountFields.averageViews.default(8_000),
  rpmCents: accountFields.rpmCents.default(100),
  language: accountFields.language.default('en'),
  category: accountFields.category.default('Food_Cooking'),
  country: accountFields.country.default('France'),
  city: accountFields.city.default('Lyon'),
})
export const AccountEdit = z.strictObject(accountFields).partial()

const Pixels = z.number().min(0)
const LogoInput: z.ZodType<Logo> = z.union([
  z.literal('unknown'),
  z.strictObject({ present: z.literal(false) }),
  z.strictObject({ present: z.literal(true), box: z.strictObject({ x: Pixels, y: Pixels, width: Pixels, height: Pixels }) }),
])
const CurveInput = z.union([
  z.strictObject({
    kind: z.enum(CURVE_KINDS),
    views: Count.max(100_000_000),
    seed: z.string().max(60).optional(),
    turnAfterHours: z.coerce.number().min(0).max(720).optional(),
  }),
  z.strictObject({
    kind: z.literal('points'),
    points: z.array(z.strictObject({ afterHours: z.number().min(0), views: Count, bots: Count.optional() })).max(200),
    seed: z.string().max(60).optional(),
  }),
])

const videoFields = {
  caption: z.string().max(5_000),
  paidLabel: z.union([z.boolean(), z.literal('unknown')]),
  logo: LogoInput,
}
export const NewVideo = z.strictObject({
  ...videoFields,
  caption: videoFields.caption.default(''),
  paidLabel: videoFields.paidLabel.default(true),
  logo: videoFields.logo.default({ present: true, box: { x: 90, y: 120, width: 900, height: 210 } }),
  curve: CurveInput.default({ kind: 'organic', views: 20_000 }),
  width: z.int().min(1).max(20_000).default(1_080),
  height: z.int().min(1).max(20_000).default(1_920),
  durationS: z.number().min(0.1).max(36_000).default(24),
  publishedAt: z.iso.datetime({ offset: true }).optional(),
  file: z.string().max(200).optional(),
})
export const VideoEdit = z.strictObject(videoFields).partial()

const sameName = (a: string, b: string) => a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase()

export function accountOf({ state }: World, id: string): SocialAccount {
  const account = state.social.accounts.get(id)
  if (!account) throw new RangeError('Account not found.')
  return account
}

export function videoOf({ state }: World, id: string): SocialVideo {
  const video = state.social.videos.get(id)
  if (!video) throw new RangeError('Video not found.')
  return video
}

export const findAccount = (
  { state }: World,
  network: string,
  named: { username: string } | { externalId: string },
): SocialAccount | undefined =>
  'externalId' in named
    ? [state.social.accounts.get(named.externalId)].find((account) => account?.network === network)
    : [...state.social.accounts.values()].find((account) => account.network === network && sameName(account.username, named.username))

/** Ignores deleted and banned accounts. A deleted account keeps its name, because it may be restored. */
export const seenAccount = (...asked: Parameters<typeof findAccount>) => {
  const account = findAccount(...asked)
  return account?.isGone ? undefined : account
}

function demandFree(world: World, network: string, username: string, but?: string): void {
  const holder = findAccount(world, network, { username })
  if (holder && holder.id !== but) throw new RangeError(`The name ${username} is taken on ${network}.`)
}

/** @throws RangeError when the username is taken */
export function createAccount(world: World, input: z.infer<typeof NewAccount>): SocialAccount {
  demandFree(world, input.network, input.username)
  const account: SocialAccount = { id: newId(`${input.network.slice(0, 2)}_`, 14), createdMs: world.nowMs(), ...input }
  world.state.social.accounts.set(account.id, account)
  return account
}

export function editAccount(world: World, id: string, edit: z.infer<typeof AccountEdit>): SocialAccount {
  const account = accountOf(world, id)
  if (edit.username !== undefined) demandFree(world, account.network, edit.username, id)
  return Object.assign(account, known(edit))
}

/** @throws RangeError when the account does not exist or the publication time is in the future */
export function publishVideo(world: World, accountId: string, input: z.infer<typeof NewVideo>): SocialVideo {
  const { publishedAt, curve, file, ...rest } = input
  const account = accountOf(world, accountId)
  const publishedMs = publishedAt === undefined ? world.nowMs() : Date.parse(publishedAt)
  if (publishedMs > world.nowMs()) throw new RangeError('A video cannot be published in the future.')
  const id = newId(`${account.network.slice(0, 2)}v_`, 11)
  const video: SocialVideo = {
    ...rest,
    id,
    accountId,
    publishedMs,
    file: file ?? null,
    curve: { ...curve, seed: curve.seed ?? id },
    deletedMs: null,
  }
  world.state.social.videos.set(id, video)
  return video
}

/** @throws RangeError when the video does not exist or is deleted */
export function editVideo(world: World, id: string, edit: z.infer<typeof VideoEdit>): SocialVideo {
  const video = videoOf(world, id)
  if (video.deletedMs !== null) throw new RangeError('This video has been deleted.')
  return Object.assign(video, known(edit))
}

export function deleteVideo(world: World, id: string): SocialVideo {
  const video = videoOf(world, id)
  video.deletedMs ??= world.nowMs()
  return video
}

const known = <T extends object>(edit: T) =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as Partial<T>

export const figuresOf = (video: SocialVideo, atMs: number): Figures => figuresAt(video.curve, atMs - video.publishedMs)

export const videosOf = ({ state }: World, accountId: string): SocialVideo[] =>
  [...state.social.videos.values()]
    .filter((video) => video.accountId === accountId)
    .sort((a, b) => b.publishedMs - a.publishedMs || (a.id < b.id ? 1 : -1))

export function statsOf(world: World, account: SocialAccount) {
  const { id, username, followers, averageViews, rpmCents, language, category, country, city, isPublic, bio, bioLinks } = account
  return {
    externalId: id,
    username,
    followers,
    averageViews,
    rpmCents,
    ...known({ language: language ?? undefined, category: category ?? undefined, country: country ?? undefined, city: city ?? undefined }),
    avatarUrl: `${world.url()}/social/avatars/${id}.webp`,
    isPublic,
    ageRestricted: account.ageRestricted,
    paidLabelConsent: account.paidLabelConsent,
    bio,
    bioLinks,
    fetchedAt: world.clock.now().toISOString(),
  }
}

export const videoAnswer = (world: World, video: SocialVideo) => ({
  id: video.id,
  url: `${world.url()}/social/videos/${video.id}`,
  caption: video.caption,
  publishedAt: new Date(video.publishedMs).toISOString(),
  durationS: video.durationS,
  width: video.width,
  height: video.height,
  thumbnailUrl: `${world.url()}/social/pictures/${video.id}.webp`,
})

/** Null when the figures are unknown or the video is deleted. */
export function metricsAnswer(world: World, video: SocialVideo, { atMs, isEmpty }: { atMs: number; isEmpty: boolean }) {
  const account = accountOf(world, video.accountId)
  const isDeleted = video.deletedMs !== null
  const unknown = isEmpty || isDeleted || atMs < video.publishedMs
  const figures = unknown ? { views: null, likes: null, comments: null, shares: null } : figuresOf(video, atMs)
  return {
    id: video.id,
    ...figures,
    at: new Date(atMs).toISOString(),
    deleted: isDeleted,
    private: !account.isPublic,
    ageRestricted: account.ageRestricted,
    paidLabel: video.paidLabel,
    logo: video.logo,
  }
}
