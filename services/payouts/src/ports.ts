import type { Locale } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Payment } from './domain/order.ts'
import type { AccountFacts } from './domain/payout-account.ts'

export type Endpoint = 'platform' | 'connect' | 'thin'

/** Excludes the event's data, which is never trusted: the object itself is fetched from the provider. */
export interface Notice {
  readonly id: string
  readonly type: string
  readonly objectId: string
  readonly account?: string | undefined
}

export interface PaidTransfer {
  readonly id: string
  readonly group: string
  readonly amountCents: number
  readonly destination: string
  readonly reversedCents: number
}

/**
 * A failed call to the provider. `refused`: the provider rejected the request, and a retry will not help. `later`: the
 * provider did nothing, and a retry may succeed. `unknown`: the provider may have executed the request. `stored`: the
 * provider would repeat this response for the same key.
 */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
  readonly kind: 'refused' | 'later' | 'unknown'
  readonly code: string | undefined
  readonly httpStatus: number | undefined
  readonly stored: boolean
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

  /** Whether a retry with the same key would fail again, so the next attempt needs a new key. */
  get isFinal(): boolean {
    return this.kind === 'refused' || this.stored
  }
}

export interface Provider {
  /** @throws ProviderFault, like every other call to the provider */
  openCheckout(order: {
    id: string
    brandId: string
    package: string
    credits: number
    priceCents: number
    locale: Locale
    key: string
  }): Promise<{ sessionId: string; url: string }>
  /** Undefined if the checkout session does not exist or has no order id. */
  readCheckout(sessionId: string): Promise<{ orderId: string; payment: Payment } | undefined>
  openAccount(creator: {
    id: string
    email?: string | undefined
    country: string
    key: string
    locale: Locale
  }): Promise<{ accountId: string }>
  /** Undefined if the account does not exist or is no longer connected to the platform. */
  readAccount(accountId: string): Promise<AccountFacts | undefined>
  onboardingLink(accountId: string): Promise<string>
  /** Undefined while the account is still being set up, because it has no dashboard yet. */
  dashboardLink(accountId: string): Promise<string | undefined>
  createTransfer(ask: {
    key: string
    group: string
    amountCents: number
    destination: string
    transferId: string
  }): Promise<{ transfer: PaidTransfer; httpStatus: number; body: string }>
  /** The provider has at most one transfer per group, unless something went wrong. */
  findTransfers(group: string): Promise<readonly PaidTransfer[]>
  readTransfer(transferId: string): Promise<PaidTransfer | undefined>
  /** Undefined if the signature is invalid or the timestamp is too far from `now`. */
  verify(endpoint: Endpoint, body: Buffer, signature: string, now: Date): Notice | undefined
  undeliveredEvents(types: readonly string[]): AsyncIterable<Notice>
}

export interface Ports {
  readonly provider: Provider
  /** Test earnings may be posted only in the sandbox. */
  readonly isSandbox: boolean
}

export type WorkContext = Omit<Context<'system', Ports>, 'actor'>
