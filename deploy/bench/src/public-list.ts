/** What a creator may join, among very many running campaigns: the list with all that speaks for and against joining, against the page's query alone. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeSessionKeys, mintToken, PrivateKey } from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import type { Db, Document } from 'mongodb'
import { startChild } from './child.ts'
import { atClose, closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import { campaignRow } from './fill-nights.ts'
import type { Suite } from './harness.ts'
import { demand } from './items.ts'
import { type Call, openLoad } from './load.ts'
import { connectDriver, newPrefix } from './payouts.ts'
import { sized } from './sizes.ts'

/** Another number is for trying things out. */
const CAMPAIGNS = Number(process.env.BENCH_CAMPAIGNS ?? sized(100_000, 100))
const CREATORS = 20
const JOINED = 2
const WRITTEN_TOGETHER = 5_000
const DAY = 86_400_000
const program = (name: string) => join(import.meta.dirname, name)

/** Of two categories and languages, ending one after the other within a month; none is to be settled. */
function running(number: number): Document {
  const { nextSettlement: _, ...row } = campaignRow({
    viewsGoal: 1_000 * (1 + (number % 500)),
    category: number % 2 ? 'Gaming_Esports' : 'Food_Cooking',
    ...(number % 3 && { language: 'en' }),
    endsAt: new Date(Date.now() + DAY + (number * 29 * DAY) / CAMPAIGNS),
  })
  return row
}

/** A creator with an account and two sign-ups, as most have. */
async function aCreator(db: Db, campaigns: readonly Document[]): Promise<string> {
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
  const { uri } = await mongo()
  const prefix = newPrefix()
  const keys = makeSessionKeys()
  const env = {
    ...smallLimits,
    MONGODB_URI: uri,
    DB_PREFIX: prefix,
    SESSION_PUBLIC_KEY: keys.publicKey,
    GATEWAY_SECRET: randomUUID(),
    LOG_LEVEL: 'info',
  }
  const product = await startChild(program('serve-campaigns.ts'), env)
  atClose(product.stop)
  const bare = await startChild(program('serve-bare.ts'), { MONGODB_URI: uri, DATABASE: `${prefix}_campaigns` })
  atClose(bare.stop)
  const db = (await connectDriver()).db(`${prefix}_campaigns`)
  let some: Document[] = []
  for (let number = 0; number < CAMPAIGNS; ) {
    some = Array.from({ length: Math.min(WRITTEN_TOGETHER, CAMPAIGNS - number) }, () => running(number++))
    await db.collection('campaigns').insertMany(some)
  }
  const creators: string[] = []
  for (let number = 0; number < CREATORS; number += 1) creators.push(await aCreator(db, some.slice(number * JOINED, (number + 1) * JOINED)))
  const loads = { product: openLoad(product.url), bare: openLoad(bare.url) }
  atClose(loads.product.close)
  atClose(loads.bare.close)
  const privateKey = PrivateKey.parse(keys.privateKey)
  const calls = () =>
    Promise.all(
      creators.map(async (sub): Promise<Call> => {
        const token = await mintToken({ sub, sid: randomUUID(), role: 'creator', complete: true }, privateKey, new Date())
        return { method: 'GET', path: '/public-campaigns', headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' } }
      }),
    )
  const [call] = await calls()
  const idsOf = (body: string) => (JSON.parse(body).items as { id: string }[]).map(({ id }) => id).join()
  const listed = idsOf(await loads.product.call(call as Call))
  demand(listed === idsOf(await loads.bare.call(BARE)), 'both list the same campaigns')
  return { loads, calls }
})

const BARE: Call = { method: 'GET', path: '/public-campaigns' }
let calls: readonly Call[] = []

export const publicList: Suite = {
  entries: [
    {
      kind: 'race',
      name: 'public-list',
      unit: `GET /public-campaigns, the first page of ${CAMPAIGNS.toLocaleString('en')} running ones, for a creator with an account and two sign-ups`,
      aim: 0.7,
      floor: { ratio: 0.3, cpuRatio: 0.3 },
      sampleMs: 1_000,
      ceiling: {
        // Filling is no part of any sample.
        prepare: async () => void (await world()),
        async work(units) {
          await (await world()).loads.bare.run([BARE], units)
        },
      },
      product: {
        prepare: async () => {
          calls = await (await world()).calls()
        },
        async work(units) {
          await (await world()).loads.product.run(calls, units)
        },
      },
    },
  ],
  facts: async () => [
    (await mongo()).said,
    'product: the campaigns service as a process; it also reads the creator’s accounts, sign-ups and their campaigns, and says of each campaign what speaks against joining it.',
    'ceiling: Express and mongoose in a process: the query of the page alone, and response.json.',
  ],
  close: closeAll,
}
