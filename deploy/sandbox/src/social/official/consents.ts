/** Issues, renews and revokes the consents that creators give on the networks' pages. */
import { newId, type World } from '../../world.ts'
import type { Consent, NetworkName } from '../state.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Instagram's first token lasts an hour and is exchanged for one that lasts 60 days. */
const SHORT_MS = HOUR_MS
const ACCESS_MS: Readonly<Record<NetworkName, number>> = { instagram: 60 * DAY_MS, tiktok: 2 * HOUR_MS, youtube: HOUR_MS }
export const TIKTOK_REFRESH_MS = 180 * DAY_MS

const PREFIXES: Readonly<Record<NetworkName, string>> = { instagram: 'IGAA', tiktok: 'act.', youtube: 'ya29.' }

export function networkOf({ state }: World, { accountId }: Consent): NetworkName {
  const network = state.social.accounts.get(accountId)?.network
  if (!network) throw new RangeError('Account not found.')
  return network
}

export function issueConsent(world: World, accountId: string, network: NetworkName, scopes: readonly string[]): Consent {
  const consent: Consent = {
    id: newId('con_', 14),
    accountId,
    scopes,
    issuedMs: world.nowMs(),
    accessToken: newId(PREFIXES[network], 40),
    accessIssuedMs: world.nowMs(),
    accessUntilMs: world.nowMs() + (network === 'instagram' ? SHORT_MS : ACCESS_MS[network]),
    refreshToken: network === 'instagram' ? null : newId(network === 'tiktok' ? 'rft.' : '1//', 40),
    revokedMs: null,
  }
  world.state.social.consents.set(consent.id, consent)
  return consent
}

const valid = ({ state }: World, matches: (consent: Consent) => boolean) =>
  [...state.social.consents.values()].find((consent) => consent.revokedMs === null && matches(consent))

function renew(world: World, consent: Consent): Consent {
  const network = networkOf(world, consent)
  consent.accessToken = newId(PREFIXES[network], 40)
  consent.accessIssuedMs = world.nowMs()
  consent.accessUntilMs = world.nowMs() + ACCESS_MS[network]
  // Only TikTok rotates: the previous refresh token stops working.
  if (network === 'tiktok') consent.refreshToken = newId('rft.', 40)
  world.state.social.consents.set(consent.id, consent)
  return consent
}

/** @returns undefined if the refresh token was replaced, revoked or never issued */
export function renewByRefreshToken(world: World, network: NetworkName, refreshToken: string): Consent | undefined {
  const consent = valid(world, (one) => one.refreshToken === refreshToken && networkOf(world, one) === network)
  if (!consent || (network === 'tiktok' && consent.issuedMs + TIKTOK_REFRESH_MS <= world.nowMs())) return undefined
  return renew(world, consent)
}

const validAccess = (world: World, accessToken: string) =>
  valid(world, (one) => one.accessToken === accessToken && one.accessUntilMs > world.nowMs())

const isShort = ({ accessUntilMs, accessIssuedMs }: Consent) => accessUntilMs - accessIssuedMs === SHORT_MS

/** Exchanges Instagram's first token. */
export function exchangeShortToken(world: World, accessToken: string): Consent | undefined {
  const consent = validAccess(world, accessToken)
  return consent && isShort(consent) ? renew(world, consent) : undefined
}

/** Renews one of Instagram's long-lived tokens, which must be a day old. */
export function renewLongToken(world: World, accessToken: string): Consent | undefined {
  const consent = validAccess(world, accessToken)
  if (!consent || isShort(consent) || world.nowMs() - consent.accessIssuedMs < DAY_MS) return undefined
  return renew(world, consent)
}

export const revokeConsents = (world: World, accountId: string): number => {
  const open = [...world.state.social.consents.values()].filter((one) => one.accountId === accountId && one.revokedMs === null)
  for (const { id } of open) {
    const consent = world.state.social.consents.get(id)
    if (consent) consent.revokedMs = world.nowMs()
  }
  return open.length
}

/** The owner withdraws all permissions but these. */
export function narrowConsents(world: World, accountId: string, scopes: readonly string[]): readonly Consent[] {
  for (const consent of openConsentsOf(world, accountId)) world.state.social.consents.set(consent.id, { ...consent, scopes })
  return openConsentsOf(world, accountId)
}

/** @returns whether a consent with that token was revoked */
export function revokeByToken(world: World, network: NetworkName, hasToken: (consent: Consent) => boolean): boolean {
  const consent = valid(world, (one) => hasToken(one) && networkOf(world, one) === network)
  if (!consent) return false
  world.state.social.consents.set(consent.id, { ...consent, revokedMs: world.nowMs() })
  return true
}

export const openConsentsOf = ({ state }: World, accountId: string): readonly Consent[] =>
  [...state.social.consents.values()].filter((one) => one.accountId === accountId && one.revokedMs === null)
