/**
 * Creates the demo market: brands and creators use the public API and the sandbox for twelve days, while the sandbox's
 * clock advances to the present. Writes nothing directly to a database; the nightly jobs read and settle each day.
 */
import { addDays, businessDayOf, instantOf, SETTLEMENT_TIME } from '@reelfair/rules'
import { UserError } from '../user-error.ts'
import { BRANDS, type BrandName, CREATORS, type CreatorName, TOUR_ACCOUNT } from './cast.ts'
import { dailyViews } from './daily-views.ts'
import type { DemoVideo, Market, MarketParts } from './market.ts'
import { startPartnerships, startTodaysPartnership } from './play-partnerships.ts'
import {
  CARD,
  CARD_AT_ONCE,
  DEBIT,
  DEBIT_THAT_FAILS,
  invite,
  joinCampaign,
  openBrand,
  openCreator,
  openPayouts,
  type PlayedBrand,
  type PlayedCreator,
  untilRead,
  untilSettled,
} from './players.ts'
import { sandboxClient, until, type Visitor, visit } from './visitor.ts'

/**
 * Days from the first demo day to the last settled day, which is today or yesterday. Must stay below 14, because
 * sessions last 14 days.
 */
export const DAYS_OF_HISTORY = 12

/**
 * The first demo day, and the start time of the sandbox's clock. The last demo day is yesterday until today is settled,
 * so that the figures do not depend on the time of day.
 */
export function marketStart(now: Date): { firstDay: string; beginsAt: Date } {
  const today = businessDayOf(now)
  const lastDay = now < instantOf(today, SETTLEMENT_TIME) ? addDays(today, -1) : today
  const firstDay = addDays(lastDay, -DAYS_OF_HISTORY)
  return { firstDay, beginsAt: instantOf(firstDay, '08:30') }
}

export async function seedMarket(parts: MarketParts): Promise<void> {
  const market = await openMarket(parts)
  const first = await startFirstCampaigns(market)
  const untilPartnershipsSettled = await startPartnerships(market)
  await startCyclingCampaign(market, first)
  const admin = await payOutFirstCampaign(market, first)
  await startActiveCampaigns(market, first)
  await untilPartnershipsSettled()
  await startTodaysPartnership(market)
  await arriveInThePresent(market)
  const brands = Object.values(market.brands)
  const creators = Object.values(market.creators)
  await Promise.all([admin, ...[...brands, ...creators].map(({ visitor }) => visitor)].map((one) => one.signOut()))
}

async function openMarket(parts: MarketParts): Promise<Market> {
  const { url, password, sandbox, firstDay } = parts
  const outside = sandboxClient(sandbox.url)
  let today = 0
  const at = async (day: number, hour: string) => {
    if (parts.signal?.aborted) throw new UserError('The start was cancelled.')
    if (day > today) parts.print(`  Day ${day} of ${DAYS_OF_HISTORY}`)
    today = day
    await sandbox.moveTo(instantOf(addDays(firstDay, day), hour))
  }
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
  const play = { url, password, outside, firstDay, createUser: parts.createUser }

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
  const { lea, mira } = creators
  for (const { visitor, accountId } of [lea, mira]) await visitor.put(`/verification/accounts/${accountId}/collab`, { isOpen: true })
  await outside.post('/_sandbox/social/accounts', { network: 'instagram', ...TOUR_ACCOUNT })
  return { parts, outside, brands, creators, at, publish }
}

/** Day 1: brands buy credits by card and direct debit, and the first two campaigns start. */
async function startFirstCampaigns({ brands: { kefiro, olmo, brisa, nordlys }, creators: { lea, tom, sofia }, at, publish }: Market) {
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
  return { fridge, linen, leaFridge, tomFridge, sofiaLinen, unmarkedId: unmarked.id }
}

type FirstCampaigns = Awaited<ReturnType<typeof startFirstCampaigns>>

/** Days 3 to 6: creators correct their videos, and a cycling campaign starts after a direct debit has succeeded. */
async function startCyclingCampaign(
  { outside, brands: { olmo, nordlys }, creators: { lea, tom, noah, alma }, at, publish }: Market,
  { leaFridge, tomFridge, unmarkedId }: FirstCampaigns,
): Promise<void> {
  await at(2, '10:00')
  await outside.patch(`/_sandbox/social/videos/${unmarkedId}`, {
    caption: `Gut feeling, episode 3 ${tomFridge.code} Commercial collaboration`,
    paidLabel: true,
  })
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
  await at(5, '10:00')
  await outside.patch(`/_sandbox/social/videos/${low.id}`, { logo: { present: true, box: { x: 54, y: 154, width: 972, height: 227 } } })
  await at(5, '13:00')
  await publish(noah, {
    caption: `One lock, forty boats ${noahCanal.code} Commercial collaboration`,
    views: 6_200,
    bots: { on: 1, views: 34_000 },
  })
}

/** Day 8: the first campaign's earnings are paid out, and an admin reviews the bot views. */
async function payOutFirstCampaign(
  { parts, outside, brands: { kefiro }, creators: { lea, sofia }, at }: Market,
  { fridge, sofiaLinen }: FirstCampaigns,
): Promise<Visitor> {
  await at(7, '10:05')
  await untilRead(sofia, sofiaLinen, 'end')
  await untilSettled(kefiro, fridge)
  await openPayouts(lea, 'FR', outside)
  await lea.visitor.post('/payouts/transfers', {})
  await until('a transfer is completed', async () => {
    const { items } = await lea.visitor.get<{ items: { status: string }[] }>('/payouts/transfers')
    return items.some(({ status }) => status === 'completed')
  })
  const admin = await visit(parts.url, parts.adminEmail, parts.password)
  const spike = await until('suspicious growth is held for review', async () => {
    const { items } = await admin.get<{ items: { id: string; kind: string; decision?: object }[] }>('/metrics/admin/reviews')
    return items.find(({ kind, decision }) => kind === 'growth' && !decision)
  })
  await admin.post(`/metrics/admin/reviews/${spike.id}/decision`, {
    verdict: 'excluded',
    why: '34,000 views within one hour, and hardly a like among them.',
  })
  return admin
}

/** Days 9 to 11: the campaigns that are still active today start. */
async function startActiveCampaigns(
  { outside, brands: { kefiro, brisa, nordlys }, creators: { lea, tom, sofia, jonas }, at, publish }: Market,
  { linen, sofiaLinen }: FirstCampaigns,
): Promise<void> {
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
  // Stripe reviews Sofia's account again, so her earnings are held until she responds.
  const sofiaAccount = await openPayouts(sofia, 'IT', outside)
  await outside.post(`/_sandbox/accounts/${sofiaAccount}`, { outcome: 'restricted' })
}

async function arriveInThePresent({ parts: { sandbox, firstDay }, brands: { kefiro }, creators: { lea } }: Market): Promise<void> {
  await sandbox.moveTo(new Date())
  // The invitation is valid for 24 hours, so send it as late as possible, but before the clock moves again.
  await invite(kefiro, lea, {
    weeklyViewsGoal: 10_000,
    caption: 'Two breakfasts a week, your kitchen, our fridge door.',
    beginning: addDays(firstDay, DAYS_OF_HISTORY + 7),
  })
  // The previous steps took time, so move the clock to the current time again.
  await sandbox.moveTo(new Date())
}
