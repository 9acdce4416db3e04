import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { emptyGoogle, type GoogleState } from './google/people.ts'
import { emptySocial, type SocialState } from './social/state.ts'
import { TouchedMap } from './touched-map.ts'

/** `platform`, or the id of a connected account. */
export type Owner = string
export const PLATFORM: Owner = 'platform'

export interface Balance {
  available: number
  pending: number
}

export interface CheckoutNotes {
  readonly lineItems: Stripe.LineItem[]
  readonly paymentIntentData: {
    readonly metadata?: Record<string, string> | undefined
    readonly transfer_group?: string | undefined
    readonly description?: string | undefined
    readonly setup_future_usage?: 'off_session' | 'on_session' | undefined
    readonly shipping?: { readonly name: string; readonly address: Record<string, string> } | undefined
    readonly statement_descriptor_suffix?: string | undefined
  }
  /** The submitted payment form, while the 3D Secure step is pending. */
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

interface Delivery {
  readonly at: string
  readonly how: string
  readonly status: number
}

export interface EventRow {
  readonly id: string
  readonly endpoint: EndpointName
  readonly type: string
  readonly createdMs: number
  readonly body: Record<string, unknown>
  /** The part of a thin event that the receiver must fetch. */
  readonly data?: Record<string, unknown>
  readonly relatedId: string
  delivered: boolean
  attempts: number
  readonly deliveries: Delivery[]
}

interface Answered {
  readonly status: number
  readonly body: unknown
  readonly requestId: string
}

export interface KeptAnswer {
  readonly fingerprint: string
  readonly atMs: number
  /** Undefined until the first request gets its response. */
  answer?: Answered
  /** The result of a slow request that has run but has not been answered yet. */
  coming?: Answered
}

export interface Due {
  readonly atMs: number
  readonly kind: 'settle' | 'expire' | 'async' | 'deliver' | 'verify' | 'verdict'
  readonly id: string
}

export const EVENT_MODES = ['duplicate', 'triplicate', 'late', 'reorder', 'drop', 'bad_signature', 'old_timestamp'] as const
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
export interface FaultRule {
  readonly kind: (typeof FAULT_KINDS)[number]
  readonly method?: string | undefined
  /** The fault applies to paths with this prefix. */
  readonly path: string
  readonly delayMs: number
  times: number
}

export interface MailSwitches {
  /** Rejects every e-mail, either permanently (`true`, 554) or temporarily (`temporary`, 451). */
  refuse: false | true | 'temporary'
  /** Recipient addresses rejected as unknown mailboxes (550). */
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
  /** All ports that the sandbox has used so far. Stored links contain these ports. */
  ports: number[]
  readonly customers: Map<string, Stripe.Customer>
  readonly sessions: Map<string, Stripe.Checkout.Session>
  readonly checkoutNotes: Map<string, CheckoutNotes>
  readonly intents: Map<string, Stripe.PaymentIntent>
  readonly charges: Map<string, Stripe.Charge>
  readonly products: Map<string, Stripe.Product>
  readonly prices: Map<string, Stripe.Price>
  readonly paymentMethods: Map<string, { readonly row: Stripe.PaymentMethod; readonly number: string }>
  readonly transactions: Map<string, { readonly owner: Owner; readonly row: Stripe.BalanceTransaction }>
  readonly balances: Map<Owner, Balance>
  readonly transfers: Map<string, Stripe.Transfer>
  readonly transfersByGroup: Map<string, string[]>
  readonly accounts: Map<string, Stripe.V2.Core.Account>
  readonly accountLinks: Map<string, AccountLink>
  /** Open onboarding pages: maps a visit id to the token of the link that opened the page. */
  readonly visits: Map<string, string>
  readonly loginLinks: Map<string, { readonly account: string; readonly expiresAtMs: number }>
  readonly events: Map<string, EventRow>
  readonly keptAnswers: Map<string, KeptAnswer>
  readonly due: Map<string, Due>
  /** Ids of events held back until a later event is delivered (mode `reorder`). */
  held: string[]
  eventRules: EventRule[]
  faults: FaultRule[]
  readonly mails: Map<string, Mail>
  mailSwitches: MailSwitches
  readonly social: SocialState
  readonly google: GoogleState
}

const secret = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url').replace(/[-_]/g, 'x')}`

export const emptyState = (): State => ({
  secretKey: secret('sk_test_'),
  webhookSecrets: { platform: secret('whsec_'), connect: secret('whsec_'), thin: secret('whsec_') },
  clockAheadMs: 0,
  ports: [],
  customers: new TouchedMap(),
  sessions: new TouchedMap(),
  checkoutNotes: new TouchedMap(),
  intents: new TouchedMap(),
  charges: new TouchedMap(),
  products: new TouchedMap(),
  prices: new TouchedMap(),
  paymentMethods: new TouchedMap(),
  transactions: new TouchedMap(),
  balances: new TouchedMap(),
  transfers: new TouchedMap(),
  transfersByGroup: new TouchedMap(),
  accounts: new TouchedMap(),
  accountLinks: new TouchedMap(),
  visits: new TouchedMap(),
  loginLinks: new TouchedMap(),
  events: new TouchedMap(),
  keptAnswers: new TouchedMap(),
  due: new TouchedMap(),
  held: [],
  eventRules: [],
  faults: [],
  mails: new TouchedMap(),
  mailSwitches: { refuse: false, bounce: [], slowMs: 0 },
  social: emptySocial(),
  google: emptyGoogle(),
})
