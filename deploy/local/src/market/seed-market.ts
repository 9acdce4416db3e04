/**
 * Creates the demo market: twelve days in the life of a few brands and creators, played through the public API and the
 * sandbox while the sandbox's clock advances to the present. Nothing is written directly into a database, and the
 * nightly jobs read and settle each day as usual.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays, businessDayOf, instantOf, SETTLEMENT_TIME } from '@reelfair/rules'
import type { Sandbox } from '@reelfair/sandbox'
import { UserError } from '../user-error.ts'
import { BRANDS, type BrandName, CREATORS, type CreatorName, type DemoBrand, TOUR_ACCOUNT } from './cast.ts'
import { type DailyViews, dailyViews } from './daily-views.ts'
import { type SandboxClient, sandboxClient, until, type Visitor, visit } from './visitor.ts'

/**
 * Days from the first demo day to the last settled day, which is today or yesterday. Must stay below 14, because
 * sessions last 14 days.
 */
export const DAYS_OF_HISTORY = 12

/**
 * The first demo day, and the time at which the sandbox's clock starts. The last demo day is yesterday until today is
 * settled, so that the figures do not depend on the time of day.
 */
export function marketStart(now: Date): { firstDay: string; beginsAt: Date } {
  const today = businessDayOf(now)
  const lastDay = now < instantOf(today, SETTLEMENT_TIME) ? addDays(today, -1) : today
  const firstDay = addDays(lastDay, -DAYS_OF_HISTORY)
  return { firstDay, beginsAt: instantOf(firstDay, '08:30') }
}

const LOGOS = join(import.meta.dirname, '../../demo/logos')

export interface MarketParts {
  readonly url: string
  readonly password: string
  readonly sandbox: Sandbox
  /** The first demo day, in Europe/Paris. */
  readonly firstDay: string
  /** Creates a user who can sign in immediately. */
  createUser(email: string, role: 'creator' | 'brand'): Promise<void>
  /** An existing admin. */
  readonly adminEmail: string
  /** Cancels the seeding before the next day. */
  readonly signal?: AbortSignal | undefined
  /** Receives progress lines. */
  readonly say: (line: string) => void
}

interface SignedUp {
  readonly id: string
  readonly code: string
}

interface PlayedCreator {
  readonly visitor: Visitor
  /** Account id on the sandbox's network. */
  readonly externalId: string
  readonly accountId: string
}

/** @throws UserError that describes what went wrong */
export async function seedMarket(parts: MarketParts): Promise<void> {
  const { url, password, sandbox, firstDay } = parts
  const outside = sandboxClient(sandbox.url)
  let today = 0
  /** Advances the clock, night by night, to a given hour of a demo day. */
  const at = async (day: number, hour: string) => {
    if (parts.signal?.aborted) throw new UserError('The start was cancelled.')
    if (day > today) parts.say(`  Day ${day} of ${DAYS_OF_HISTORY}`)
    today = day
    await sandbox.moveTo(instantOf(addDays(firstDay, day), hour))
  }
  const play = { url, password, outside, createUser: parts.createUser }

  // —— brands and creators sign up ——
  await at(0, '09:00')
  const brandNames = Object.keys(BRANDS) as BrandName[]
  const creatorNames = Object.keys(CREATORS) as CreatorName[]
  await Promise.all([
    ...brandNames.map((name) => parts.createUser(BRANDS[name].email, 'brand')),
    ...creatorNames.map((name) => parts.createUser(CREATORS[name].email, 'creator')),
  ])
  const brands = {} as Record<BrandName, PlayedBrand>
  for (const name of brandNames) brands[name] = await openBrand(BRANDS[name], play)
  const creators = {} as Record<CreatorName, PlayedCreator>
  await Promise.all(
    creatorNames.map(async (name) => {
      creators[name] = await openCreator(name, play)
    }),
  )
  await outside.post('/_sandbox/social/accounts', { network: 'instagram', ...TOUR_ACCOUNT })
  const { kefiro, olmo, brisa, nordlys } = brands
  const { lea, tom, noah, alma, sofia, jonas } = creators

  const publish = async (creator: PlayedCreator, video: DemoVideo) => {
    const day = addDays(firstDay, today)
    const publishedAt = instantOf(day, video.hour ?? '13:00')
    const { caption, hour: _, views, paceDays, bots, ...rest } = video
    const points = dailyViews({ views, ...(paceDays && { paceDays }), ...(bots && { bots }) }, publishedAt, day)
    return outside.post<{ id: string }>(`/_sandbox/social/accounts/${creator.externalId}/videos`, {
      ...rest,
      caption,
      publishedAt: publishedAt.toISOString(),
      curve: { kind: 'points', points, seed: caption.slice(0, 50) },
    })
  }

  // —— day 1: brands buy credits by card and direct debit, and the first two campaigns start ——
  await kefiro.buy('business', CARD_AT_ONCE)
  await brisa.buy('business', CARD)
  await olmo.buy('business', DEBIT)
  await nordlys.buy('growth', DEBIT_THAT_FAILS)
  await at(0, '10:00')
  const fridge = await kefiro.start({ name: 'Fridge door', viewsGoal: 30_000, category: 'Food_Cooking', language: 'en', zones: ['EU'] })
  const linen = await brisa.start({
    name: 'Linen under the coat',
    viewsGoal: 60_000,
    category: 'Fashion_Style',
    language: 'it',
    zones: ['EU'],
  })
  await at(0, '11:00')
  const [leaFridge, tomFridge, sofiaLinen] = await Promise.all([
    joinCampaign(lea, fridge),
    joinCampaign(tom, fridge),
    joinCampaign(sofia, linen),
  ])
  await at(0, '13:00')
  await publish(lea, { caption: `What lives in my fridge door ${leaFridge.code} Commercial collaboration`, views: 26_500 })
  await publish(tom, { caption: `Lassi in three minutes ${tomFridge.code} Commercial collaboration`, views: 15_200 })
  const unmarked = await publish(tom, { caption: `Gut feeling, episode 3 ${tomFridge.code}`, views: 4_800, paidLabel: false })
  await publish(sofia, { caption: `Lino anche d’inverno ${sofiaLinen.code} Commercial collaboration`, views: 24_600, paceDays: 3 })

  // —— day 3: a creator adds a forgotten disclosure ——
  await at(2, '10:00')
  await outside.patch(`/_sandbox/social/videos/${unmarked.id}`, {
    caption: `Gut feeling, episode 3 ${tomFridge.code} Commercial collaboration`,
    paidLabel: true,
  })

  // —— day 4: one direct debit has succeeded, another has failed ——
  await at(3, '11:00')
  // The campaign has reached its goal. Any reading before the afternoon returns the same views.
  await Promise.all([untilRead(lea, leaFridge, 'end'), untilRead(tom, tomFridge, 'end')])
  await olmo.has(100_000)
  await nordlys.buy('business', CARD)
  const canal = await olmo.start({
    name: 'Ride the canal',
    viewsGoal: 80_000,
    category: 'Cycling_Mobility',
    language: 'en',
    duration: '1 month',
  })
  await olmo.start({ name: 'Alps in a day', viewsGoal: 200_000, category: 'Cycling_Mobility', duration: '1 month' }, 'failed')
  await at(3, '12:00')
  const [noahCanal, almaCanal] = await Promise.all([joinCampaign(noah, canal), joinCampaign(alma, canal)])
  await at(3, '13:00')
  await publish(noah, {
    caption: `Utrecht to Gouda before breakfast ${noahCanal.code} Commercial collaboration`,
    views: 31_000,
    paceDays: 3,
  })
  const low = await publish(alma, {
    caption: `School run, no car ${almaCanal.code} Commercial collaboration`,
    views: 14_400,
    paceDays: 4,
    logo: { present: true, box: { x: 54, y: 1_382, width: 972, height: 227 } },
  })

  // —— day 6: a creator moves the logo up, and another publishes a video that will attract bots ——
  await at(5, '10:00')
  await outside.patch(`/_sandbox/social/videos/${low.id}`, { logo: { present: true, box: { x: 54, y: 154, width: 972, height: 227 } } })
  await at(5, '13:00')
  await publish(noah, {
    caption: `One lock, forty boats ${noahCanal.code} Commercial collaboration`,
    views: 6_200,
    bots: { on: 1, views: 34_000 },
  })

  // —— day 8: the earnings of the first campaign are paid out, and an admin reviews the bot views ——
  await at(7, '10:05')
  await untilRead(sofia, sofiaLinen, 'end')
  await untilSettled(kefiro, fridge)
  await openPayouts(lea, 'FR', outside)
  await lea.visitor.post('/payouts/transfers', {})
  await until('a transfer is completed', async () => {
    const { items } = await lea.visitor.get<{ items: { status: string }[] }>('/payouts/transfers')
    return items.some(({ status }) => status === 'completed')
  })
  const admin = await visit(url, parts.adminEmail, password)
  const spike = await until('suspicious growth is held for review', async () => {
    const { items } = await admin.get<{ items: { id: string; kind: string; decision?: object }[] }>('/metrics/admin/reviews')
    return items.find(({ kind, decision }) => kind === 'growth' && !decision)
  })
  await admin.post(`/metrics/admin/reviews/${spike.id}/decision`, {
    verdict: 'excluded',
    why: '34,000 views within one hour, and hardly a like among them.',
  })

  // —— days 9 to 11: campaigns that are still active today ——
  await at(8, '10:00')
  await kefiro.buy('growth', CARD)
  const breakfast = await kefiro.start({ name: 'Breakfast, slower', viewsGoal: 60_000, category: 'Food_Cooking', language: 'en' })
  await at(8, '11:00')
  const [leaBreakfast, tomBreakfast] = await Promise.all([joinCampaign(lea, breakfast), joinCampaign(tom, breakfast)])
  await at(8, '13:00')
  await publish(lea, { caption: `Slow oats, fast morning ${leaBreakfast.code} Commercial collaboration`, views: 27_800, paceDays: 3 })
  await at(9, '10:05')
  await nordlys.has(100_000)
  const cup = await nordlys.start({
    name: 'First cup',
    viewsGoal: 90_000,
    category: 'Drinks_Coffee',
    language: 'de',
    zones: ['EU'],
    duration: '1 month',
  })
  await at(9, '11:00')
  const jonasCup = await joinCampaign(jonas, cup)
  await at(9, '13:00')
  await publish(jonas, { caption: `Filter um fünf ${jonasCup.code} Commercial collaboration`, views: 19_700, paceDays: 4 })
  await brisa.order('starter')
  await at(10, '13:00')
  await untilRead(sofia, sofiaLinen, 'checks')
  await publish(tom, {
    caption: `Kefir, honey, done ${tomBreakfast.code} Commercial collaboration`,
    views: 12_300,
    paceDays: 3,
    logo: 'unknown',
  })
  await publish(jonas, {
    caption: `Der Löffel muss stehen ${jonasCup.code} Commercial collaboration`,
    views: 5_100,
    bots: { on: 0, views: 28_500 },
  })
  await at(11, '10:00')
  await untilSettled(brisa, linen)
  // Stripe reviews Sofia's account again, so her earnings wait until she responds.
  const sofiaAccount = await openPayouts(sofia, 'IT', outside)
  await outside.post(`/_sandbox/accounts/${sofiaAccount}`, { outcome: 'restricted' })
  await sandbox.moveTo(new Date())
  // Send the invitation now, so that it stays valid for almost 24 hours, and before the clock moves again.
  await kefiro.visitor.post('/partnerships/invitations', {
    accountId: lea.accountId,
    weeklyViewsGoal: 10_000,
    link: BRANDS.kefiro.link,
    caption: 'Two breakfasts a week, your kitchen, our fridge door.',
    beginning: addDays(firstDay, DAYS_OF_HISTORY + 7),
  })
  await until('Léa has an invitation', async () => {
    const { items } = await lea.visitor.get<{ items: { status: string }[] }>('/partnerships/invitations')
    return items.some(({ status }) => status === 'pending')
  })
  // Move the clock to the current time again, because the previous steps took some time.
  await sandbox.moveTo(new Date())
  await Promise.all(
    [admin, ...Object.values(brands).map(({ visitor }) => visitor), ...Object.values(creators).map(({ visitor }) => visitor)].map((one) =>
      one.leave(),
    ),
  )
}

/** Stripe's test card whose payments are available for transfers immediately. */
const CARD_AT_ONCE = '4000000000000077'
/** Stripe's standard test card, whose payments become available after 7 days. */
const CARD = '4242424242424242'
const DEBIT = 'AT611904300234573201'
const DEBIT_THAT_FAILS = 'AT861904300235473202'

interface DemoVideo extends DailyViews {
  readonly caption: string
  readonly hour?: string
  readonly paidLabel?: boolean
  readonly logo?: 'unknown' | { readonly present: true; readonly box: object }
}

interface Play {
  readonly url: string
  readonly password: string
  readonly outside: SandboxClient
}

interface CampaignOf {
  readonly id: string
  readonly status: string
  readonly phase: string
}

interface PlayedBrand {
  readonly visitor: Visitor
  /** Orders a package and leaves the payment page open. @returns the payment page's id */
  order(name: string): Promise<string>
  buy(name: string, number: string): Promise<void>
  /** Waits until the brand has received this many credits in total. */
  has(credits: number): Promise<void>
  /** Starts a campaign on Instagram with the brand's logo. @returns its id, once it is active or has failed */
  start(draft: { readonly name: string } & Readonly<Record<string, unknown>>, becomes?: 'active' | 'failed'): Promise<string>
}

async function openBrand(brand: DemoBrand, { url, password, outside }: Play): Promise<PlayedBrand> {
  const { email, logo, link, ...name } = brand
  const visitor = await visit(url, email, password)
  await visitor.put('/identity/brand', { ...name, contactEmail: email, termsAccepted: true })
  const { id: mediaId } = await visitor.upload<{ id: string }>('/campaigns/media', await readFile(join(LOGOS, logo)))
  const buyer = { email, name: `${brand.contactFirstName} ${brand.contactLastName}` }
  const order = async (wanted: string) => {
    const made = await until(`payouts knows ${brand.brandName}`, () =>
      visitor.post<{ url: string }>('/payouts/credit-orders', { package: wanted }),
    )
    return new URL(made.url).pathname.split('/').at(-1) ?? ''
  }
  const has = async (credits: number) => {
    await until(`${brand.brandName} has ${credits} credits`, async () => {
      const { available, held, spent } = await visitor.get<Record<'available' | 'held' | 'spent', number>>('/payouts/credits')
      return available + held + spent >= credits
    })
  }
  return {
    visitor,
    order,
    has,
    buy: async (wanted, number) => {
      const before = await visitor.get<Record<'available' | 'held' | 'spent', number>>('/payouts/credits').catch(() => undefined)
      await outside.post(`/_sandbox/checkout/${await order(wanted)}`, { card: number, ...buyer })
      if (number === CARD || number === CARD_AT_ONCE)
        await has((before ? before.available + before.held + before.spent : 0) + CREDITS_OF[wanted as keyof typeof CREDITS_OF])
    },
    start: async (draft, becomes = 'active') => {
      const { id } = await visitor.post<CampaignOf>('/campaigns/campaigns', { network: 'instagram', link, mediaId, ...draft })
      await until(
        `“${draft.name}” is ${becomes}`,
        async () => (await visitor.get<CampaignOf>(`/campaigns/campaigns/${id}`)).status === becomes,
      )
      return id
    },
  }
}

const CREDITS_OF = { starter: 10_000, growth: 50_000, business: 100_000 } as const

/** Sets up a creator with a verified Instagram account, then removes the code from the bio. */
async function openCreator(name: CreatorName, { url, password, outside }: Play): Promise<PlayedCreator> {
  const { email, account } = CREATORS[name]
  const visitor = await visit(url, email, password)
  const { id: externalId } = await outside.post<{ id: string }>('/_sandbox/social/accounts', { network: 'instagram', ...account })
  const { id: accountId, code } = await visitor.post<{ id: string; code: string }>('/verification/accounts', {
    network: 'instagram',
    username: account.username,
  })
  await outside.patch(`/_sandbox/social/accounts/${externalId}`, { bio: `${account.bio} ${code}` })
  await visitor.post(`/verification/accounts/${accountId}/verification`, { accountId })
  await until(`@${account.username} is verified`, async () => {
    const { items } = await visitor.get<{ items: { id: string; status: string }[] }>('/verification/accounts')
    return items.some(({ id, status }) => id === accountId && status === 'verified')
  })
  await outside.patch(`/_sandbox/social/accounts/${externalId}`, { bio: account.bio })
  return { visitor, externalId, accountId }
}

/** Joins a campaign, once the campaigns service has received the creator's verified account. */
function joinCampaign({ visitor, accountId }: PlayedCreator, campaignId: string): Promise<SignedUp> {
  return until('a creator has joined a campaign', () =>
    visitor.post<SignedUp>(`/campaigns/public-campaigns/${campaignId}/sign-ups`, { accountId }),
  )
}

/** Waits for a sign-up's last view counts, either from its campaign's end or from the final checks. */
const untilRead = ({ visitor }: PlayedCreator, { id }: SignedUp, which: 'end' | 'checks') =>
  until('the last views of a campaign are read', async () => {
    const { isFinal } = await visitor.get<{ isFinal: string | false }>(`/metrics/assignments/${id}/history`)
    return isFinal === 'checks' || isFinal === which
  })

const untilSettled = ({ visitor }: PlayedBrand, campaignId: string) =>
  until('a campaign is settled', async () => (await visitor.get<CampaignOf>(`/campaigns/campaigns/${campaignId}`)).phase === 'settled')

/** Sets up a Stripe account that can receive payouts. @returns its Stripe id */
async function openPayouts({ visitor }: PlayedCreator, country: string, outside: SandboxClient): Promise<string> {
  const { url } = await visitor.post<{ url: string }>('/payouts/payout-account/onboarding', { country })
  const known = await outside.get<{ id: string; metadata?: Record<string, string> }[]>('/_sandbox/accounts')
  const account = known.find(({ metadata }) => metadata?.creatorId === visitor.id)
  if (!account) throw new Error(`Stripe created no account for ${url}`)
  await outside.post(`/_sandbox/accounts/${account.id}`, { outcome: 'complete' })
  await until('a payout account is active', async () => {
    const { status } = await visitor.get<{ status: string }>('/payouts/payout-account')
    return status === 'active'
  })
  return account.id
}
