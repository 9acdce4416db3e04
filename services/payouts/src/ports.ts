/** The payment provider, as this service needs it. `adapters/stripe.ts` is the one implementation, by the real client library. */
import type { Locale } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Payment } from './domain/order.ts'
import type { AccountFacts } from './domain/payout-account.ts'

export type Endpoint = 'platform' | 'connect' | 'thin'

/** A message of the provider: what it is about, never what it says. The thing itself is fetched anew. */
export interface Notice {
  readonly id: string
  readonly type: string
  /** The id of the checkout session, transfer or account. */
  readonly objectId: string
  /** The connected account that it concerns. */
  readonly account?: string | undefined
}

export interface PaidTransfer {
  readonly id: string
  readonly group: string
  readonly amountCents: number
  readonly destination: string
  /** So much was taken back. */
  readonly reversedCents: number
}

/**
 * A call did not do what it was asked for. `refused`: it will not do it, whoever asks again. `later`: it did nothing, ask again. `unknown`: nobody knows
 * whether it did. `stored`: it would answer the same to the same key.
 */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
  readonly kind: 'refused' | 'later' | 'unknown'
  readonly code: string | undefined
  readonly httpStatus: number | undefined
  readonly stored: boolean
  /** The answer's body as JSON; empty where there was none. */
  readonly body: string

  constructor(
    fault: { kind: ProviderFault['kind']; code?: string | undefined; httpStatus?: number | undefined; stored: boolean; body: string },
    cause: unknown,
  ) {
    super(`the payment provider: ${fault.kind}${fault.code ? ` (${fault.code})` : ''}`, { cause })
    this.kind = fault.kind
    this.code = fault.code
    this.httpStatus = fault.httpStatus
    this.stored = fault.stored
    this.body = fault.body
  }

  /** Whether the same key would bring nothing else: to go on, one asks under another. */
  get isFinal(): boolean {
    return this.kind === 'refused' || this.stored
  }
}

export interface Provider {
  /** @throws ProviderFault; so does every other call */
  openCheckout(order: {
    id: string
    brandId: string
    package: string
    credits: number
    priceCents: number
    locale: Locale
    key: string
  }): Promise<{ sessionId: string; url: string }>
  /** Undefined for a session that is none of ours. */
  readCheckout(sessionId: string): Promise<{ orderId: string; payment: Payment } | undefined>
  openAccount(creator: {
    id: string
    email?: string | undefined
    country: string
    key: string
    locale: Locale
  }): Promise<{ accountId: string }>
  /** Undefined when there is no such account (any more). */
  readAccount(accountId: string): Promise<AccountFacts | undefined>
  onboardingLink(accountId: string): Promise<string>
  /** Undefined where the provider has no dashboard for it yet. */
  dashboardLink(accountId: string): Promise<string | undefined>
  makeTransfer(ask: {
    key: string
    group: string
    amountCents: number
    destination: string
    transferId: string
  }): Promise<{ transfer: PaidTransfer; httpStatus: number; body: string }>
  /** All that were made in a group; one at the most unless something went wrong. */
  findTransfers(group: string): Promise<readonly PaidTransfer[]>
  readTransfer(transferId: string): Promise<PaidTransfer | undefined>
  /** Undefined when the signature is not right or the message too old. */
  verify(endpoint: Endpoint, body: Buffer, signature: string, now: Date): Notice | undefined
  /** Messages of these types that did not reach us. */
  undelivered(types: readonly string[]): AsyncIterable<Notice>
}

export interface Ports {
  readonly provider: Provider
  /** Whether the provider is the sandbox's: only then test earnings may be posted. */
  readonly isSandbox: boolean
  /** Where people write to a person. */
  readonly supportEmail: string
}

/** The world of what requests, messages, workers and commands do alike: it matters not who asks. */
export type Work = Omit<Context<'system', Ports>, 'actor'>
