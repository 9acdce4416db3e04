/** What the sandbox remembers of the social networks: one data set, in the file of everything else. */
import { randomBytes } from 'node:crypto'
import { TouchedMap } from '../touched-map.ts'
import type { Curve } from './curves.ts'

/** In the networks' own words, not the product's: should those change, a test here has to notice. */
export const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const
export type NetworkName = (typeof NETWORKS)[number]
export const LANGUAGES = ['en', 'de', 'it', 'pt', 'wait', 'post'] as const

export interface SocialAccount {
  /** The network's stable id; the username may change. */
  readonly id: string
  readonly network: NetworkName
  username: string
  bio: string
  bioLinks: string[]
  isPublic: boolean
  ageRestricted: boolean
  /** Deleted by its creator or banned: the network answers 404 for the account and lists none of its videos. */
  isGone: boolean
  /** Whether its creator lets the workflow read paid-partnership labels. */
  paidLabelConsent: boolean
  followers: number
  /** Null: the network does not say. */
  averageViews: number | null
  language: (typeof LANGUAGES)[number] | null
  category: string | null
  country: string | null
  city: string | null
  readonly createdMs: number
}

export interface Box {
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
  /** Of the file that it was read from. */
  readonly file: string | null
  readonly curve: Curve
  deletedMs: number | null
}

export const VERIFY_MODES = ['check', 'yes', 'no', 'slow', 'error', 'broken', 'rate_limit', 'later', 'twice'] as const
/** How the verification workflow answers. `check`: by what stands in the bio. */
export interface VerifySwitch {
  mode: (typeof VERIFY_MODES)[number]
  /** Of `slow`, and until the message of `later` and `twice`; milliseconds. */
  delayMs: number
  /** So many more calls, then `check` again; null: until it is changed. */
  times: number | null
}

export const READING_FAULTS = ['rate_limit', 'error', 'not_found', 'broken', 'slow', 'late', 'empty', 'missing'] as const
/** What is to happen to the next calls that read the networks. */
export interface ReadingFault {
  readonly kind: (typeof READING_FAULTS)[number]
  readonly on: 'stats' | 'videos' | 'metrics' | 'all'
  readonly network?: NetworkName | undefined
  /** Of `late`: as of so many hours ago. */
  readonly hours: number
  /** Of `slow`. */
  readonly delayMs: number
  /** Of `rate_limit`. */
  readonly retryAfterS: number
  /** Null: until it is taken back. */
  times: number | null
}

export interface VerdictTry {
  readonly at: string
  /** The answer's status; 0 when there was none. */
  readonly status: number
}

/** A message of the workflow, on its way. */
export interface Verdict {
  readonly id: string
  readonly ask: VerifyAsk
  readonly copies: number
  /** Decided when it is sent first. */
  body: object | null
  readonly tries: VerdictTry[]
  done: boolean
}

export interface VerifyAsk {
  readonly userId: string
  readonly username: string
  readonly code: string
  readonly platform: NetworkName
  readonly timestamp: string
  readonly userAgent: string
  readonly origin: string
}

export interface SocialState {
  readonly token: string
  readonly callbackSecret: string
  readonly accounts: Map<string, SocialAccount>
  readonly videos: Map<string, SocialVideo>
  verify: VerifySwitch
  faults: ReadingFault[]
  readonly verdicts: Map<string, Verdict>
  /** The last asks, newest first: what a person sees of them, and tests count. */
  asks: { readonly at: string; readonly ask: VerifyAsk; readonly answer: string }[]
}

export const emptySocial = (): SocialState => ({
  token: randomBytes(24).toString('base64url'),
  callbackSecret: randomBytes(32).toString('base64url'),
  accounts: new TouchedMap(),
  videos: new TouchedMap(),
  verify: { mode: 'check', delayMs: 5_000, times: null },
  faults: [],
  verdicts: new TouchedMap(),
  asks: [],
})
