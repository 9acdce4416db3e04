import { randomBytes } from 'node:crypto'
import { TouchedMap } from '../touched-map.ts'
import type { Curve } from './curves.ts'

/** Defined here instead of imported from the product, so that tests notice when the product's names change. */
export const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const
export type NetworkName = (typeof NETWORKS)[number]
export const LANGUAGES = ['en', 'de', 'it', 'pt', 'wait', 'post'] as const

export interface SocialAccount {
  readonly id: string
  readonly network: NetworkName
  username: string
  bio: string
  bioLinks: string[]
  isPublic: boolean
  ageRestricted: boolean
  /** Deleted by its creator or banned. The network then returns 404 for the account and its video list. */
  isGone: boolean
  /** Whether the creator allows the workflow to read paid-partnership labels. */
  paidLabelConsent: boolean
  followers: number
  /** Null when the network does not report average views. */
  averageViews: number | null
  /** What 1,000 views usually cost, in euro cents. Null when the network does not report it. */
  rpmCents: number | null
  language: (typeof LANGUAGES)[number] | null
  category: string | null
  country: string | null
  city: string | null
  readonly createdMs: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Logo = 'unknown' | { readonly present: false } | { readonly present: true; readonly box: Box }

export interface SocialVideo {
  readonly id: string
  readonly accountId: string
  caption: string
  paidLabel: boolean | 'unknown'
  logo: Logo
  readonly publishedMs: number
  readonly durationS: number
  readonly width: number
  readonly height: number
  readonly file: string | null
  readonly curve: Curve
  deletedMs: number | null
}

export const VERIFY_MODES = ['check', 'yes', 'no', 'slow', 'error', 'broken', 'rate_limit', 'later', 'twice'] as const
/** `check` looks for the code in the account's bio. */
export interface VerifySwitch {
  mode: (typeof VERIFY_MODES)[number]
  /** Delay in milliseconds of the response (mode `slow`) or of the message (modes `later` and `twice`). */
  delayMs: number
  /** Remaining calls before the mode returns to `check`; null for no limit. */
  times: number | null
}

export const READING_FAULTS = ['rate_limit', 'error', 'not_found', 'broken', 'slow', 'late', 'empty', 'missing'] as const
export interface ReadingFault {
  readonly kind: (typeof READING_FAULTS)[number]
  readonly on: 'stats' | 'videos' | 'metrics' | 'all'
  readonly network?: NetworkName | undefined
  /** Age of the figures returned for `late`, in hours. */
  readonly hours: number
  /** Delay of `slow` responses, in milliseconds. */
  readonly delayMs: number
  /** Retry-After header for `rate_limit`, in seconds. */
  readonly retryAfterS: number
  /** Number of further calls that the fault affects; null if it affects all calls until it is cleared. */
  times: number | null
}

interface VerdictTry {
  readonly at: string
  readonly status: number
}

export interface Verdict {
  readonly id: string
  readonly ask: VerificationRequest
  readonly copies: number
  /** The message's content; null until the first attempt to send the message. */
  body: object | null
  readonly tries: VerdictTry[]
  done: boolean
}

export interface VerificationRequest {
  readonly userId: string
  readonly username: string
  readonly code: string
  readonly platform: NetworkName
  readonly timestamp: string
  readonly userAgent: string
  readonly origin: string
}

/** A creator's consent that Reelfair may read the account through the network's own API. */
export interface Consent {
  readonly id: string
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly issuedMs: number
  accessToken: string
  accessIssuedMs: number
  accessUntilMs: number
  /** Null on Instagram, where access tokens renew themselves. */
  refreshToken: string | null
  revokedMs: number | null
}

/** The apps that Reelfair has registered with the networks. */
export interface SocialApps {
  /** `accountId` and `accessToken` belong to Reelfair's own professional account. */
  readonly instagram: OauthApp & { readonly accountId: string; readonly accessToken: string }
  readonly tiktok: OauthApp
  readonly youtube: OauthApp & { readonly apiKey: string }
}

interface OauthApp {
  readonly clientId: string
  readonly clientSecret: string
}

interface OfficialSwitches {
  /** Age of the figures in Instagram's insights, in hours. Real insights are up to 48 hours old. */
  insightsLateHours: number
  /** Calls per account and day on Instagram, per endpoint and minute on TikTok, and per day on YouTube. */
  quotas: Readonly<Record<NetworkName, number>>
}

export interface SocialState {
  readonly token: string
  readonly callbackSecret: string
  readonly accounts: Map<string, SocialAccount>
  readonly videos: Map<string, SocialVideo>
  verify: VerifySwitch
  faults: ReadingFault[]
  readonly verdicts: Map<string, Verdict>
  asks: { readonly at: string; readonly ask: VerificationRequest; readonly answer: string }[]
  readonly apps: SocialApps
  readonly consents: Map<string, Consent>
  official: OfficialSwitches
}

const secret = () => randomBytes(24).toString('base64url')
const newApp = () => ({ clientId: randomBytes(9).toString('hex'), clientSecret: secret() })

export const emptySocial = (): SocialState => ({
  token: secret(),
  callbackSecret: randomBytes(32).toString('base64url'),
  accounts: new TouchedMap(),
  videos: new TouchedMap(),
  verify: { mode: 'check', delayMs: 5_000, times: null },
  faults: [],
  verdicts: new TouchedMap(),
  asks: [],
  apps: {
    instagram: { ...newApp(), accountId: 'in_reelfair', accessToken: secret() },
    tiktok: newApp(),
    youtube: { ...newApp(), apiKey: secret() },
  },
  consents: new TouchedMap(),
  official: { insightsLateHours: 0, quotas: { instagram: 4_800, tiktok: 600, youtube: 10_000 } },
})
