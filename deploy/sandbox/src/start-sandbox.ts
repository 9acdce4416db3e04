/** Starts the simulated external services of a local Reelfair: Stripe, social networks, mail server and console. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MovableClock } from '@reelfair/testkit/clock'
import express, { type RequestHandler } from 'express'
import { runningClock } from './clock.ts'
import { consoleApi } from './console/api.ts'
import { consolePages } from './console/pages.ts'
import { type Walks, walksOf } from './console/walk.ts'
import { googlePages } from './google/pages.ts'
import { openState, type StateStore } from './journal.ts'
import { mailApi } from './mail/api.ts'
import { startMailbox } from './mail/mailbox.ts'
import { mailPages } from './mail/pages.ts'
import { checkoutPages } from './pages/checkout.ts'
import { expressPages } from './pages/express.ts'
import { onboardingPages } from './pages/onboarding.ts'
import { refuseForeign } from './refuse-foreign.ts'
import { socialApi } from './social/api.ts'
import { officialApis } from './social/official/official.ts'
import { socialPages } from './social/pages.ts'
import type { SocialApps } from './social/state.ts'
import { sendVerdict, verdictsDone, workflowApi } from './social/workflow.ts'
import type { EndpointName } from './state.ts'
import { stripeApi } from './stripe/api.ts'
import { expireSession } from './stripe/checkout.ts'
import { deliveriesDone, deliverWaiting, retryDelivery } from './stripe/deliver.ts'
import { makeAvailable } from './stripe/money.ts'
import { applyBankAnswer } from './stripe/pay.ts'
import { completeVerification } from './stripe/requirements.ts'
import { type Handlers, makeWorld, type Payouts, type Place, type World } from './world.ts'

export interface SandboxOptions {
  /** Defaults to a port previously used with this data folder, or otherwise to a free port. */
  readonly port?: number
  readonly smtpPort?: number
  /** Host names that the sandbox accepts in addition to the loopback names. */
  readonly hosts?: readonly string[]
  /** Origin that receives webhooks, such as `http://localhost:4300`. Until an origin is set, events wait. */
  readonly appOrigin?: string
  /** Without a folder, all data stays in memory. */
  readonly dataDir?: string
  readonly clock?: MovableClock
  /** Start time of a running clock, which may be in the past. Ignored when the data folder already has saved data. */
  readonly startsAt?: Date
}

export interface Sandbox {
  readonly url: string
  /**
   * Every origin that the sandbox listens on. Services store links to videos and pictures, which contain the port in
   * use at the time.
   */
  readonly origins: readonly string[]
  /** Previously used ports that another program now uses; links to these ports do not work. */
  readonly lostPorts: readonly number[]
  readonly smtpUrl: string
  readonly stripe: {
    /** For `new Stripe(secretKey, { host, port, protocol })`. */
    readonly apiBase: string
    readonly secretKey: string
    readonly webhookSecrets: Readonly<Record<EndpointName, string>>
  }
  /** Google's pages and endpoints: `/authorize`, `/token` and `/userinfo` below `url`. */
  readonly google: { readonly url: string; readonly clientId: string; readonly clientSecret: string }
  /** The verification workflow, which also reads the social networks. */
  readonly social: {
    readonly url: string
    readonly token: string
    /** Signs the messages to `/webhooks/verification`. */
    readonly callbackSecret: string
  }
  /** The networks' own APIs: the address in place of `https://` before each host, and Reelfair's apps. */
  readonly networks: { readonly apiBase: string; readonly apps: SocialApps }
  readonly clock: MovableClock
  setAppOrigin(origin: string): void
  setPayouts(payouts: Payouts): void
  /** Sets the services whose nightly jobs a clock move waits for. `urls` maps service names to their own addresses. */
  setServices(urls: Readonly<Record<string, string>>): void
  /** Moves the clock night by night. @throws RangeError when `to` is in the past or a night's jobs do not finish */
  moveTo(to: Date): Promise<void>
  /** Resolves when no webhook is being sent. Scheduled retries do not count. */
  deliveriesDone(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the sandbox on loopback and resolves when it accepts requests.
 * @throws Error in production, and when a port is in use
 * @example
 * const sandbox = await startSandbox({ appOrigin: 'http://localhost:4300' })
 * const { hostname, port } = new URL(sandbox.url)
 * const stripe = new Stripe(sandbox.stripe.secretKey, { host: hostname, port: Number(port), protocol: 'http' })
 * await sandbox.stop()
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The sandbox replaces Stripe and the mail server. It does not start with NODE_ENV=production.')
  const kept = openState(options.dataDir)
  const { state } = kept
  const { clock, aheadMs } = clockOf(options, kept)
  const place: Place = { url: '', appOrigin: options.appOrigin, payouts: undefined, services: {} }
  const save = () => {
    state.clockAheadMs = aheadMs()
    kept.save()
  }
  const world = makeWorld(state, clock, place, handlers, save)
  const walks = walksOf(world)
  const mailbox = await startMailbox(world, options.smtpPort ?? 0)
  const app = appOf(world, walks, () => mailbox.url, options.hosts)
  const servers = await listenOnAll(app, state.ports, options.port).catch(async (error: Error) => {
    await mailbox.stop()
    throw error
  })
  const origins = servers.map(originOf)
  const [url = ''] = origins
  place.url = url
  const lostPorts = state.ports.filter((port) => !origins.includes(originAt(port)))
  state.ports = [...new Set([...state.ports, ...servers.map(portOf)])]
  // Run the actions that became due while the sandbox was stopped.
  world.tick()
  if (place.appOrigin) deliverWaiting(world)
  save()
  return {
    ...controlsOf(world, walks, place),
    url,
    origins,
    lostPorts,
    smtpUrl: mailbox.url,
    stripe: { apiBase: url, secretKey: state.secretKey, webhookSecrets: state.webhookSecrets },
    google: { url: `${url}/google`, ...state.google },
    social: { url: `${url}/workflow`, token: state.social.token, callbackSecret: state.social.callbackSecret },
    networks: { apiBase: `${url}/official`, apps: state.social.apps },
    clock,
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

function clockOf({ clock, startsAt }: SandboxOptions, { isNew, state }: StateStore) {
  if (clock) return { clock, aheadMs: () => 0 }
  const own = runningClock(isNew && startsAt ? startsAt.getTime() - Date.now() : state.clockAheadMs)
  return { clock: own, aheadMs: own.aheadMs }
}

type Controls = Pick<Sandbox, 'setAppOrigin' | 'setPayouts' | 'setServices' | 'moveTo' | 'deliveriesDone'>

const controlsOf = (world: World, walks: Walks, place: Place): Controls => ({
  setAppOrigin: (origin) => {
    place.appOrigin = origin
    deliverWaiting(world)
  },
  setPayouts: (service) => {
    place.payouts = service
  },
  setServices: (urls) => {
    place.services = urls
  },
  moveTo: (to) => walks.begin(to.getTime()).done,
  deliveriesDone: async () => {
    await deliveriesDone(world)
    await verdictsDone(world)
  },
})

const handlers: Handlers = {
  settle: makeAvailable,
  expire: expireSession,
  async: applyBankAnswer,
  deliver: retryDelivery,
  verify: completeVerification,
  verdict: sendVerdict,
}

const appOf = (world: World, walks: Walks, smtpUrl: () => string, hosts: readonly string[] | undefined) =>
  express()
    .disable('x-powered-by')
    .use(refuseForeign(hosts))
    .use(saveBeforeResponse(world.save))
    .use(stripeApi(world))
    .use(express.urlencoded({ extended: false }), express.json())
    .use(consoleApi(world, walks), mailApi(world), checkoutPages(world), onboardingPages(world), expressPages(world))
    .use(workflowApi(world), officialApis(world), socialApi(world), socialPages(world), googlePages(world))
    .use(mailPages(world), consolePages(world, walks, smtpUrl))

const portOf = (server: Server) => (server.address() as AddressInfo).port
const originAt = (port: number) => `http://127.0.0.1:${port}`
const originOf = (server: Server) => originAt(portOf(server))

/**
 * Longer than any pause of a busy process. After the default of 5 s, a request can reach a connection that is closing.
 */
const KEEP_ALIVE_MS = 60_000

function listen(app: RequestListener, port: number): Promise<Server> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app)
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server))
  })
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Listens on the requested port (first in the result) and on each earlier port that is free.
 * @throws Error when the requested port is in use
 */
async function listenOnAll(app: RequestListener, earlier: readonly number[], wanted?: number): Promise<Server[]> {
  const main = wanted ? await listen(app, wanted) : undefined
  const others = await Promise.all(earlier.filter((port) => port !== wanted).map((port) => listen(app, port).catch(() => undefined)))
  const servers = [main, ...others].filter((server) => server !== undefined)
  return servers.length > 0 ? servers : [await listen(app, 0)]
}

/** Saves the state before each response ends, so that a crash cannot lose a reported change. */
const saveBeforeResponse =
  (save: () => void): RequestHandler =>
  (_, response, next) => {
    const end = response.end
    response.end = ((...args: Parameters<typeof end>) => {
      save()
      return Reflect.apply(end, response, args)
    }) as typeof end
    next()
  }
