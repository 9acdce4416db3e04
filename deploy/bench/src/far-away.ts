/** The cost of network latency to the database: the same work with and without 5 ms more per round trip. */
import { join } from 'node:path'
import { freePort, type Local, startLocal } from '@reelfair/local'
import { type APIRequestContext, request } from 'playwright-core'
import { signIn } from './browser.ts'
import { startChild } from './child.ts'
import { atClose, closeAll, newFolder, once } from './closing.ts'
import { mongo } from './engines.ts'
import { type Limit, type Suite, spread } from './harness.ts'
import { demand } from './items.ts'
import { nightShapes, type Shape, twoNights } from './nights.ts'
import { connectDriver, newPrefix } from './payouts.ts'
import { isSmoke, sized } from './sizes.ts'
import { addressOf, eachPage, type Person } from './slow-phone.ts'

const ROUND_TRIP_MS = 5
const SIGN_UPS = Number(process.env.BENCH_SIGN_UPS ?? sized(10_000, 20))
/** Each read is repeated this often, because the first one hits cold caches; the median counts. */
const ASKED = sized(5, 1)

/** The bench's database through the delay proxy. */
const farMongo = once(async () => {
  const { uri } = await mongo()
  demand(/^mongodb:/.test(uri) && !/[?&](?:tls|ssl)=true/.test(uri), 'far-away needs an address that begins with mongodb:// and no TLS')
  // The proxy serves the primary; `directConnection` keeps the driver from discovering the others.
  const { primary } = await (await connectDriver()).db().command({ hello: 1 })
  const child = await startChild(join(import.meta.dirname, 'serve-delay.ts'), {
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
  unit: `${shape.unit}; for ${SIGN_UPS.toLocaleString('en')} sign-ups, with ${ROUND_TRIP_MS} ms more for each round trip to the database`,
  measure: '(times, or seconds)',
  limits: { 'times as long': 3, 'beside it, s': Number.POSITIVE_INFINITY, 'far away, s': Number.POSITIVE_INFINITY },
  needed: 1,
  async attempt() {
    const client = await connectDriver()
    const secondsOf = async (uri: string) => {
      const prefix = newPrefix()
      const db = client.db(`${prefix}_${shape.service}`)
      await shape.fill(db, 0, SIGN_UPS)
      const { wall } = await twoNights(shape, { uri, prefix }, db, SIGN_UPS)
      await db.dropDatabase()
      return wall
    }
    const beside = await secondsOf((await mongo()).uri)
    const far = await secondsOf(await farMongo())
    return { 'times as long': far / beside, 'beside it, s': beside, 'far away, s': far }
  },
})

/** Starts the whole product on a database and measures how many seconds the demo takes. */
async function startOn(uri: string) {
  const prefix = newPrefix()
  const client = await connectDriver()
  const before = process.env.MONGODB_URI
  process.env.MONGODB_URI = uri
  let demoSeconds = 0
  const progress = {
    say: () => {},
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

/** The requests of a signed-in browser, without the browser. */
async function browserOf({ url, signIns }: Local, person: Person): Promise<APIRequestContext> {
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
  const asking = await request.newContext({ baseURL: url, storageState: { cookies: [language], origins: [] } })
  await signIn({ request: asking }, url, { email: `${person}@demo.reelfair.example`, password: signIns[0]?.password ?? '' })
  return asking
}

/** @returns the duration in milliseconds of the slowest read that the page preloads; each read runs alone */
async function slowestRead(asking: APIRequestContext, path: string): Promise<number> {
  const read = async (address: string) => {
    const answer = await asking.get(address, { headers: { accept: 'text/html, application/json' } })
    demand(answer.ok(), `${address} is answered, not ${answer.status()}`)
    return answer.text()
  }
  let slowest = 0
  for (const [, address = ''] of (await read(path)).matchAll(/<link rel="preload" as="fetch" [^>]*href="(\/api\/[^"]+)"/g)) {
    const took: number[] = []
    for (let times = 0; times < ASKED; times += 1) {
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
  unit: `slowest of the first reads of each page, alone, and the making of the demo’s market, with ${ROUND_TRIP_MS} ms more for each round trip`,
  measure: '(ms, s, or times)',
  limits: {
    'demo, times as long': 1.5,
    'demo beside it, s': Number.POSITIVE_INFINITY,
    'demo far away, s': Number.POSITIVE_INFINITY,
    ...Object.fromEntries(signedIn.map(({ name }) => [name, 100])),
  },
  needed: 1,
  async attempt() {
    const beside = await startOn((await mongo()).uri)
    await beside.stop()
    const { local, demoSeconds, stop } = await startOn(await farMongo())
    try {
      const figures: Record<string, number> = {
        'demo, times as long': demoSeconds / beside.demoSeconds,
        'demo beside it, s': beside.demoSeconds,
        'demo far away, s': demoSeconds,
      }
      const browsers = new Map<Person, APIRequestContext>()
      for (const { person, path, name } of signedIn) {
        const asking = browsers.get(person) ?? (await browserOf(local, person))
        browsers.set(person, asking)
        figures[name] = await slowestRead(asking, await addressOf(path, { request: asking }))
      }
      for (const asking of browsers.values()) await asking.dispose()
      return figures
    } finally {
      await stop()
    }
  },
}

export const farAway: Suite = {
  entries: [...nightShapes.filter(({ name }) => name !== 'settlement/one').map(farNight), farScreens],
  facts: async () => [
    (await mongo()).said,
    `far-away: a proxy between services and database adds ${ROUND_TRIP_MS} ms per round trip. Beside it: the same without the proxy.`,
  ],
  close: closeAll,
}
