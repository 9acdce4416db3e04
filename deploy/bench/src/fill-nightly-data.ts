import { idSource, systemClock } from '@reelfair/service-kit'
import type { SocialProvider } from '@reelfair/social'
import type { Db, Document } from 'mongodb'

const DAY = 86_400_000
const INSERT_BATCH = 5_000
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RATE_CARD = { validFrom: '2025-08-23', centsPer1000: 10 }
const LINK = 'https://example.com/a-product'
/**
 * More views than all runs together can allocate: each night, every sign-up requests a share of the goal's increase.
 */
const UNMET = 1_000_000_000
/** Low enough that one night's growth never triggers a review in the metrics service. */
const VIEWS_PER_HOUR = 30
const LOGO_BOX = { x: 0, y: 0, width: 1072, height: 250 }

/** The simulated time starts here. A one-month campaign outlasts all runs. */
export const START = new Date('2026-11-21T12:00:00Z')
const ENDS = new Date(START.getTime() + 29 * DAY)

const newId = idSource(systemClock)
const codeOf = (number: number) => {
  let code = ''
  for (let place = 0, left = number; place < 5; place += 1, left = Math.floor(left / LETTERS.length)) code += LETTERS[left % LETTERS.length]
  return `RF-${code}`
}

export const campaignRow = (more: Document = {}): Document => ({
  _id: newId(),
  version: 3,
  brandId: newId(),
  name: 'A campaign of the bench',
  viewsGoal: 10_000,
  category: 'Gaming_Esports',
  zones: ['EU'],
  network: 'instagram',
  link: LINK,
  logo: { mediaId: newId(), kind: 'image', type: 'image/png' },
  duration: '1 month',
  status: 'active',
  rateCard: RATE_CARD,
  charged: 0,
  reserved: 0,
  observedViews: 0,
  signUps: 0,
  createdAt: START,
  startsAt: START,
  endsAt: ENDS,
  nextSettlement: '2026-11-22',
  ...more,
})

/** The first sign-up stays in review, so that its campaign outlasts the first night. */
function signUpRow(campaign: Document, number: number, isFirst: boolean): Document {
  const { _id: campaignId, brandId, viewsGoal, category, zones, duration, link, logo, network } = campaign
  const terms = {
    campaignName: campaign.name,
    viewsGoal,
    category,
    zones,
    duration,
    rateCard: RATE_CARD,
    windowDays: 14,
    termsVersion: '1.0',
  }
  const [qualified, inReview] = isFirst ? [0, UNMET] : [UNMET, 0]
  const counted = { observed: UNMET, qualified, inReview, defaults: [], excluded: [], isFinal: false }
  return {
    _id: newId(),
    version: 2,
    campaignId,
    brandId,
    creatorId: newId(),
    accountId: newId(),
    externalId: `ig_${number}`,
    network,
    username: `creator.${number}`,
    code: codeOf(number),
    link,
    logo,
    signedUpAt: new Date(START.getTime() + number),
    endsAt: ENDS,
    terms,
    totals: { revision: 1, day: '2026-11-22', ...counted },
    observed: UNMET,
    charged: 0,
    reserved: 0,
    cents: 0,
  }
}

async function writeAll(db: Db, rows: Readonly<Record<string, readonly Document[]>>) {
  for (const [name, documents] of Object.entries(rows)) if (documents.length > 0) await db.collection(name).insertMany([...documents])
}

/**
 * @param from Number of existing sign-ups
 * @param perCampaign Sign-ups per campaign; by default, all sign-ups from all calls share one campaign
 */
export async function fillCampaigns(db: Db, from: number, signUps: number, perCampaign?: number) {
  let campaign = perCampaign ? undefined : await db.collection('campaigns').findOneAndUpdate({}, { $inc: { signUps, version: 1 } })
  let [campaigns, joined]: [Document[], Document[]] = [[], []]
  const write = async () => {
    await writeAll(db, { campaigns, sign_ups: joined })
    ;[campaigns, joined] = [[], []]
  }
  for (let number = from; number < from + signUps; number += 1) {
    const isFirst = perCampaign ? (number - from) % perCampaign === 0 : !campaign
    if (isFirst) {
      campaign = campaignRow({ viewsGoal: 0, signUps: perCampaign ?? signUps }) as NonNullable<typeof campaign>
      campaigns.push(campaign)
    }
    joined.push(signUpRow(campaign ?? {}, number, isFirst))
    if (joined.length === INSERT_BATCH) await write()
  }
  await write()
}

/** Each sign-up has its own account, whose video has not been found yet. */
export async function fillMetrics(db: Db, from: number, signUps: number) {
  let [assignments, accounts]: [Document[], Document[]] = [[], []]
  const write = async () => {
    await writeAll(db, { assignments, verified_accounts: accounts })
    ;[assignments, accounts] = [[], []]
  }
  const [subjectId, brandId] = [newId(), newId()]
  for (let number = from; number < from + signUps; number += 1) {
    const [creatorId, accountId, externalId] = [newId(), newId(), `ig_${number}`]
    const account = { creatorId, network: 'instagram', externalId, accountKey: `instagram:${externalId}`, username: `creator.${number}` }
    accounts.push({ _id: accountId, version: 1, ...account, followers: 20_000, averageViews: 8_000 })
    assignments.push({
      _id: newId(),
      version: 1,
      subject: 'campaign',
      subjectId,
      brandId,
      accountId,
      ...account,
      code: codeOf(number),
      link: LINK,
      signedUpAt: START,
      endsAt: ENDS,
      plannedEnd: ENDS,
      windowDays: 14,
      isOpen: true,
      final: false,
      finalDueAt: ENDS,
      revision: 0,
      totals: { observed: 0, qualified: 0, inReview: 0, defaults: [], excluded: [] },
      days: [],
    })
    if (assignments.length === INSERT_BATCH) await write()
  }
  await write()
}

/**
 * A simulated network that responds immediately. Its accounts are named `ig_<number>`; each has a bio with the link and
 * one video that contains the code and steadily gains views.
 */
export const evenNetwork = (now: () => Date): Pick<SocialProvider, 'fetchAccountStats' | 'listRecentVideos' | 'fetchVideoMetrics'> => ({
  async fetchAccountStats(ref) {
    const externalId = 'externalId' in ref ? ref.externalId : ref.username
    const account = { externalId, username: externalId.replace('ig_', 'creator.'), followers: 20_000, averageViews: 8_000 }
    return {
      ...account,
      isPublic: true,
      ageRestricted: false,
      paidLabelConsent: false,
      bio: 'See my link',
      bioLinks: [LINK],
      fetchedAt: now(),
    }
  },
  async listRecentVideos({ externalId }) {
    const number = Number(externalId.slice('ig_'.length))
    const video = { id: `v_${number}`, url: `https://instagram.example/reel/v_${number}`, publishedAt: new Date(START.getTime() + 60_000) }
    return { items: [{ ...video, caption: `${codeOf(number)} Commercial collaboration`, durationS: 30, width: 1080, height: 1920 }] }
  },
  async fetchVideoMetrics(_, ids) {
    const at = now()
    const views = Math.floor(((at.getTime() - START.getTime()) / 3_600_000) * VIEWS_PER_HOUR)
    const seen = { deleted: false, private: false, ageRestricted: false, paidLabel: true, logo: { present: true, box: LOGO_BOX } } as const
    return new Map(ids.map((id) => [id, { ...seen, at, views, likes: Math.floor(views / 20), comments: Math.floor(views / 250) }]))
  },
})
