import type { Locale } from '@reelfair/contracts'
import { withTimeout } from '@reelfair/service-kit'
import Stripe from 'stripe'
import type { AccountFacts } from '../domain/payout-account.ts'
import { type Endpoint, type Notice, type PaidTransfer, type Provider, ProviderFault } from '../ports.ts'
import { paymentOf, type Session } from './stripe-checkout.ts'

export interface StripeOptions {
  readonly secretKey: string
  readonly apiBase?: string | undefined
  readonly webhookSecrets: Readonly<Record<Endpoint, string>>
  readonly publicOrigin: string
  /** Limit per call in milliseconds. With the default of 4,000, two calls in a row end before the gateway times out. */
  readonly timeoutMs?: number
}

/** Events outside this range are rejected: old ones may be replays, and future ones could be replayed for longer. */
const TOLERANCE_SECONDS = 300

/** Stripe's library rejects old timestamps but not future ones. */
const isAhead = (signature: string, now: Date): boolean =>
  [...signature.matchAll(/(?:^|,)t=(\d+)/g)].some(([, seconds]) => Number(seconds) - now.getTime() / 1000 > TOLERANCE_SECONDS)
/**
 * Stripe stores responses with a status below 500 under their idempotency key, except these, because no work had begun.
 * @source integration §1.7
 */
const NOT_STORED = new Set([401, 403, 409, 429])

export function stripeProvider(options: StripeOptions): Provider {
  const timeoutMs = options.timeoutMs ?? 4_000
  const stripe = openClient(options.secretKey, options.apiBase, timeoutMs)
  const at = (path: string) => `${options.publicOrigin}${path}`
  const calls = { stripe, at, ...callsWithin(timeoutMs) }
  return { ...checkouts(calls), ...accounts(calls), ...transfers(calls), ...eventsOf(calls, options.webhookSecrets) }
}

function openClient(secretKey: string, apiBase: string | undefined, timeoutMs: number): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  return new Stripe(secretKey, {
    telemetry: false,
    // The payouts service retries and logs; the library would retry silently.
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    ...(base
      ? {
          host: base.hostname,
          port: Number(base.port || (base.protocol === 'https:' ? 443 : 80)),
          protocol: base.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
  })
}

interface Calls extends ReturnType<typeof callsWithin> {
  readonly stripe: Stripe
  at(path: string): string
}

function checkouts({ stripe, at, asked, unlessMissing }: Calls): Pick<Provider, 'openCheckout' | 'readCheckout'> {
  return {
    openCheckout: ({ id, brandId, package: name, credits, priceCents, locale, key }) =>
      asked(async () => {
        const metadata = { orderId: id, brandId, package: name }
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: id,
            metadata,
            locale,
            line_items: [
              {
                quantity: 1,
                price_data: { currency: 'eur', unit_amount: priceCents, product_data: { name: productName(credits, locale) } },
              },
            ],
            payment_intent_data: { metadata, transfer_group: `credits:${id}`, description: `Reelfair, ${name}` },
            success_url: at(`/brand-dashboard/purchase?order=${id}`),
            cancel_url: at(`/brand-dashboard/purchase?order=${id}&cancelled=true`),
          },
          { idempotencyKey: key },
        )
        if (!session.url) throw new Error(`checkout session ${session.id} has no URL`)
        return { sessionId: session.id, url: session.url }
      }),

    readCheckout: (sessionId) =>
      unlessMissing(async () => {
        const session: Session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] })
        const orderId = session.metadata?.orderId
        return orderId === undefined ? undefined : { orderId, payment: paymentOf(session) }
      }),
  }
}

function accounts({
  stripe,
  at,
  asked,
  unlessMissing,
}: Calls): Pick<Provider, 'openAccount' | 'readAccount' | 'onboardingLink' | 'dashboardLink'> {
  return {
    openAccount: ({ id, email, country, key, locale }) =>
      asked(async () => {
        const account = await stripe.v2.core.accounts.create(
          {
            ...(email === undefined ? {} : { contact_email: email }),
            dashboard: 'express',
            identity: { country: country.toLowerCase(), entity_type: 'individual' },
            configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
            defaults: {
              currency: 'eur',
              locales: [locale === 'fr' ? 'fr-FR' : 'en-GB'],
              responsibilities: { fees_collector: 'application', losses_collector: 'application' },
            },
            metadata: { creatorId: id },
          },
          { idempotencyKey: key },
        )
        return { accountId: account.id }
      }),

    readAccount: (accountId) =>
      unlessMissing(async () =>
        factsOf(await stripe.v2.core.accounts.retrieve(accountId, { include: ['configuration.recipient', 'requirements'] })),
      ),

    onboardingLink: (accountId) =>
      asked(async () => {
        const link = await stripe.v2.core.accountLinks.create({
          account: accountId,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: {
              refresh_url: at('/balance?stripe_refresh=true'),
              return_url: at('/balance?stripe_return=true'),
              collection_options: { fields: 'eventually_due' },
            },
          },
        })
        return link.url
      }),

    dashboardLink: (accountId) =>
      unlessMissing(async () => (await stripe.accounts.createLoginLink(accountId)).url).catch((error: unknown) => {
        if (error instanceof ProviderFault && error.httpStatus === 400 && error.body.includes(NOT_ONBOARDED)) return undefined
        throw error
      }),
  }
}

function transfers({ stripe, asked, unlessMissing }: Calls): Pick<Provider, 'createTransfer' | 'findTransfers' | 'readTransfer'> {
  return {
    createTransfer: ({ key, group, amountCents, destination, transferId }) =>
      asked(async () => {
        const made = await stripe.transfers.create(
          { amount: amountCents, currency: 'eur', destination, transfer_group: group, metadata: { transferId } },
          { idempotencyKey: key },
        )
        const { lastResponse, ...body } = made
        return { transfer: paidTransfer(made), httpStatus: lastResponse.statusCode, body: JSON.stringify(body) }
      }),

    findTransfers: (group) => asked(async () => (await stripe.transfers.list({ transfer_group: group, limit: 10 })).data.map(paidTransfer)),

    readTransfer: (id) => unlessMissing(async () => paidTransfer(await stripe.transfers.retrieve(id))),
  }
}

function eventsOf(
  { stripe, asked }: Calls,
  webhookSecrets: StripeOptions['webhookSecrets'],
): Pick<Provider, 'verify' | 'undeliveredEvents'> {
  return {
    verify: (endpoint, body, signature, now) => {
      if (isAhead(signature, now)) return undefined
      try {
        const secret = webhookSecrets[endpoint]
        if (endpoint === 'thin') {
          const notice = stripe.parseEventNotification(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
          const related = 'related_object' in notice ? (notice.related_object as { id: string } | null) : null
          return { id: notice.id, type: notice.type, objectId: related?.id ?? '', account: related?.id }
        }
        return noticeOf(stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime()))
      } catch (error) {
        // A non-JSON body cannot have come from Stripe.
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return undefined
        throw error
      }
    },

    async *undeliveredEvents(types) {
      const wanted = { delivery_success: false, types: [...types], limit: 100 }
      for (let after: string | undefined; ; ) {
        const page = await asked(async () => stripe.events.list({ ...wanted, ...(after && { starting_after: after }) }))
        yield* page.data.map(noticeOf)
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) return
      }
    },
  }
}

const productName = (credits: number, locale: Locale) =>
  `${new Intl.NumberFormat(locale).format(credits)} ${locale === 'fr' ? 'crédits de vues' : 'view credits'}`

function noticeOf(event: Stripe.Event): Notice {
  const { id } = event.data.object as { id?: string }
  return { id: event.id, type: event.type, objectId: id ?? '', account: event.account }
}

const paidTransfer = (transfer: Stripe.Transfer): PaidTransfer => ({
  id: transfer.id,
  group: transfer.transfer_group ?? '',
  amountCents: transfer.amount,
  destination: typeof transfer.destination === 'string' ? transfer.destination : (transfer.destination?.id ?? ''),
  reversedCents: transfer.amount_reversed,
})

function factsOf(account: Stripe.V2.Core.Account): AccountFacts {
  const { status, status_details: details = [] } = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers ?? {}
  const entries = account.requirements?.entries ?? []
  const requirements = entries.map(({ description, awaiting_action_from, errors, minimum_deadline }) => ({
    // The error code is more specific than the description.
    code: errors[0]?.code ?? description,
    awaits: awaiting_action_from === 'user' ? ('you' as const) : ('provider' as const),
    overdue: minimum_deadline.status === 'past_due',
  }))
  const isOver = details.some(({ code }) => code.startsWith('rejected_'))
  return { closed: account.closed ?? false, transfers: isOver ? 'rejected' : (status ?? 'none'), requirements }
}

/**
 * The library's own timeout does not stop a response that arrives byte by byte, so both ways to call Stripe add a time
 * limit. Stripe may still complete a call that timed out.
 */
function callsWithin(timeoutMs: number) {
  /** Any error that does not come from Stripe is a bug and is rethrown. */
  async function asked<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await withTimeout(call(), timeoutMs, () => {
        throw new ProviderFault({ kind: 'unknown', code: 'no_answer_in_time', stored: false, body: '' }, undefined)
      })
    } catch (error) {
      throw error instanceof Stripe.errors.StripeError ? faultOf(error) : error
    }
  }

  async function unlessMissing<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await asked(call)
    } catch (error) {
      if (error instanceof ProviderFault && (error.httpStatus === 404 || error.code === ACCOUNT_GONE)) return undefined
      throw error
    }
  }
  return { asked, unlessMissing }
}

/** Stripe sends no error code for an account that is still being set up, so only the message identifies this case. */
const NOT_ONBOARDED = 'has not completed onboarding'
/** Stripe sends this code with status 403 if the account does not exist or was disconnected from the platform. */
const ACCOUNT_GONE = 'account_invalid'
const LATER = new Set(['balance_insufficient', 'idempotency_key_in_use', 'lock_timeout'])

function faultOf(error: Stripe.errors.StripeError): ProviderFault {
  const { statusCode: httpStatus, code } = error
  const body =
    httpStatus === undefined ? '' : JSON.stringify(error.raw ?? {}, ['message', 'code', 'type', 'param', 'decline_code', 'requestId'])
  if (httpStatus === undefined) return new ProviderFault({ kind: 'unknown', code: error.type, stored: false, body }, error)
  // A proxy may send this response while Stripe is still processing the call. Only a replayed response is final.
  if (httpStatus >= 500)
    return new ProviderFault({ kind: 'unknown', code, httpStatus, stored: error.headers?.['idempotent-replayed'] === 'true', body }, error)
  const stored = !NOT_STORED.has(httpStatus)
  const isLater = (!stored && code !== ACCOUNT_GONE) || LATER.has(code ?? '')
  return new ProviderFault({ kind: isLater ? 'later' : 'refused', code, httpStatus, stored, body }, error)
}
