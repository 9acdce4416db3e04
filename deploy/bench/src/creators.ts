/**
 * Compares brands' search for creators with the page's query alone, among a large number of verified accounts. See ADR
 * 15 for the bound that the product adds.
 */
import { randomUUID } from 'node:crypto'
import { Category } from '@reelfair/contracts'
import { idSource, systemClock } from '@reelfair/service-kit'
import { insertInBulk } from '@reelfair/testkit/bulk'
import type { Document } from 'mongodb'
import { raceOfCalls, signedIn, startBesideBaseline } from './campaigns.ts'
import { closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import type { Suite } from './harness.ts'
import { demand } from './items.ts'
import type { Call } from './load.ts'
import { sized } from './sizes.ts'

const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? sized(200_000, 300))
const BRANDS = 20
const DAY = 86_400_000

const ENV = {
  PUBLIC_ORIGIN: 'http://localhost:4000',
  WORKFLOW_URL: 'http://127.0.0.1:9/workflow',
  WORKFLOW_TOKEN: 'token-of-the-bench-0123456789',
  WORKFLOW_CALLBACK_SECRET: 'callback-secret-of-the-bench-0123456789',
}

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

/** As in the product, ids increase with time, so that new accounts share pages of the indexes. */
const newId = idSource(systemClock)

function account(number: number): { _id: string } & Document {
  const category = pick(Category.options, Math.floor((number * Category.options.length) / ACCOUNTS))
  const username = `creator.${number.toString(36)}`
  const at = new Date(Date.now() - (number % 300) * DAY)
  return {
    _id: newId(),
    version: 3,
    creatorId: newId(),
    network: pick(['instagram', 'tiktok', 'youtube'], number),
    username,
    usernameKey: username,
    status: 'verified',
    createdAt: at,
    verifiedAt: at,
    externalId: `ext_${number}`,
    language: pick(['en', 'de', 'it', 'pt'], number),
    category,
    country: 'France',
    city: 'Lyon',
    followers: 1_000 * ((number * 7_919) % 500),
    averageViews: 100 * ((number * 6_101) % 401),
    rpmCents: 50 + (number % 150),
    isPublic: true,
    ageRestricted: false,
    statsAt: at,
    searchKeys: ['username:cre', 'city:lyon', `category:${category}`, 'country:FR', 'all'],
  }
}

const SEARCHES: readonly Call[] = ['', '?category=Food_Cooking', '?category=Drinks_Coffee&language=de'].map((query) => ({
  method: 'GET',
  path: `/creators${query}`,
}))

const world = once(async () => {
  const verification = await startBesideBaseline('verification', ENV)
  const { loads, db } = verification
  await insertInBulk(db.collection<{ _id: string }>('accounts'), Iterator.from(Array(ACCOUNTS).keys()).map(account))
  const brands = Array.from({ length: BRANDS }, () => randomUUID())
  const productCalls = async () =>
    (await Promise.all(SEARCHES.map((search) => signedIn(verification, 'brand', brands, () => search)))).flat()
  const idsOf = (body: string) => (JSON.parse(body).items as { accountId: string }[]).map(({ accountId }) => accountId).join()
  for (const search of SEARCHES) {
    const [call = search] = await signedIn(verification, 'brand', brands, () => search)
    const found = idsOf(await loads.product.call(call))
    demand(found !== '' && found === idsOf(await loads.baseline.call(search)), 'the same creators from both sides')
  }
  return { loads, productCalls, baselineCalls: SEARCHES }
})

export const creators: Suite = {
  entries: [
    raceOfCalls(world, {
      name: 'creators',
      unit: `GET /creators, the first page of ${ACCOUNTS.toLocaleString('en')} accounts: all, by category, and by category and language`,
      aim: 0.5,
      floor: { ratio: 0.2, cpuRatio: 0.2 },
    }),
  ],
  facts: async () => [
    (await mongo()).description,
    'product: the verification service as a separate process; it reads slices of the index, filters them, and adds each creator’s record.',
    'ceiling: Express and mongoose in a separate process: only the page’s query and response.json.',
  ],
  close: closeAll,
}
