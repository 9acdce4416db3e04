/** The demo market's partnerships: one for each tier, one below 25%, and one that is active today. */
import { businessDayOf } from '@reelfair/rules'
import type { BrandName, CreatorName } from './cast.ts'
import type { Market } from './market.ts'
import { acceptInvitation, invite, openPayouts, type PlayedBrand, untilPartnershipSettled } from './players.ts'
import { until } from './visitor.ts'

interface Offer {
  readonly brand: BrandName
  readonly creator: CreatorName
  readonly caption: string
  readonly video: string
  /** Final number of views; the goal is 10,000. The end comes when a video has 96% of them. */
  readonly views: number
}

const GOAL = 10_000

const OFFERS: readonly Offer[] = [
  { brand: 'kefiro', creator: 'mira', caption: 'A week of breakfasts.', video: 'Seven breakfasts, one jar', views: 12_800 },
  { brand: 'kefiro', creator: 'paul', caption: 'Your lunch box, our fridge door.', video: 'Lunch for the train', views: 8_800 },
  { brand: 'brisa', creator: 'mira', caption: 'Linen in the kitchen.', video: 'An apron that lasts', views: 6_400 },
  { brand: 'kefiro', creator: 'nina', caption: 'Kefir on the trail.', video: 'What I carry to the hut', views: 3_600 },
  { brand: 'brisa', creator: 'paul', caption: 'Dressed for the market.', video: 'Saturday, market, linen', views: 1_500 },
]

const TODAY: Offer = { brand: 'olmo', creator: 'nina', caption: 'Your hut, by bike.', video: 'To the hut by bike', views: 9_000 }

/**
 * The creator accepts at once, so the partnership starts.
 * @returns the partnership's id and the code for the caption
 */
async function agree({ parts, brands, creators }: Market, { brand, creator, caption }: Offer) {
  const played: PlayedBrand = brands[brand]
  const id = await invite(played, creators[creator], {
    weeklyViewsGoal: GOAL,
    caption,
    beginning: businessDayOf(parts.sandbox.clock.now()),
  })
  return acceptInvitation(creators[creator], id)
}

const publish = ({ creators, publish: post }: Market, { creator, video, views }: Offer, code: string) =>
  post(creators[creator], { caption: `${video} ${code} Commercial collaboration`, views, hour: '14:00' })

/** Day 1: five partnerships start. @returns waits for their settlement on day 11 */
export async function startPartnerships(market: Market): Promise<() => Promise<void>> {
  const agreed: { offer: Offer; id: string; code: string }[] = []
  for (const offer of OFFERS) agreed.push({ offer, ...(await agree(market, offer)) })
  await until('payouts knows Mira', () => openPayouts(market.creators.mira, 'FR', market.outside))
  await market.at(0, '14:00')
  for (const { offer, code } of agreed) await publish(market, offer, code)
  return async () => {
    for (const { offer, id } of agreed) await untilPartnershipSettled(market.brands[offer.brand], id)
  }
}

/** Day 12: a partnership that is active today. */
export async function startTodaysPartnership(market: Market): Promise<void> {
  const { code } = await agree(market, TODAY)
  await market.at(11, '14:00')
  await publish(market, TODAY, code)
}
