/** Starts the outside world of a local Reelfair: Stripe, the social networks, a mailbox, and the console that moves the clock. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MovableClock } from '@reelfair/testkit/clock'
import express, { type RequestHandler } from 'express'
import { runningClock } from './clock.ts'
import { consoleApi } from './console/api.ts'
import { consolePages } from './console/pages.ts'
import { walksOf } from './console/walk.ts'
import { openState } from './journal.ts'
import { mailApi } from './mail/api.ts'
import { startMailbox } from './mail/mailbox.ts'
import { mailPages } from './mail/pages.ts'
import { checkoutPages } from './pages/checkout.ts'
import { expressPages } from './pages/express.ts'
import { onboardingPages } from './pages/onboarding.ts'
import { refuseForeign } from './refuse-foreign.ts'
import { socialApi } from './social/api.ts'
import { socialPages } from './social/pages.ts'
import { sendVerdict, verdictsDone, workflowApi } from './social/workflow.ts'
import type { EndpointName } from './state.ts'
import { stripeApi } from './stripe/api.ts'
import { expireSession } from './stripe/checkout.ts'
import { deliverAgain, deliveriesDone, deliverWaiting } from './stripe/deliver.ts'
import { settle } from './stripe/money.ts'
import { bankAnswers } from './stripe/pay.ts'
import { examined } from './stripe/requirements.ts'
import { makeWorld, type Payouts } from './world.ts'

export interface SandboxOptions {
  /** Of the pages, the API and the console; when left out, one that these data had before, else a free one. */
  readonly port?: number
  readonly smtpPort?: number
  /** Host names that it answers to beside those of this machine. */
  readonly hosts?: readonly string[]
  /** Where the webhooks lie, `http://localhost:4300`; until it is known, they wait. */
  readonly appOrigin?: string
  /** What happened lasts here; without it, only in memory. */
  readonly dataDir?: string
  /** The clock shared with the services; without it, one that runs. */
  readonly clock?: MovableClock
  /** Where a clock that runs begins, also in the past; one that has been running before goes on as it was. */
  readonly beginsAt?: Date
}

export interface Sandbox {
  readonly url: string
  /** Every address at which it answers. Links stored by the services, to videos and pictures, name the port of the start that made them. */
  readonly origins: readonly string[]
  /** Earlier ports that another program has now: links to them do not open. */
  readonly lostPorts: readonly number[]
  readonly smtpUrl: string
  readonly stripe: {
    /** For `new Stripe(secretKey, { host, port, protocol })`. */
    readonly apiBase: string
    readonly secretKey: string
    readonly webhookSecrets: Readonly<Record<EndpointName, string>>
  }
  /** The verification workflow, which also reads the social networks. */
  readonly social: {
    readonly url: string
    readonly token: string
    /** Signs its messages to `/webhooks/verification`. */
    readonly callbackSecret: string
  }
  readonly clock: MovableClock
  setAppOrigin(origin: string): void
  /** Where test earnings of the console are posted. */
  setPayouts(payouts: Payouts): void
  /** Whose nights are waited for when the clock is moved over some, each service's own address by its name. */
  setServices(urls: Readonly<Record<string, string>>): void
  /** Moves the clock night by night. @throws RangeError backwards, or when a night does not end */
  moveTo(to: Date): Promise<void>
  /** Resolves when no webhook is under way. Those to be tried again later do not count. */
  deliveriesDone(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the sandbox on loopback; resolves when it answers.
 * @throws Error in production, and when a port is taken
 * @example
 * const sandbox = await startSandbox({ appOrigin: 'http://localhost:4300' })
 * const stripe = new Stripe(sandbox.stripe.secretKey, { host: '127.0.0.1', port: Number(new URL(sandbox.url).port), protocol: 'http' })
 * await sandbox.stop()
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The sandbox stands for Stripe and for the mail server. It does not start with NODE_ENV=production.')
  const kept = openState(options.dataDir)
  const { state } = kept
  const { beginsAt } = options
  const aheadMs = kept.isNew && beginsAt ? beginsAt.getTime() - Date.now() : state.clockAheadMs
  const own = options.clock ? undefined : runningClock(aheadMs)
  const clock = options.clock ?? own ?? runningClock()
  let appOrigin = options.appOrigin
  let payouts: Payouts | undefined
  let services: Readonly<Record<string, string>> = {}
  let url = ''

  const save = () => {
    state.clockAheadMs = own?.aheadMs() ?? 0
    kept.save()
  }
  const world = makeWorld(
    state,
    clock,
    { url: () => url, appOrigin: () => appOrigin, payouts: () => payouts, services: () => services },
    {
      settle: (id) => settle(world, id),
      expire: (id) => expireSession(world, id),
      async: (id) => bankAnswers(world, id),
      deliver: (id) => deliverAgain(world, id),
      verify: (id) => examined(world, id),
      verdict: (id) => sendVerdict(world, id),
    },
    save,
  )

  const walks = walksOf(world)

  const mailbox = await startMailbox(world, options.smtpPort ?? 0)
  const app = express()
  app.disable('x-powered-by')
  app.use(refuseForeign(options.hosts))
  app.use(keepsBeforeItAnswers(save))
  app.use(stripeApi(world))
  app.use(express.urlencoded({ extended: false }), express.json())
  app.use(consoleApi(world, walks), mailApi(world), checkoutPages(world), onboardingPages(world), expressPages(world))
  app.use(workflowApi(world), socialApi(world), socialPages(world))
  app.use(
    mailPages(world),
    consolePages(world, walks, () => mailbox.url),
  )
  const servers = await listenOnAll(app, state.ports, options.port).catch(async (error: Error) => {
    await mailbox.stop()
    throw error
  })
  const origins = servers.map(originOf)
  url = origins[0] ?? ''
  const lostPorts = state.ports.filter((port) => !origins.includes(originAt(port)))
  state.ports = [...new Set([...state.ports, ...servers.map(portOf)])]
  // What became due while it was not running.
  world.tick()
  if (appOrigin) deliverWaiting(world)
  save()
  return {
    url,
    origins,
    lostPorts,
    smtpUrl: mailbox.url,
    stripe: { apiBase: url, secretKey: state.secretKey, webhookSecrets: state.webhookSecrets },
    social: { url: `${url}/workflow`, token: state.social.token, callbackSecret: state.social.callbackSecret },
    clock,
    setAppOrigin: (origin) => {
      appOrigin = origin
      deliverWaiting(world)
    },
    setPayouts: (service) => {
      payouts = service
    },
    setServices: (urls) => {
      services = urls
    },
    moveTo: (to) => walks.begin(to.getTime()).done,
    deliveriesDone: async () => {
      await deliveriesDone(world)
      await verdictsDone(world)
    },
    stop: async () => {
      walks.cancel()
      world.stop()
      await mailbox.stop()
      await Promise.all(servers.map(close))
      save()
      kept.close()
    },
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
const originAt = (port: number) => `http://127.0.0.1:${port}`
const originOf = (server: Server) => originAt(portOf(server))

function listen(app: RequestListener, port: number): Promise<Server> {
  const server = createServer(app)
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server))
  })
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Listens on the wanted port, first in the answer, and on each earlier one that is free. @throws Error when the wanted port is taken */
async function listenOnAll(app: RequestListener, earlier: readonly number[], wanted?: number): Promise<Server[]> {
  const main = wanted ? await listen(app, wanted) : undefined
  const others = await Promise.all(earlier.filter((port) => port !== wanted).map((port) => listen(app, port).catch(() => undefined)))
  const servers = [main, ...others].filter((server) => server !== undefined)
  return servers.length > 0 ? servers : [await listen(app, 0)]
}

/** Whatever a request has changed is kept before its answer leaves. */
const keepsBeforeItAnswers =
  (save: () => void): RequestHandler =>
  (_, response, next) => {
    const end = response.end
    response.end = ((...args: Parameters<typeof end>) => {
      save()
      return Reflect.apply(end, response, args)
    }) as typeof end
    next()
  }
