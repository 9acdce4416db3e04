/**
 * Takes a campaign from credits to payable cents, and a partnership from its invitation to its transfer, while their
 * process is killed at commits. A run without kills must produce the same totals.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountVerified, BrandRegistered, CreatorRegistered, type EventDraft } from '@reelfair/contracts'
import { addDays, businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import { callSocialApi } from '@reelfair/sandbox'
import { clientsOf, eventually, type Person, person, testSecrets } from '@reelfair/testkit'
import { freePort, smallLimits } from '@reelfair/testkit/engines'
import { logoPng } from '@reelfair/testkit/logo'
import { sharedMongo } from '@reelfair/testkit/shared'
import { MongoClient } from 'mongodb'
import { afterAll, expect } from 'vitest'
import { startOutside } from '../start-outside.ts'
import type { Order, Reply } from './mortal-market.ts'

const NAMES = ['payouts', 'campaigns', 'metrics', 'partnerships'] as const
const QUEUES = [
  ['payouts', 'transfers'],
  ['metrics', 'tasks'],
  ['partnerships', 'invitations'],
  ['partnerships', 'partnerships'],
] as const
type Name = (typeof NAMES)[number]
const LINK = 'https://alpine.example'
/** Review period in hours: a review that opens on the first night is due in the afternoon after the third night. */
const REVIEW_HOURS = 60
const LATER = { within: 120_000 }

const { uri } = await sharedMongo()
const client = await new MongoClient(uri).connect()
const cache = mkdtempSync(join(tmpdir(), 'reelfair-mortal-'))
afterAll(async () => {
  await client.close()
  rmSync(cache, { recursive: true, force: true })
})

/** Both runs start on this day, because the sandbox clock only moves forward. */
const FIRST = addDays(businessDayOf(new Date()), 2)

type Row = { _id: string } & Record<string, unknown>

/**
 * Starts a process that kills itself at commits, and restarts the process each time.
 * @param kills 1: at every kind of commit; 18: at about one in eighteen; 0: never
 */
async function startKillableMarket(kills: number) {
  const { sandbox, startedWith } = await startOutside('http://localhost:4000')
  const { clock } = sandbox
  // Sets the clock before the services start, so that no earlier night is due.
  clock.set(instantOf(FIRST, '13:00'))
  const prefix = `k${crypto.randomUUID().slice(0, 8)}`
  const rows = (service: Name, name: string) => client.db(`${prefix}_${service}`).collection<Row>(name)
  const reviewHours = { version: 1, key: 'review_hours', value: REVIEW_HOURS, validFrom: new Date(0), knownAt: new Date(0) }
  await rows('metrics', 'settings').insertOne({ _id: 'review_hours:000001', ...reviewHours })
  const ports = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await freePort()] as const)))
  const deaths: string[] = []
  let isOver = false
  let child: ReturnType<typeof fork> | undefined
  let ready = Promise.withResolvers<void>()
  const waiting = new Map<number, PromiseWithResolvers<void>>()

  function start() {
    const mine = fork(join(import.meta.dirname, 'mortal-market.ts'), {
      execArgv: [],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        NODE_COMPILE_CACHE: cache,
        ...smallLimits,
        MONGODB_URI: uri,
        DB_PREFIX: prefix,
        CLOCK_URL: `${sandbox.url}/_sandbox/clock`,
        ...testSecrets,
        PORTS: JSON.stringify(ports),
        ENVS: JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, startedWith(name).env]))),
        SURVIVED: JSON.stringify(deaths),
        KILLS: String(kills),
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    child = mine
    let output = ''
    mine.stdout?.on('data', (piece: Buffer) => {
      output += piece.toString()
    })
    mine.on('message', ({ id, error }: Reply) => {
      if (id === 0) return ready.resolve()
      if (error === undefined) waiting.get(id)?.resolve()
      else waiting.get(id)?.reject(new Error(error))
    })
    void once(mine, 'close').then(async () => {
      const lastLine = output.trim().split('\n').at(-1)
      if (lastLine) deaths.push(lastLine)
      if (isOver) return
      for (const { reject } of waiting.values()) reject(new Error('the process was killed'))
      ready = Promise.withResolvers<void>()
      await expireLeases()
      if (!isOver) start()
    })
  }

  /** Expires the leases of the killed process, which would otherwise last up to several minutes. */
  async function expireLeases() {
    for (const name of NAMES) {
      await rows(name, 'outbox').updateMany({}, { $set: { leaseUntil: new Date(0) } })
      await rows(name, 'job_runs').updateMany({ state: 'running' }, { $set: { leaseUntil: new Date(0) } })
    }
    for (const [name, queue] of QUEUES)
      await rows(name, queue).updateMany({ 'queue.leaseUntil': { $exists: true } }, { $set: { 'queue.leaseUntil': new Date(0) } })
  }

  /** The time limit starts again after each death, because a night has up to a hundred of them. */
  const eventuallyWithDeaths = async <T>(check: () => Promise<T>): Promise<T> => {
    const before = deaths.length
    return eventually(check, LATER).catch((error: unknown) => {
      if (deaths.length === before) throw error
      return eventuallyWithDeaths(check)
    })
  }

  let lastId = 0
  const untilDone = <T>(what: () => Promise<T>): Promise<T> =>
    eventuallyWithDeaths(async () => {
      await ready.promise
      return what()
    })
  const order = (given: Order extends infer O ? (O extends Order ? Omit<O, 'id'> : never) : never) =>
    untilDone(async () => {
      lastId += 1
      const id = lastId
      const answer = Promise.withResolvers<void>()
      waiting.set(id, answer)
      child?.send({ ...given, id } as Order, (error) => error && answer.reject(error))
      try {
        await answer.promise
      } finally {
        waiting.delete(id)
      }
    })
  const ask = async (service: Name, who: Person, method: 'get' | 'post', path: string, body?: object | Uint8Array, options = {}) =>
    untilDone(async () => {
      const answer = await clientsOf(`http://127.0.0.1:${ports[service]}`)(who)[method](path, body as object, options)
      if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`)
      return answer
    })

  start()
  await ready.promise
  return {
    clock,
    rows,
    deaths,
    eventually: eventuallyWithDeaths,
    ask,
    grant: (brandId: string, credits: number) => order({ do: 'grant', brandId, credits }),
    publish: (event: EventDraft) => {
      const messageId = crypto.randomUUID()
      const envelope = {
        specversion: '1.0',
        id: messageId,
        type: event.type,
        source: '/test',
        time: clock.now().toISOString(),
        datacontenttype: 'application/json',
        dataversion: event.version,
        causationid: messageId,
        data: event.data,
      }
      return order({ do: 'publish', type: event.type, messageId, body: JSON.stringify(envelope) })
    },
    outside: callSocialApi(sandbox.url),
    /** Calls the sandbox's console, which shows and changes what happens at Stripe. */
    atStripe: async <T>(path: string, body?: object): Promise<T> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : {})
      if (!answer.ok) throw new Error(`sandbox answered ${answer.status} to ${path}`)
      return (answer.status === 204 ? undefined : await answer.json()) as T
    },
    stop: async () => {
      isOver = true
      const last = child
      if (!last || last.exitCode !== null || last.signalCode !== null) return
      last.kill('SIGKILL')
      await once(last, 'close')
    },
  }
}

type Market = Awaited<ReturnType<typeof startKillableMarket>>

const settledThrough = ({ rows, eventually }: Market, day: string) =>
  eventually(async () => {
    expect(await rows('metrics', 'refreshes').findOne({ _id: day })).toMatchObject({ state: expect.stringMatching(/^(?:done|missed)$/) })
    for (const [name, job] of [
      ['campaigns', 'settle-day'],
      ['partnerships', 'settle-day'],
      ['metrics', 'refresh-views'],
    ] as const)
      expect(await rows(name, 'job_runs').findOne({ _id: `${job}:${day}` })).toMatchObject({ state: 'done' })
    expect(await rows('metrics', 'tasks').countDocuments({ state: 'open' })).toBe(0)
    for (const name of NAMES) expect(await rows(name, 'outbox').find().toArray()).toEqual([])
  })

/**
 * Two creators together exceed the goal on the third night; one logo is unrecognisable and needs a review. A third
 * creator has a partnership. Then both end, and the final checks follow. The brand's other invitations are refused,
 * withdrawn, replaced by a sign-up, or expire.
 */
async function runBoth(market: Market) {
  const { clock, rows, eventually, ask, outside } = market
  const { brand, mediaId } = await aBrand(market, 8_000)
  const partnershipId = await beginPartnership(market)
  const invite = (accountId: string) => inviteFrom(market, brand, { accountId, mediaId, weeklyViewsGoal: 1_000 })
  const draft = { name: 'Winter', viewsGoal: 2_000, category: 'Food_Cooking', network: 'instagram', link: LINK, mediaId }
  const key = crypto.randomUUID()
  const { id } = (await ask('campaigns', brand, 'post', '/campaigns', draft, { key })).body
  await eventually(async () => expect(await rows('campaigns', 'campaigns').findOne({ _id: id })).toMatchObject({ status: 'active' }))

  const joined: string[] = []
  for (const [index, views] of [
    [300, 600, 900],
    [400, 900, 1_305],
  ].entries()) {
    const { creator, accountId, externalId } = await aCreator(market, `lea.${index}`)
    if (index === 0) await invite(accountId)
    const path = `/public-campaigns/${id}/sign-ups`
    const { body } = await ask('campaigns', creator, 'post', path, { accountId }, { key: crypto.randomUUID() })
    joined.push(body.id)
    await eventually(async () => expect(await rows('metrics', 'assignments').countDocuments({ _id: body.id })).toBe(1))
    const more = index === 0 ? { logo: 'unknown' } : {}
    await outside(`accounts/${externalId}/videos`, { ...videoOf(body.code, views), ...more })
  }

  const [refused, withdrawn, expired] = [await aCreator(market, 'mia'), await aCreator(market, 'noa'), await aCreator(market, 'tom')]
  await ask('partnerships', refused.creator, 'post', `/invitations/${await invite(refused.accountId)}/refusal`, {})
  await ask('partnerships', brand, 'post', `/invitations/${await invite(withdrawn.accountId)}/withdrawal`, {})
  await invite(expired.accountId)
  const invitationStatuses = async () =>
    (await rows('partnerships', 'invitations').find({ brandId: brand.id }).toArray()).map(({ status }) => status).sort()
  // The sign-up's event could otherwise arrive after 24 hours, when the invitation that it replaces has expired.
  await eventually(async () => expect(await invitationStatuses()).toEqual(['pending', 'rejected', 'rejected', 'withdrawn']))

  let day = FIRST
  for (let night = 0; night < 3; night += 1) {
    day = nextDay(day)
    clock.set(instantOf(day, '02:30'))
    await settledThrough(market, day)
  }
  // Skips a week without a review decision, so everything is due together: the default decision, the end of the
  // campaign, the final checks and all missed days.
  for (const over of [addDays(FIRST, 8), addDays(FIRST, 12)]) {
    clock.set(instantOf(over, '05:00'))
    await settledThrough(market, over)
  }
  expect(await rows('metrics', 'reviews').countDocuments({ 'decision.by': 'default' })).toBeGreaterThan(0)
  expect(await rows('metrics', 'reviews').countDocuments({ state: 'open' })).toBe(0)
  await eventually(async () =>
    expect(await rows('partnerships', 'partnerships').findOne({ _id: partnershipId })).toMatchObject({ payment: 'payed' }),
  )
  const invitations = await invitationStatuses()
  return { ...(await outcomeOf(market, id, joined)), partnership: await outcomeOfPartnership(market, partnershipId), invitations }
}

/** Sends an invitation, and waits until the creator can answer it. @returns its id */
async function inviteFrom({ ask, rows, eventually }: Market, brand: Person, terms: object): Promise<string> {
  const offer = { link: LINK, caption: 'Try', beginning: FIRST, ...terms }
  const { id } = (await ask('partnerships', brand, 'post', '/invitations', offer, { key: crypto.randomUUID() })).body
  await eventually(async () => expect(await rows('partnerships', 'invitations').findOne({ _id: id })).toMatchObject({ status: 'pending' }))
  return id
}

async function aBrand({ publish, grant, ask, rows, eventually }: Market, credits: number) {
  const brand = person('brand')
  await publish(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await grant(brand.id, credits)
  const { body } = await ask('campaigns', brand, 'post', '/media', logoPng(), { headers: { 'content-type': 'image/png' } })
  const mediaId: string = body.id
  await eventually(async () => expect(await rows('partnerships', 'logos').countDocuments({ _id: mediaId })).toBe(1))
  return { brand, mediaId }
}

async function aCreator({ publish, outside }: Market, username: string) {
  const creator = person('creator')
  const accountId = crypto.randomUUID()
  const { id: externalId } = await outside('accounts', { network: 'instagram', username, bio: LINK, averageViews: 9_000 })
  const facts = { language: 'en', category: 'Food_Cooking', followers: 9_000, averageViews: 9_000, isPublic: true, version: 2 }
  await publish(AccountVerified.of({ accountId, creatorId: creator.id, network: 'instagram', username, externalId, ...facts }))
  return { creator, accountId, externalId }
}

/** @param views at the end of each night */
function videoOf(code: string, views: readonly number[]) {
  const points = views.flatMap((count, night) => [
    { afterHours: 10 + 24 * night, views: count },
    { afterHours: 20 + 24 * night, views: count },
  ])
  const last = { afterHours: 1_000, views: views.at(-1) }
  return { caption: `${code} Commercial collaboration`, curve: { kind: 'points', points: [...points, last] } }
}

/** A partnership that will reach 62 % of its goal, with a creator who can receive transfers. @returns its id */
async function beginPartnership(market: Market): Promise<string> {
  const { rows, eventually, ask, publish, outside, atStripe } = market
  const { brand, mediaId } = await aBrand(market, 20_000)
  const { creator, accountId, externalId } = await aCreator(market, 'zoe')
  await publish(CreatorRegistered.of({ creatorId: creator.id, email: `${creator.id}@people.example`, version: 1 }))
  await atStripe('balance', { amount: 100_000 })
  await ask('payouts', creator, 'post', '/payout-account/onboarding', {}, { key: crypto.randomUUID() })
  const stripeAccountId = (await rows('payouts', 'payout_accounts').findOne({ _id: creator.id }))?.stripeAccountId
  await atStripe(`accounts/${stripeAccountId}`, { outcome: 'complete' })
  await ask('payouts', creator, 'post', '/payout-account/refresh', {})
  const id = await inviteFrom(market, brand, { accountId, mediaId, weeklyViewsGoal: 20_000 })
  await ask('partnerships', creator, 'post', `/invitations/${id}/acceptance`, {}, { key: crypto.randomUUID() })
  await eventually(async () => expect(await rows('metrics', 'assignments').countDocuments({ _id: id })).toBe(1))
  const code = String((await rows('partnerships', 'partnerships').findOne({ _id: id }))?.code)
  await outside(`accounts/${externalId}/videos`, videoOf(code, [4_000, 8_000, 12_400]))
  return id
}

async function outcomeOfPartnership({ rows }: Market, id: string) {
  const partnership = await rows('partnerships', 'partnerships').findOne({ _id: id })
  const entries = await rows('payouts', 'entries')
    .find({ key: { $regex: `partnership:${id}|invitation:${id}` } })
    .toArray()
  const transfers = await rows('payouts', 'transfers').find({ partnershipId: id }).toArray()
  return {
    ...{ status: partnership?.status, decisions: partnership?.decisions, totals: partnership?.totals },
    posted: entries.map((entry) => (entry.postings as { amount: number }[]).map(({ amount }) => amount)).sort(),
    transfers: transfers.map((transfer) => [transfer.status, transfer.amountCents]),
  }
}

/** Omits ids and timestamps, which differ between runs. */
async function outcomeOf({ rows }: Market, id: string, joined: readonly string[]) {
  const pick = (row: Row | null, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row?.[name]]))
  const names = ['status', 'charged', 'reserved', 'observedViews', 'settledThrough', 'nextSettlement', 'signUps']
  const signUps = await Promise.all(
    joined.map(async (signUpId) => {
      const lines = await rows('campaigns', 'allocation_lines').find({ signUpId }).sort({ _id: 1 }).toArray()
      const totals = (await rows('metrics', 'assignments').findOne({ _id: signUpId }))?.totals
      const entries = await rows('payouts', 'entries')
        .find({ key: { $regex: `^(?:earn|consume):sign-up:${signUpId}:` } })
        .toArray()
      const amounts = entries.map((entry) =>
        (entry.postings as { account: string; amount: number }[]).map(({ amount }) => Math.abs(amount)),
      )
      return {
        ...pick(await rows('campaigns', 'sign_ups').findOne({ _id: signUpId }), ['charged', 'reserved', 'cents']),
        totals,
        lines: lines.map((line) => pick(line, ['day', 'demand', 'granted', 'freed', 'left', 'shared', 'charged', 'reserved', 'cents'])),
        observations: await rows('metrics', 'observations').countDocuments({ assignmentId: signUpId }),
        posted: amounts.flat().sort((a, b) => a - b),
      }
    }),
  )
  const accounts = await rows('payouts', 'accounts').find().toArray()
  const balances = accounts.map(({ kind, balance }) => `${kind} ${balance}`).sort()
  const jobsDone = await Promise.all(NAMES.map((name) => rows(name, 'job_runs').countDocuments({ state: 'done' })))
  return { campaign: pick(await rows('campaigns', 'campaigns').findOne({ _id: id }), names), signUps, balances, jobsDone }
}

/**
 * @param every 1: kills at every kind of commit; 18: at about one in eighteen
 * @returns the commits at which the process was killed
 */
export async function compareWithKills(every: number): Promise<string[]> {
  const [quiet, market] = await Promise.all([startKillableMarket(0), startKillableMarket(every)])
  const runs = await Promise.allSettled([runBoth(quiet), runBoth(market)])
  await Promise.all([quiet.stop(), market.stop()])
  const [expected, outcome] = runs.map((run) => {
    if (run.status === 'rejected') throw run.reason
    return run.value
  })
  if (!expected) throw new Error('the run without kills has no outcome')
  expect(expected.campaign).toMatchObject({ status: 'completed', charged: 2_000, reserved: 0, signUps: 2 })
  expect(expected.invitations).toEqual(['expired', 'rejected', 'rejected', 'withdrawn'])
  expect(expected.partnership).toMatchObject({ status: 'completed_at_50', transfers: [['completed', 200]] })
  expect(expected.signUps.flatMap(({ lines }) => lines.map(({ shared }) => shared)).filter(Boolean)).not.toEqual([])

  process.stderr.write(
    `killed by SIGKILL at ${market.deaths.length} kinds of points:\n${market.deaths.map((one) => `  ${one}\n`).join('')}`,
  )
  expect(outcome).toEqual(expected)
  expect(new Set(market.deaths).size).toBe(market.deaths.length)
  return market.deaths
}
