/** Measures the cost of database latency: the same work with and without an extra 5 ms per round trip. */
import { freePort, type Local, startLocal } from '@reelfair/local'
import { type APIRequestContext, request } from 'playwright-core'
import { signIn } from './browser.ts'
import { startChild } from './child.ts'
import { atClose, closeAll, newFolder, once } from './closing.ts'
import { mongo } from './engines.ts'
import { type Limit, type Suite, spread } from './harness.ts'
import { demand } from './items.ts'
import { nightlyJobShapes, runTwoDays, type Shape } from './nightly-jobs.ts'
import { connectDriver, newPrefix } from './payouts.ts'
import { isSmoke, sized } from './sizes.ts'
import { addressOf, eachPage, type Person } from './slow-phone.ts'

const ROUND_TRIP_MS = 5
const SIGN_UPS = Number(process.env.BENCH_SIGN_UPS ?? sized(10_000, 20))
/** The first read hits cold caches, so the median is reported. */
const READ_REPEATS = sized(5, 1)

const farMongo = once(async () => {
  const { uri } = await mongo()
  demand(/^mongodb:/.test(uri) && !/[?&](?:tls|ssl)=true/.test(uri), 'MONGODB_URI to start with mongodb:// and not to use TLS')
  // The proxy forwards to the primary; `directConnection` prevents the driver from discovering the other members.
  const { primary } = await (await connectDriver()).db().command({ hello: 1 })
  const child = await startChild('serve-delay.ts', {
    TARGET: `mongodb://${primary}`,
    ROUND_TRIP_MS: String(ROUND_TRIP_MS),
  })
  atClose(() => child.stop())
  // `URL` cannot parse a list of hosts.
  const far = new URL(uri.replace(/(?<=^mongodb:\/\/(?:[^/@]*@)?)[^/?]+/, new URL(child.url).host))
  far.searchParams.delete('replicaSet')
  far.searchParams.set('directConnection', 'true')
  return far.href
})

const farNight = (shape: Shape): Limit => ({
  kind: 'limit',
  name: `far-away/${shape.name}`,
  unit: `${shape.unit}; for ${SIGN_UPS.toLocaleString('en')} sign-ups, with an extra ${ROUND_TRIP_MS} ms per round trip to the database`,
  measure: '(times, or seconds)',
  limits: { 'times as long': 3, 'without delay, s': Number.POSITIVE_INFINITY, 'with delay, s': Number.POSITIVE_INFINITY },
  needed: 1,
  async attempt() {
    const client = await connectDriver()
    const secondsOf = async (uri: string) => {
      const prefix = newPrefix()
      const db = client.db(`${prefix}_${shape.service}`)
      await shape.fill(db, 0, SIGN_UPS)
      const { wall } = await runTwoDays(shape, { uri, prefix }, db, SIGN_UPS)
      await db.dropDatabase()
      return wall
    }
    const undelayed = await secondsOf((await mongo()).uri)
    const far = await secondsOf(await farMongo())
    return { 'times as long': far / undelayed, 'without delay, s': undelayed, 'with delay, s': far }
  },
})

async function startOn(uri: string) {
  const prefix = newPrefix()
  const client = await connectDriver()
  const before = process.env.MONGODB_URI
  process.env.MONGODB_URI = uri
  let demoSeconds = 0
  const progress = {
    print: () => {},
    step: async <T>(name: string, work: () => Promise<T>) => {
      const start = performance.now()
      const done = await work()
      if (/demo/.test(name)) demoSeconds = (performance.now() - start) / 1000
      return done
    },
  }
  try {
    const local = await startLocal({ folder: newFolder(), port: await freePort(), market: !isSmoke, env: { DB_PREFIX: prefix }, progress })
    const stop = async () => {
      await local.stop()
      const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
      for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase()
    }
    return { local, demoSeconds, stop }
  } finally {
    if (before === undefined) delete process.env.MONGODB_URI
    else process.env.MONGODB_URI = before
  }
}

async function clientOf({ url, signIns }: Local, person: Person): Promise<APIRequestContext> {
  const language = {
    name: '__Host-locale',
    value: 'en',
    domain: 'localhost',
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: true,
    sameSite: 'Lax' as const,
  }
  const client = await request.newContext({ baseURL: url, storageState: { cookies: [language], origins: [] } })
  await signIn({ request: client }, url, { email: `${person}@demo.reelfair.example`, password: signIns[0]?.password ?? '' })
  return client
}

/** @returns the duration in milliseconds of the page's slowest preloaded read. The reads run one at a time. */
async function slowestRead(client: APIRequestContext, path: string): Promise<number> {
  const read = async (address: string) => {
    const answer = await client.get(address, { headers: { accept: 'text/html, application/json' } })
    demand(answer.ok(), `${address} to succeed, got status ${answer.status()}`)
    return answer.text()
  }
  let slowest = 0
  for (const [, address = ''] of (await read(path)).matchAll(/<link rel="preload" as="fetch" [^>]*href="(\/api\/[^"]+)"/g)) {
    const took: number[] = []
    for (let times = 0; times < READ_REPEATS; times += 1) {
      const start = performance.now()
      await read(address.replaceAll('&amp;', '&'))
      took.push(performance.now() - start)
    }
    slowest = Math.max(slowest, spread(took).median)
  }
  return slowest
}

const signedIn = eachPage.filter(({ person }) => person !== 'visitor')

const farScreens: Limit = {
  kind: 'limit',
  name: 'far-away/screens',
  unit: `slowest initial read of each page, run alone, and setup of the demo market, with an extra ${ROUND_TRIP_MS} ms per round trip`,
  measure: '(ms, s, or times)',
  limits: {
    'demo, times as long': 1.5,
    'demo without delay, s': Number.POSITIVE_INFINITY,
    'demo with delay, s': Number.POSITIVE_INFINITY,
    ...Object.fromEntries(signedIn.map(({ name }) => [name, 100])),
  },
  needed: 1,
  async attempt() {
    const undelayed = await startOn((await mongo()).uri)
    await undelayed.stop()
    const { local, demoSeconds, stop } = await startOn(await farMongo())
    try {
      const figures: Record<string, number> = {
        'demo, times as long': demoSeconds / undelayed.demoSeconds,
        'demo without delay, s': undelayed.demoSeconds,
        'demo with delay, s': demoSeconds,
      }
      const clients = new Map<Person, APIRequestContext>()
      for (const { person, path, name } of signedIn) {
        const client = clients.get(person) ?? (await clientOf(local, person))
        clients.set(person, client)
        figures[name] = await slowestRead(client, await addressOf(path, { request: client }))
      }
      for (const client of clients.values()) await client.dispose()
      return figures
    } finally {
      await stop()
    }
  },
}

export const farAway: Suite = {
  entries: [...nightlyJobShapes.filter(({ name }) => name !== 'settlement/one').map(farNight), farScreens],
  facts: async () => [
    (await mongo()).description,
    `far-away: a proxy between services and database adds ${ROUND_TRIP_MS} ms per round trip. Without delay: the same work without the proxy.`,
  ],
  close: closeAll,
}
