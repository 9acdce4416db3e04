/**
 * Compares the list of campaigns that a creator can sign up for, including eligibility reasons, with the page's query
 * alone. The database contains a large number of running campaigns.
 */
import { randomUUID } from 'node:crypto'
import type { Db, Document } from 'mongodb'
import { raceOfCalls, signedIn, startCampaigns } from './campaigns.ts'
import { closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import { campaignRow } from './fill-nightly-data.ts'
import type { Suite } from './harness.ts'
import { demand } from './items.ts'
import type { Call } from './load.ts'
import { sized } from './sizes.ts'

const CAMPAIGNS = Number(process.env.BENCH_CAMPAIGNS ?? sized(100_000, 100))
const CREATORS = 20
const JOINED = 2
const INSERT_BATCH = 5_000
const DAY = 86_400_000

function running(number: number): Document {
  const { nextSettlement: _, ...row } = campaignRow({
    viewsGoal: 1_000 * (1 + (number % 500)),
    category: number % 2 ? 'Gaming_Esports' : 'Food_Cooking',
    ...(number % 3 && { language: 'en' }),
    endsAt: new Date(Date.now() + DAY + (number * 29 * DAY) / CAMPAIGNS),
  })
  return row
}

async function addCreator(db: Db, campaigns: readonly Document[]): Promise<string> {
  const creatorId = randomUUID()
  const account = { network: 'instagram', username: 'lea', externalId: `ig_${creatorId}`, language: 'en', category: 'Gaming_Esports' }
  const figures = { averageViews: 8_000 }
  await db
    .collection<Document & { _id: string }>('accounts')
    .insertOne({ _id: randomUUID(), version: 1, creatorId, ...account, ...figures })
  for (const { _id: campaignId, endsAt } of campaigns)
    await db.collection<Document & { _id: string }>('sign_ups').insertOne({
      _id: randomUUID(),
      version: 1,
      campaignId,
      creatorId,
      username: 'lea',
      code: randomUUID(),
      endsAt,
      signedUpAt: new Date(),
    })
  return creatorId
}

const world = once(async () => {
  const campaigns = await startCampaigns()
  const { loads, db } = campaigns
  let some: Document[] = []
  for (let number = 0; number < CAMPAIGNS; ) {
    some = Array.from({ length: Math.min(INSERT_BATCH, CAMPAIGNS - number) }, () => running(number++))
    await db.collection('campaigns').insertMany(some)
  }
  const creators: string[] = []
  for (let number = 0; number < CREATORS; number += 1)
    creators.push(await addCreator(db, some.slice(number * JOINED, (number + 1) * JOINED)))
  const productCalls = () => signedIn(campaigns, 'creator', creators, () => LIST)
  const idsOf = (body: string) => (JSON.parse(body).items as { id: string }[]).map(({ id }) => id).join()
  const [call = LIST] = await productCalls()
  const listed = idsOf(await loads.product.call(call))
  demand(listed === idsOf(await loads.baseline.call(LIST)), 'the same campaigns from both sides')
  return { loads, productCalls, baselineCalls: [LIST] }
})

const LIST: Call = { method: 'GET', path: '/public-campaigns' }

export const publicList: Suite = {
  entries: [
    raceOfCalls(world, {
      name: 'public-list',
      unit: `GET /public-campaigns, the first page of ${CAMPAIGNS.toLocaleString('en')} running campaigns, for a creator with an account and two sign-ups`,
      aim: 0.7,
      floor: { ratio: 0.3, cpuRatio: 0.3 },
    }),
  ],
  facts: async () => [
    (await mongo()).description,
    'product: the campaigns service as a separate process; it also reads the creator’s accounts and sign-ups with their campaigns, and lists the reasons against signing up for each campaign.',
    'ceiling: Express and mongoose in a separate process: only the page’s query and response.json.',
  ],
  close: closeAll,
}
