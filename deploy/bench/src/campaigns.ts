import { randomUUID } from 'node:crypto'
import { makeSessionKeys, mintToken, PrivateKey } from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import { startChild } from './child.ts'
import { atClose } from './closing.ts'
import { mongo } from './engines.ts'
import type { Race } from './harness.ts'
import { type Call, openLoad } from './load.ts'
import { connectDriver, newPrefix } from './payouts.ts'

export const startCampaigns = () => startBesideBaseline('campaigns')

/** Starts a service alone, and the baseline server on the same database. */
export async function startBesideBaseline(service: 'campaigns' | 'verification', ownEnv: Readonly<Record<string, string>> = {}) {
  const { uri } = await mongo()
  const prefix = newPrefix()
  const DATABASE = `${prefix}_${service}`
  const { publicKey, privateKey } = makeSessionKeys()
  const secrets = { SESSION_PUBLIC_KEY: publicKey, GATEWAY_SECRET: randomUUID() }
  const env = { ...smallLimits, MONGODB_URI: uri, DB_PREFIX: prefix, ...secrets, LOG_LEVEL: 'info', ...ownEnv }
  const product = await startChild(`serve-${service}.ts`, env)
  atClose(product.stop)
  const baseline = await startChild('serve-baseline.ts', { MONGODB_URI: uri, DATABASE })
  atClose(baseline.stop)
  const loads = { product: openLoad(product.url), baseline: openLoad(baseline.url) }
  atClose(loads.product.close)
  atClose(loads.baseline.close)
  const key = PrivateKey.parse(privateKey)
  return {
    url: product.url,
    db: (await connectDriver()).db(DATABASE),
    loads,
    tokenOf: (role: 'brand' | 'creator', sub: string) => mintToken({ sub, sid: randomUUID(), role, complete: true }, key, new Date()),
  }
}

type Campaigns = Awaited<ReturnType<typeof startCampaigns>>

/** As in the gateway, each token is valid for only a few seconds but can be used for many requests. */
export const signedIn = ({ tokenOf }: Campaigns, role: 'brand' | 'creator', ids: readonly string[], callOf: (id: string) => Call) =>
  Promise.all(
    ids.map(async (id): Promise<Call> => {
      const headers = { authorization: `Bearer ${await tokenOf(role, id)}`, 'x-request-id': randomUUID(), 'accept-language': 'en' }
      return { ...callOf(id), headers }
    }),
  )

interface Contest {
  readonly loads: Campaigns['loads']
  readonly baselineCalls: readonly Call[]
  productCalls(): Promise<readonly Call[]>
}

export function raceOfCalls(open: () => Promise<Contest>, race: Pick<Race, 'name' | 'unit' | 'aim' | 'floor'>): Race {
  let calls: readonly Call[] = []
  return {
    kind: 'race',
    ...race,
    sampleMs: 1_000,
    ceiling: {
      // Keeps startup and database seeding out of the samples.
      prepare: async () => void (await open()),
      async work(units) {
        const { loads, baselineCalls } = await open()
        await loads.baseline.run(baselineCalls, units)
      },
    },
    product: {
      prepare: async () => {
        calls = await (await open()).productCalls()
      },
      async work(units) {
        await (await open()).loads.product.run(calls, units)
      },
    },
  }
}
