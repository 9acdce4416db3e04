/** Starts the service with the networks' own APIs, simulated by the sandbox, and helpers that act for creators. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { Network } from '@reelfair/contracts'
import { callSocialApi, consentAsOwner, type Sandbox, startSandbox } from '@reelfair/sandbox'
import { type ConfigOf, createLog } from '@reelfair/service-kit'
import { movableClock, type Person, person, startService } from '@reelfair/testkit'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { verification } from '../app.ts'
import { config } from '../config.ts'
import type { Ports } from '../ports.ts'
import { renewDueAccess } from '../use-cases/renew-access.ts'
import { revokeNextConsent } from '../use-cases/revoke-consent.ts'
import { START, workflowEnv } from './start-verification.ts'

interface Consent {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly scopes: readonly string[]
}

/** `down`: the network cannot be reached. `deaf`: it acts, but its response is lost. */
type Line = 'up' | 'down' | 'deaf'

/**
 * Workers run only when a test calls them.
 * @param envOf other variables
 */
export async function startConnecting(envOf: (sandbox: Sandbox) => Readonly<Record<string, string>> = () => ({})) {
  const clock = movableClock(START)
  const sandbox = await startSandbox({ clock })
  afterAll(() => sandbox.stop())
  const outside = callSocialApi(sandbox.url)
  const { apiBase, apps: registered } = sandbox.networks
  const ACCESS_KEY = randomBytes(32).toString('base64url')
  const env = {
    ...workflowEnv,
    SOCIAL_API_BASE: apiBase,
    SOCIAL_INSTAGRAM: 'official',
    SOCIAL_TIKTOK: 'official',
    SOCIAL_YOUTUBE: 'official',
    INSTAGRAM_ACCOUNT_ID: registered.instagram.accountId,
    INSTAGRAM_ACCESS_TOKEN: registered.instagram.accessToken,
    YOUTUBE_API_KEY: registered.youtube.apiKey,
    INSTAGRAM_CLIENT_ID: registered.instagram.clientId,
    INSTAGRAM_CLIENT_SECRET: registered.instagram.clientSecret,
    TIKTOK_CLIENT_KEY: registered.tiktok.clientId,
    TIKTOK_CLIENT_SECRET: registered.tiktok.clientSecret,
    YOUTUBE_CLIENT_ID: registered.youtube.clientId,
    YOUTUBE_CLIENT_SECRET: registered.youtube.clientSecret,
    ACCESS_KEY,
    ...envOf(sandbox),
  }
  let line: Line = 'up'
  let meanwhile: (() => Promise<unknown>) | undefined
  const onLine: typeof fetch = async (...request) => {
    if (line === 'down') throw new TypeError('fetch failed')
    const response = await fetch(...request)
    const work = meanwhile
    meanwhile = undefined
    await work?.()
    if (line === 'deaf') throw new TypeError('fetch failed')
    return response
  }
  const configured = verification.ports?.(z.object(config).parse(env) as ConfigOf<typeof config>) as Ports
  const apps = Object.fromEntries(Object.entries(configured.apps).map(([network, app]) => [network, { ...app, fetch: onLine }]))
  const ports = { ...configured, apps } satisfies Ports
  const logged: string[] = []
  const log = createLog('test', 'debug', { write: (text: string) => void logged.push(text) })
  const app = await startService(verification, { env, clock, ports, log, workers: false })

  /** An account on the network, which its owner has not added to Reelfair. */
  const register = async (network: Network, more: object = {}) => {
    const username = `u${randomBytes(6).toString('hex')}`
    const { id } = await outside('accounts', { network, username, followers: 9_000, ...more })
    return { network, username, externalId: id }
  }
  const begin = async (creator: Person<'creator'>, network: Network): Promise<string> => {
    const { status, body } = await app.as(creator).post('/connections', { network })
    if (status !== 201) throw new Error(`connection not begun: ${body.code}`)
    return body.url
  }
  /** The parameters with which the network sends the creator back. */
  const visit = async (
    creator: Person<'creator'>,
    { network, externalId }: { network: Network; externalId: string },
    scopes?: string[],
  ) => {
    const back = await consentAsOwner(await begin(creator, network), externalId, scopes)
    return { state: back.get('state') ?? '', ...(back.has('code') && { code: back.get('code') ?? '' }) }
  }
  const comeBack = (creator: Person<'creator'>, parameters: object) => app.as(creator).post('/connections/callbacks', parameters)

  return {
    app,
    clock,
    outside,
    env,
    tokenKey: createSecretKey(ACCESS_KEY, 'base64url'),
    grantKey: configured.accessKeys?.grants,
    apps: ports.apps,
    logged,
    setLine: (state: Line) => {
      line = state
    },
    /** Runs `work` once, before the network's next response arrives. */
    duringNextCall: (work: () => Promise<unknown>) => {
      meanwhile = work
    },
    register,
    begin,
    visit,
    comeBack,
    /** After all revocations that are due. */
    consentsOf: async (externalId: string) => {
      while (await revokeNextConsent(app.context()));
      return outside<Consent[]>(`accounts/${externalId}/consents`)
    },
    revoke: (externalId: string) => outside(`accounts/${externalId}/consents`, undefined, 'DELETE'),
    accountsOf: async (creator: Person<'creator'>) => (await app.as(creator).get('/accounts')).body.items,
    /** @returns the number of renewals */
    renewAll: async () => {
      let renewals = 0
      for (let due = 1; due > 0; renewals += due) due = await renewDueAccess(app.context())
      return renewals
    },
    connected: async (network: Network, more: object = {}) => {
      const creator = person('creator')
      const account = await register(network, more)
      const { body } = await comeBack(creator, await visit(creator, account))
      if (body.outcome !== 'connected') throw new Error(`not connected: ${body.code}`)
      return { creator, ...account, id: body.accountId as string }
    },
  }
}
