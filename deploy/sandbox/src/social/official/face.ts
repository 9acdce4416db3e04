/** Shared by the three simulated APIs: the clock's time, injected faults, tokens and quotas. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { World } from '../../world.ts'
import { takeFault } from '../faults.ts'
import { seenAccount } from '../network.ts'
import type { Consent, NetworkName, ReadingFault, SocialAccount } from '../state.ts'

export interface Reply {
  readonly status: number
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export const ok = (body: object): Reply => ({ status: 200, body })

/** The state that a reading shows. */
export interface Reading {
  readonly atMs: number
  /** All figures are unknown. */
  readonly isEmpty: boolean
  /** The network omits all videos. */
  readonly isMissing: boolean
}

/** A network's own error replies. */
export interface ErrorReplies {
  readonly rateLimited: Reply
  readonly serverError: Reply
  readonly notFound: Reply
}

interface Endpoint {
  readonly network: NetworkName
  readonly on: Exclude<ReadingFault['on'], 'all'>
  readonly errors: ErrorReplies
  reply(request: Request, reading: Reading): Reply
}

const HOUR_MS = 3_600_000

/** Serves an endpoint, with the sandbox's time and faults. */
export const endpoint =
  (world: World, { network, on, errors, reply }: Endpoint): RequestHandler =>
  async (request, response) => {
    const fault = isRefused(world, bearerOf(request)) ? undefined : takeFault(world, on, network)
    const atMs = fault?.kind === 'late' ? world.nowMs() - fault.hours * HOUR_MS : world.nowMs()
    const answer = () => reply(request, { atMs, isEmpty: fault?.kind === 'empty', isMissing: fault?.kind === 'missing' })
    switch (fault?.kind) {
      case 'rate_limit':
        response.set('retry-after', String(fault.retryAfterS))
        return send(world, response, errors.rateLimited)
      case 'error':
        return send(world, response, errors.serverError)
      case 'not_found':
        return send(world, response, errors.notFound)
      case 'broken':
        return void response.type('json').send(JSON.stringify(answer().body).slice(0, -7))
      case 'slow':
        await pause(fault.delayMs)
        return send(world, response, answer())
      default:
        send(world, response, answer())
    }
  }

/** A request with an invalid token does not use up an injected fault. */
const isRefused = (world: World, token: string) =>
  token !== '' && token !== world.state.social.apps.instagram.accessToken && !consentOf(world, token)

export function send(world: World, response: Response, { status, body, headers = {} }: Reply): void {
  response.status(status).set({ date: new Date(world.nowMs()).toUTCString(), ...headers })
  if (body) response.json(body)
  else response.end()
}

export const bearerOf = ({ headers, query }: Request): string =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? (typeof query.access_token === 'string' ? query.access_token : '')

/** The consent that an access token belongs to, and its account, unless the token or the account is no longer valid. */
export function consentOf(world: World, token: string): { consent: Consent; account: SocialAccount } | undefined {
  const consent = [...world.state.social.consents.values()].find(({ accessToken }) => accessToken === token)
  if (!consent || consent.revokedMs !== null || consent.accessUntilMs <= world.nowMs()) return undefined
  const found = world.state.social.accounts.get(consent.accountId)
  const account = found && seenAccount(world, found.network, { externalId: found.id })
  return account && { consent, account }
}

/** The requested fields of an object, as the Graph API and TikTok return them. */
export const pick = (row: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])))

export const listOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : [])

const spent = new WeakMap<World, Map<string, number[]>>()

/**
 * Counts a call within a sliding window.
 * @returns the calls in the window, this one included
 */
export function countCall(world: World, key: string, windowMs: number): number {
  const all = spent.get(world) ?? new Map<string, number[]>()
  spent.set(world, all)
  const calls = [...(all.get(key) ?? []).filter((at) => at > world.nowMs() - windowMs), world.nowMs()]
  all.set(key, calls)
  return calls.length
}
