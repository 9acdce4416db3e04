/** Everything the sandbox remembers, in memory, and the file it is kept in between two starts. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Stripe } from 'stripe'
import { emptySocial, type SocialState } from './social/state.ts'

/** Whose money: the platform's, or an account's by its id. */
export type Owner = string
export const PLATFORM: Owner = 'platform'

export interface Balance {
  available: number
  pending: number
}

/** What the API does not show of a Checkout session. */
export interface CheckoutNotes {
  readonly lineItems: Stripe.LineItem[]
  readonly paymentIntentData: {
    readonly metadata?: Record<string, string> | undefined
    readonly transfer_group?: string | undefined
    readonly description?: string | undefined
    readonly statement_descriptor_suffix?: string | undefined
  }
  /** A card that waits for its owner's 3-D-Secure step, and what was typed with it. */
  waiting?: { readonly card: string; readonly email: string; readonly name: string; readonly country: string }
}

export interface AccountLink {
  readonly account: string
  readonly refreshUrl: string
  readonly returnUrl: string
  readonly useCase: string
  readonly expiresAtMs: number
  usedAtMs?: number
}

export type EndpointName = 'platform' | 'connect' | 'thin'

export interface Delivery {
  readonly at: string
  readonly how: string
  /** The answer's status; 0 when there was none. */
  readonly status: number
}

export interface EventRow {
  readonly id: string
  readonly endpoint: EndpointName
  readonly type: string
  readonly createdMs: number
  /** What is sent. */
  readonly body: Record<string, unknown>
  /** Of a thin event: what only a fetch shows. */
  readonly data?: Record<string, unknown>
  readonly relatedId: string
  delivered: boolean
  attempts: number
  readonly deliveries: Delivery[]
}

export interface KeptAnswer {
  readonly fingerprint: string
  readonly atMs: number
  /** Missing while the first request runs. */
  answer?: { readonly status: number; readonly body: unknown; readonly requestId: string }
}

/** A thing to be done at an hour of the clock. */
export interface Due {
  readonly atMs: number
  readonly kind: 'settle' | 'expire' | 'async' | 'deliver' | 'verify' | 'verdict'
  readonly id: string
}

export const EVENT_MODES = ['duplicate', 'triplicate', 'late', 'reorder', 'drop', 'bad_signature', 'old_timestamp'] as const
/** What is to happen to the next events. */
export interface EventRule {
  readonly mode: (typeof EVENT_MODES)[number]
  readonly type?: string | undefined
  readonly delayMs: number
  times: number
}

export const FAULT_KINDS = [
  'rate_limit',
  'error',
  'error_after',
  'conflict',
  'timeout_before',
  'timeout_after',
  'drop_before',
  'drop_after',
  'slow',
] as const
/** What is to happen to the next calls of a path. */
export interface FaultRule {
  readonly kind: (typeof FAULT_KINDS)[number]
  readonly method?: string | undefined
  /** Begin of the path. */
  readonly path: string
  readonly delayMs: number
  times: number
}

export interface MailSwitches {
  /** All letters: for good (550), or for now (451). */
  refuse: false | true | 'temporary'
  /** Who does not exist (550). */
  bounce: string[]
  slowMs: number
}

export interface Mail {
  readonly id: string
  readonly at: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

export interface State {
  readonly secretKey: string
  readonly webhookSecrets: Record<EndpointName, string>
  clockAheadMs: number
  readonly customers: Map<string, Stripe.Customer>
  readonly sessions: Map<string, Stripe.Checkout.Session>
  readonly checkoutNotes: Map<string, CheckoutNotes>
  readonly intents: Map<string, Stripe.PaymentIntent>
  readonly charges: Map<string, Stripe.Charge>
  readonly transactions: Map<string, { readonly owner: Owner; readonly row: Stripe.BalanceTransaction }>
  readonly balances: Map<Owner, Balance>
  readonly transfers: Map<string, Stripe.Transfer>
  readonly transfersByGroup: Map<string, string[]>
  readonly accounts: Map<string, Stripe.V2.Core.Account>
  /** By token: what an onboarding page and an Express dashboard are opened with. */
  readonly accountLinks: Map<string, AccountLink>
  readonly loginLinks: Map<string, { readonly account: string; readonly expiresAtMs: number }>
  readonly events: Map<string, EventRow>
  readonly keptAnswers: Map<string, KeptAnswer>
  readonly due: Due[]
  /** Events that wait for the next one to be delivered before them. */
  held: string[]
  eventRules: EventRule[]
  faults: FaultRule[]
  mails: Mail[]
  mailSwitches: MailSwitches
  readonly social: SocialState
}

const secret = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url').replace(/[-_]/g, 'x')}`

/** A state in which nothing has happened; keys and secrets are new. */
export const emptyState = (): State => ({
  secretKey: secret('sk_test_'),
  webhookSecrets: { platform: secret('whsec_'), connect: secret('whsec_'), thin: secret('whsec_') },
  clockAheadMs: 0,
  customers: new Map(),
  sessions: new Map(),
  checkoutNotes: new Map(),
  intents: new Map(),
  charges: new Map(),
  transactions: new Map(),
  balances: new Map(),
  transfers: new Map(),
  transfersByGroup: new Map(),
  accounts: new Map(),
  accountLinks: new Map(),
  loginLinks: new Map(),
  events: new Map(),
  keptAnswers: new Map(),
  due: [],
  held: [],
  eventRules: [],
  faults: [],
  mails: [],
  mailSwitches: { refuse: false, bounce: [], slowMs: 0 },
  social: emptySocial(),
})

/** The state of the last stop, or an empty one. What a newer version of this file does not know is dropped. */
export function readState(file: string): State {
  const empty = emptyState()
  if (!existsSync(file)) return empty
  const read = JSON.parse(readFileSync(file, 'utf8'), (_, value) => (Array.isArray(value?.$map) ? new Map(value.$map) : value))
  return Object.fromEntries(Object.entries(empty).map(([key, value]) => [key, read[key] ?? value])) as unknown as State
}

/** Written beside and put in place at once, for whoever is killed while writing must find the old one. */
export function writeState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true })
  const text = JSON.stringify(state, (_, value) => (value instanceof Map ? { $map: [...value] } : value))
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
