import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Refusal, refuse } from '@reelfair/contracts'
import { rolesOf } from '../define.ts'
import type { Access, Actor, Route } from '../service.ts'
import { verifyToken } from '../token.ts'

export interface Keys {
  readonly SESSION_PUBLIC_KEY: KeyObject
  readonly GATEWAY_SECRET: string
}

const VISITOR: Actor = { kind: 'visitor' }
const GATEWAY: Actor = { kind: 'gateway' }

export async function admit(
  request: IncomingMessage,
  { role, contract }: Pick<Route['options'], 'role' | 'contract'>,
  keys: Keys,
): Promise<Actor> {
  const allowed: readonly Access[] = [role].flat()
  if (allowed.includes('gateway')) {
    return sameSecret(request.headers['x-gateway-secret'], keys.GATEWAY_SECRET) ? GATEWAY : refuse('not_found')
  }
  const actor = await actorOf(request, keys).catch((error: unknown) => {
    // A route open to visitors stays open to users whose session has expired.
    if (allowed.includes('visitor') && error instanceof Refusal) return VISITOR
    throw error
  })
  if (allowed.includes('visitor')) return actor
  if (actor.kind !== 'user') return refuse('not_signed_in')
  const fitting = allowed.filter((access) => rolesOf(access)?.includes(actor.role))
  if (fitting.length === 0) refuse('not_allowed')
  if (!actor.complete && fitting.every((access) => access === 'brand')) refuse('brand_incomplete')
  if (contract && actor.termsOutdated) refuse('terms_outdated')
  if (!actor.complete && fitting.every((access) => access === 'admin')) refuse('second_factor_required')
  return actor
}

async function actorOf(request: IncomingMessage, keys: Keys): Promise<Actor> {
  const { authorization } = request.headers
  if (authorization === undefined) return VISITOR
  if (!authorization.startsWith('Bearer ')) return refuse('not_signed_in')
  const { sub, sid, role, complete, termsOutdated } = await verifyToken(authorization.slice(7), keys.SESSION_PUBLIC_KEY)
  return { kind: 'user', id: sub, role, complete, sessionId: sid, termsOutdated }
}

/** Compares digests, so that timing reveals neither the content nor the length. */
function sameSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))
}

/** Trusts the forwarded address, because services are reachable only through the gateway. */
export function addressOf(request: IncomingMessage): string {
  const forwarded = request.headers['x-forwarded-for']
  return typeof forwarded === 'string' && isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')
}

type Browser = Partial<Record<'device' | 'oauth' | 'challenge', string | undefined>>

/** The gateway forwards the secrets of these browser cookies; no other client can reach a service. */
export function browserOf({ headers }: IncomingMessage): Readonly<Browser> {
  const secretOf = (given: unknown) => (typeof given === 'string' && given !== '' ? given : undefined)
  return { device: secretOf(headers['x-device']), oauth: secretOf(headers['x-oauth']), challenge: secretOf(headers['x-challenge']) }
}
