/** Simulates the external workflow and rejects requests that violate the product's contract. */
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { sign } from '../stripe/deliver.ts'
import { newId, type World } from '../world.ts'
import { takeFault } from './faults.ts'
import { metricsAnswer, seenAccount, statsOf, videoAnswer, videosOf } from './network.ts'
import { NETWORKS, type ReadingFault, type Verdict, type VerificationRequest, type VerifySwitch } from './state.ts'

const Ask = z.strictObject({
  userId: z.uuid(),
  username: z.string().min(1).max(200),
  code: z.string().regex(/^[A-Z0-9]{7}$/),
  platform: z.enum(NETWORKS),
  timestamp: z.iso.datetime(),
  userAgent: z.string().max(400),
  origin: z.url(),
})
const StatsAsk = z.union([
  z.strictObject({ platform: z.enum(NETWORKS), username: z.string().min(1) }),
  z.strictObject({ platform: z.enum(NETWORKS), externalId: z.string().min(1) }),
])
const MetricsAsk = z.strictObject({ platform: z.enum(NETWORKS), ids: z.array(z.string()).min(1).max(50) })
const VideosAsk = z.object({ since: z.iso.datetime({ offset: true }).optional(), cursor: z.string().optional() })

const PAGE = 20
const ASKS_KEPT = 200
const HOUR_MS = 3_600_000
const TIMEOUT_MS = 10_000
/** Delay after each failed attempt, measured by the sandbox's clock. */
const RETRY_DELAYS_MS = [5_000, 30_000, 300_000, 1_800_000]

function check(world: World, { platform, username, code }: VerificationRequest) {
  const account = seenAccount(world, platform, { username })
  if (!account) return { verified: false, reason: 'not_found' }
  if (!account.isPublic) return { verified: false, reason: 'private' }
  if (account.ageRestricted) return { verified: false, reason: 'age_gated' }
  return account.bio.includes(code) ? { verified: true, account: statsOf(world, account) } : { verified: false, reason: 'code_absent' }
}

function takeMode({ state }: World): VerifySwitch {
  const taken = { ...state.social.verify }
  const { times } = taken
  if (times !== null) state.social.verify = times > 1 ? { ...taken, times: times - 1 } : { mode: 'check', delayMs: 5_000, times: null }
  return taken
}

async function sendWith(response: Response, fault: ReadingFault | undefined, body: () => object): Promise<void> {
  switch (fault?.kind) {
    case 'rate_limit':
      response.status(429).set('retry-after', String(fault.retryAfterS)).json({ error: 'Too many requests' })
      break
    case 'error':
      response.status(500).json({ error: 'Something went wrong' })
      break
    case 'not_found':
      response.status(404).json({ error: 'No such account' })
      break
    case 'broken':
      response.type('json').send(JSON.stringify(body()).slice(0, -7))
      break
    case 'slow':
      await pause(fault.delayMs)
      response.json(body())
      break
    default:
      response.json(body())
  }
}

function demandToken({ state }: World): RequestHandler {
  const wanted = Buffer.from(`Bearer ${state.social.token}`)
  return (request, response, next) => {
    const given = Buffer.from(request.get('authorization') ?? '')
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return next()
    response.status(401).json({ error: 'Invalid bearer token' })
  }
}

type Work<T> = (ask: T, response: Response, path: Record<string, string>) => Promise<void>

const checked =
  <T extends z.ZodType>(schema: T, work: Work<z.infer<T>>): RequestHandler =>
  async (request, response) => {
    const { success, data, error } = schema.safeParse(request.method === 'GET' ? request.query : request.body)
    if (!success) return void response.status(400).json({ error: z.prettifyError(error) })
    await work(data, response, request.params as Record<string, string>)
  }

export const workflowApi = (world: World): Router =>
  Router()
    .use('/workflow', demandToken(world))
    .post('/workflow/verify', checked(Ask, verify(world)))
    .post('/workflow/accounts/stats', checked(StatsAsk, readStats(world)))
    .get('/workflow/accounts/:platform/:externalId/videos', checked(VideosAsk, readVideos(world)))
    .post('/workflow/videos/metrics', checked(MetricsAsk, readMetrics(world)))

const verify =
  (world: World): Work<VerificationRequest> =>
  async (ask, response) => {
    const { social } = world.state
    const { mode, delayMs } = takeMode(world)
    social.asks = [{ at: world.clock.now().toISOString(), ask, answer: mode }, ...social.asks].slice(0, ASKS_KEPT)
    switch (mode) {
      case 'check':
        return void response.json(check(world, ask))
      case 'yes':
        return void response.json(true)
      case 'no':
        return void response.json({ verified: false })
      case 'slow':
        await pause(delayMs)
        return void response.json(check(world, ask))
      case 'error':
        return void response.status(500).json({ error: 'Something went wrong' })
      case 'broken':
        return void response.type('json').send('{"verified": tr')
      case 'rate_limit':
        return void response.status(429).set('retry-after', '5').json({ error: 'Too many requests' })
      case 'later':
      case 'twice':
        answerLater(world, ask, { delayMs, copies: mode === 'twice' ? 2 : 1 })
        return void response.json({ pending: true })
    }
  }

const readStats =
  (world: World): Work<z.infer<typeof StatsAsk>> =>
  async ({ platform, ...named }, response) => {
    const account = seenAccount(world, platform, named)
    const fault = takeFault(world, 'stats', platform)
    if (!account && !fault) return void response.status(404).json({ error: 'No such account' })
    await sendWith(response, fault, () => {
      const stats = account ? statsOf(world, account) : {}
      return fault?.kind === 'empty' ? { ...stats, averageViews: null, rpmCents: null, language: null, category: null } : stats
    })
  }

const readAtMs = (world: World, fault: ReadingFault | undefined) =>
  fault?.kind === 'late' ? world.nowMs() - fault.hours * HOUR_MS : world.nowMs()

const readVideos =
  (world: World): Work<z.infer<typeof VideosAsk>> =>
  async ({ since, cursor }, response, { platform = '', externalId = '' }) => {
    const fault = takeFault(world, 'videos', platform)
    const account = seenAccount(world, platform, { externalId })
    if (!account && !fault) return void response.status(404).json({ error: 'No such account' })
    await sendWith(response, fault, () => {
      if (!account || fault?.kind === 'missing' || fault?.kind === 'empty') return { items: [] }
      const seen = readAtMs(world, fault)
      const all = videosOf(world, account.id).filter(
        ({ deletedMs, publishedMs }) =>
          deletedMs === null && publishedMs <= seen && publishedMs >= Date.parse(since ?? '1970-01-01T00:00:00Z'),
      )
      const first = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
      const items = all.slice(first, first + PAGE)
      const last = items.at(-1)
      return {
        items: items.map((video) => videoAnswer(world, video)),
        ...(last && all.length > first + PAGE ? { next: last.id } : {}),
      }
    })
  }

const readMetrics =
  (world: World): Work<z.infer<typeof MetricsAsk>> =>
  async ({ platform, ids }, response) => {
    const fault = takeFault(world, 'metrics', platform)
    await sendWith(response, fault, () => {
      if (fault?.kind === 'missing') return { items: [] }
      const videos = ids
        .flatMap((id) => world.state.social.videos.get(id) ?? [])
        .filter(({ accountId }) => seenAccount(world, platform, { externalId: accountId }) !== undefined)
      const at = { atMs: readAtMs(world, fault), isEmpty: fault?.kind === 'empty' }
      return { items: videos.map((video) => metricsAnswer(world, video, at)) }
    })
  }

function answerLater(world: World, ask: VerificationRequest, { delayMs, copies }: { delayMs: number; copies: number }): void {
  const verdict: Verdict = { id: newId('msg_', 20), ask, copies, body: null, tries: [], done: false }
  world.state.social.verdicts.set(verdict.id, verdict)
  world.schedule({ atMs: world.nowMs() + delayMs, kind: 'verdict', id: verdict.id })
}

const sending = new WeakMap<World, Set<Promise<void>>>()

/** Resolves when no message is being sent. Scheduled messages do not count. */
export async function verdictsDone(world: World): Promise<void> {
  const all = sending.get(world)
  while (all && all.size > 0) await Promise.all(all)
}

export function sendVerdict(world: World, id: string): void {
  const verdict = world.state.social.verdicts.get(id)
  if (!verdict || verdict.done) return
  const all = sending.get(world) ?? new Set()
  sending.set(world, all)
  const running = deliver(world, verdict).finally(() => all.delete(running))
  all.add(running)
}

async function deliver(world: World, verdict: Verdict): Promise<void> {
  const { userId, username, code, platform, timestamp } = verdict.ask
  verdict.body ??= { id: verdict.id, userId, username, code, platform, timestamp, ...check(world, verdict.ask) }
  const body = JSON.stringify(verdict.body)
  for (let copy = 0; copy < verdict.copies; copy += 1) {
    const status = await post(world, body)
    verdict.tries.push({ at: world.clock.now().toISOString(), status })
    // 409 means that the receiver has already processed this message.
    if ((status >= 200 && status < 300) || status === 409) verdict.done = true
  }
  const wait = RETRY_DELAYS_MS[Math.ceil(verdict.tries.length / verdict.copies) - 1]
  if (!verdict.done && wait !== undefined) world.schedule({ atMs: world.nowMs() + wait, kind: 'verdict', id: verdict.id })
  // Set the verdict again to mark it as changed, because it was modified after the lookup.
  world.state.social.verdicts.set(verdict.id, verdict)
  world.save()
}

async function post(world: World, body: string): Promise<number> {
  const origin = world.appOrigin()
  if (!origin) return 0
  try {
    const answer = await fetch(`${origin}/webhooks/verification`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Verification-Workflow/1.0',
        'workflow-signature': sign(world.state.social.callbackSecret, body, world.nowSeconds()),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    // A timeout or missing response is recorded as 0.
    return 0
  }
}
