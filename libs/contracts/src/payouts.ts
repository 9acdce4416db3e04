/** Payouts: view credits bought and held, what creators earn and how it reaches them. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { Cents, Email, Id, Instant, Page, PageQuery, PlainText, Views } from './words.ts'

// —— credits ——

/** A brand's credits: what it may use, what waits in campaigns and invitations, what was used. */
export const Credits = z.object({ available: Views, held: Views, spent: Views })
export type Credits = z.infer<typeof Credits>

/** What credits are held for; with its id it names the hold. */
export const HoldKind = z.enum(['campaign', 'invitation'])
export type HoldKind = z.infer<typeof HoldKind>

/** The names of what is sold; credits and prices are in rules' `PACKAGES`. */
export const PackageId = z.enum(['starter', 'growth', 'business', 'scale', 'enterprise'])

/** `POST /credit-orders` */
export const CreditOrderInput = z.strictObject({ package: PackageId })
export type CreditOrderInput = z.infer<typeof CreditOrderInput>

/**
 * How an order stands. `open`: the payment page waits. `processing`: confirmed there, the money is on its way (a delayed method). `paid`: the credits are
 * booked. `failed`: the delayed payment did not come. `expired`: nobody paid in time.
 */
export const OrderStatus = z.enum(['open', 'processing', 'paid', 'failed', 'expired'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const CreditOrder = z.object({
  id: Id,
  package: PackageId,
  credits: Views,
  /** Excluding tax. */
  priceCents: Cents,
  status: OrderStatus,
  /** The payment page; only while the order is open. */
  url: z.string().optional(),
  /**
   * What the payment provider said when it was asked for this very answer: it has the money, it waits for a bank that takes days, or nobody has paid.
   * Absent when it was not asked or did not answer: then nothing is known.
   */
  payment: z.enum(['received', 'under_way', 'none']).optional(),
  createdAt: Instant,
  paidAt: Instant.optional(),
})
export type CreditOrder = z.infer<typeof CreditOrder>

/** `GET /credit-orders/:orderId` */
export const CreditOrderRef = z.strictObject({ orderId: Id })
export type CreditOrderRef = z.infer<typeof CreditOrderRef>

/** `GET /credit-orders`, newest first. */
export const CreditOrders = Page(CreditOrder)

/** Why credits moved. */
export const CreditReason = z.enum(['purchase', 'grant', 'hold', 'consume', 'restore', 'release'])
export type CreditReason = z.infer<typeof CreditReason>

/** A line of `GET /credits/statement`, newest first: what changed in available, held and spent. */
export const CreditLine = z.object({
  id: Id,
  at: Instant,
  reason: CreditReason,
  /** The order, campaign or invitation, or the words of a grant. */
  subject: z.string(),
  /** What the credits are or were held for. */
  of: HoldKind.optional(),
  /** What a campaign is called, or the username of an invited account. */
  title: z.string().optional(),
  /** Of a purchase. */
  package: PackageId.optional(),
  available: z.int(),
  held: z.int(),
  spent: z.int(),
  /** What was available afterwards; absent when that did not change. */
  availableAfter: Views.optional(),
})
export type CreditLine = z.infer<typeof CreditLine>
export const CreditStatement = Page(CreditLine)

// —— a creator's money ——

/**
 * The stations of a creator's money in their order; `paid` is what has left for Stripe. @source decisions §2
 */
export const Station = z.enum(['accruing', 'held', 'payable', 'inTransfer', 'paid'])
export type Station = z.infer<typeof Station>

/** `GET /balance`: what each station holds, in cents, and `earned`, their sum: all that was ever earned. */
export const Balance = z.object({
  accruing: Cents,
  held: Cents,
  payable: Cents,
  inTransfer: Cents,
  paid: Cents,
  earned: Cents,
  /** A transfer takes at least so much. */
  minimumTransfer: Cents,
  /** Each amount that is held back, the earliest first: why, and until when. 20 at most. */
  holdings: z.array(
    z.object({
      id: z.string(),
      amount: Cents,
      subject: z.string(),
      title: z.string().optional(),
      reason: z.enum(['final_checks']),
      until: Instant,
    }),
  ),
  /** So many later ones are not among them; absent when none. */
  moreHoldings: z.int().min(1).optional(),
})
export type Balance = z.infer<typeof Balance>

/** Why a creator's money moved. */
export const EarningReason = z.enum([
  'earned',
  'reduced',
  'ended',
  'checked',
  'transfer_started',
  'transfer_paid',
  'transfer_failed',
  'transfer_reversed',
])
export type EarningReason = z.infer<typeof EarningReason>

/** A line of `GET /statement`, newest first. */
export const StatementLine = z.object({
  id: Id,
  at: Instant,
  reason: EarningReason,
  /** What was earned for (a campaign, a partnership, a test), or the transfer's id. */
  subject: z.string(),
  /** What a campaign is called. */
  title: z.string().optional(),
  /** Why a transfer failed; the code of the error table. */
  failure: z.string().optional(),
  /** For money held back: until when. */
  until: Instant.optional(),
  /** What each station gained or lost, in cents; they sum to 0, but for what was earned. */
  moves: z.array(z.object({ station: Station, amount: Cents, after: Cents })),
})
export type StatementLine = z.infer<typeof StatementLine>
export const Statement = Page(StatementLine)

// —— the payout account ——

/**
 * `none`: there is none. `in_setup`: it exists, and something is missing or being checked. `active`: it can be paid. `restricted`: it was active or is
 * complete, and the payment provider has stopped it. `closed`: it is gone and a new one may be opened.
 */
export const PayoutAccountStatus = z.enum(['none', 'in_setup', 'active', 'restricted', 'closed'])
export type PayoutAccountStatus = z.infer<typeof PayoutAccountStatus>

/** `GET /payout-account`; also the answer of `POST /payout-account/refresh`. */
export const PayoutAccount = z.object({
  status: PayoutAccountStatus,
  /** What is missing, in the reader's language, each with what to do next. */
  requirements: z.array(
    z.object({
      code: z.string(),
      what: z.string(),
      next: z.string(),
      /** Who has to act: the creator, or the provider who is checking. */
      awaits: z.enum(['you', 'provider']),
      overdue: z.boolean(),
    }),
  ),
  /** One sentence: how it stands and what comes next, in the reader's language. */
  nextStep: z.string(),
  checkedAt: Instant.optional(),
})
export type PayoutAccount = z.infer<typeof PayoutAccount>

/** Where a creator may live: the platform can transfer there. @source integration §1.3 */
export const PayoutCountry = z.enum([
  'AT',
  'BE',
  'BG',
  'CA',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'LI',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
  'US',
])
export type PayoutCountry = z.infer<typeof PayoutCountry>

/** `POST /payout-account/onboarding`: opens the account where there is none (then `country` counts, FR when left out) and makes a fresh link. */
export const OnboardingInput = z.strictObject({ country: PayoutCountry.default('FR') })
export type OnboardingInput = z.infer<typeof OnboardingInput>

/** A page of the payment provider to send the browser to, at once: such links live for minutes and work once. */
export const ProviderLink = z.object({ url: z.string(), kind: z.enum(['onboarding', 'dashboard']) })
export type ProviderLink = z.infer<typeof ProviderLink>

// —— transfers ——

export const TransferStatus = z.enum(['pending', 'processing', 'completed', 'failed'])
export type TransferStatus = z.infer<typeof TransferStatus>

/** `POST /transfers` takes no input and transfers all that is payable; `GET /transfers` lists the creator's own, newest first. */
export const Transfer = z.object({
  id: Id,
  amount: Cents,
  status: TransferStatus,
  cause: z.enum(['manual', 'partnership']),
  /** Of what was paid, so much came back. */
  reversed: Cents,
  /** Why it failed, a code of the error table, and its sentence in the reader's language. */
  failure: z.object({ code: z.string(), sentence: z.string() }).optional(),
  /** Pending after a try that did not do: why, in the reader's language, and when it is tried again. */
  waiting: z.object({ code: z.string(), sentence: z.string(), until: Instant }).optional(),
  createdAt: Instant,
  finishedAt: Instant.optional(),
})
export type Transfer = z.infer<typeof Transfer>
export const Transfers = Page(Transfer)

/** `GET /admin/transfers`, newest first. */
export const AdminTransfersQuery = PageQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  status: TransferStatus.optional(),
})
export type AdminTransfersQuery = z.infer<typeof AdminTransfersQuery>

export const AdminTransfer = Transfer.extend({
  creatorId: Id,
  /** Absent until identity has told of the creator. */
  creatorEmail: z.string().optional(),
  /** How often it was tried. */
  attempts: z.int().min(0),
  /** When it is tried next; while pending or processing. */
  nextAttemptAt: Instant.optional(),
  stripeTransferId: z.string().optional(),
  /** Somebody has to look: why, in the reader's language, and the transfers at Stripe that nothing was booked for. */
  doubt: z.object({ code: z.string(), sentence: z.string(), stripeTransferIds: z.array(z.string()).readonly() }).optional(),
})
export type AdminTransfer = z.infer<typeof AdminTransfer>
export const AdminTransfers = Page(AdminTransfer).extend({
  /** How many wait (counted up to 10,000), whatever the page shows. */
  waiting: z.int().min(0),
})

/** How one attempt ended. `unknown`: no answer, so it is looked up before anything else. */
export const AttemptOutcome = z.enum(['paid', 'found', 'retry', 'refused', 'unknown'])

/** `GET /admin/transfer-logs`, newest first. */
export const TransferLogsQuery = PageQuery.extend({ transferId: Id.optional() })
export type TransferLogsQuery = z.infer<typeof TransferLogsQuery>

export const TransferLog = z.object({
  id: Id,
  transferId: Id,
  creatorId: Id,
  attempt: z.int().min(1),
  at: Instant,
  outcome: AttemptOutcome,
  /** The provider's answer; no status where there was none. */
  httpStatus: z.int().optional(),
  /** The answer's body as JSON, 2,000 characters at most. */
  body: z.string(),
})
export type TransferLog = z.infer<typeof TransferLog>
export const TransferLogs = Page(TransferLog)

/**
 * `POST /admin/transfers/process`: tries what is pending, also before its time, each item once. It answers within seconds, with how many `remaining` were
 * not tried yet; for these ask again, with the `since` that it answered.
 */
export const ProcessInput = z.strictObject({ since: Instant.optional() })
export type ProcessInput = z.infer<typeof ProcessInput>

/** `pendingCount` of those tried stay in the queue, as a later attempt may pay them; the first of them is tried again at `retryAt`. */
export const ProcessResult = z.object({
  successCount: z.int(),
  pendingCount: z.int(),
  errorCount: z.int(),
  retryAt: Instant.optional(),
  remaining: z.int(),
  since: Instant,
})
export type ProcessResult = z.infer<typeof ProcessResult>

// —— only where the sandbox runs ——

/**
 * `POST /sandbox/earnings`, for the sandbox's console with the gateway's secret: an earning, of a creator by id or e-mail address, that is payable at
 * once or after so many hours. The same reason earns once.
 */
export const TestEarning = z.strictObject({
  creatorId: z.union([Id, Email]),
  cents: Cents.min(1).max(1_000_000),
  reason: PlainText(100),
  heldHours: z.int().min(0).max(720).optional(),
})
export type TestEarning = z.infer<typeof TestEarning>
/** Whether it was new. */
export const TestEarningPosted = z.object({ posted: z.boolean() })

// —— events ——

const ofBrand = ({ brandId }: { brandId: string }) => [{ to: `user:${brandId}`, topic: 'credits' }] as const
const ofCreator = ({ creatorId }: { creatorId: string }) => [{ to: `user:${creatorId}`, topic: 'balance' }] as const
const ofTransfer = ({ creatorId }: { creatorId: string }) =>
  [
    { to: `user:${creatorId}`, topic: 'balance' },
    { to: 'role:admin', topic: 'transfers' },
  ] as const

/** The credits of a campaign or invitation are set aside. Said once for each of them: either this or `credits.refused`. */
export const CreditsHeld = defineEvent('credits.held', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, credits: Views }), {
  live: ofBrand,
})

/** The brand's credits did not suffice: so many were missing, and nothing is held. */
export const CreditsRefused = defineEvent('credits.refused', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, missing: Views }))

/** Credits that were held are the brand's again. Transient until a service has to hear it. */
export const CreditsReleased = defineEvent('credits.released', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, credits: Views }), {
  transient: true,
  live: ofBrand,
})

/** Held credits were used: views were counted. For the screens. */
export const CreditsConsumed = defineEvent('credits.consumed', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, credits: Views }), {
  transient: true,
  live: ofBrand,
})

/** A brand got credits without buying them. Transient until a service has to hear it. */
export const CreditsGranted = defineEvent('credits.granted', 1, z.object({ brandId: Id, credits: Views }), {
  transient: true,
  live: ofBrand,
})

/** An order was paid and its credits are booked. Transient until a service has to hear it. */
export const CreditsPurchased = defineEvent(
  'credits.purchased',
  1,
  z.object({ orderId: Id, brandId: Id, package: PackageId, credits: Views, priceCents: Cents }),
  { transient: true, live: ofBrand },
)

/** An order that will not be paid, or whose money is on its way, stands differently. For the screens. */
export const CreditOrderChanged = defineEvent('credit-order.changed', 1, z.object({ orderId: Id, brandId: Id, status: OrderStatus }), {
  transient: true,
  live: ofBrand,
})

/** A creator's money has moved between stations. For the screens. */
export const BalanceChanged = defineEvent('balance.changed', 1, z.object({ creatorId: Id }), { transient: true, live: ofCreator })

/** How a creator's payout account stands has changed. For the screens. */
export const PayoutAccountChanged = defineEvent('payout-account.changed', 1, z.object({ creatorId: Id, status: PayoutAccountStatus }), {
  transient: true,
  live: ofCreator,
})

const TransferFacts = z.object({ transferId: Id, creatorId: Id, amountCents: Cents })

/** A transfer was enqueued: its money has left what is payable. */
export const TransferQueued = defineEvent('transfer.queued', 1, TransferFacts, { transient: true, live: ofTransfer })
/** The money is in the creator's payout account. Transient until a service has to hear it. */
export const TransferCompleted = defineEvent('transfer.completed', 1, TransferFacts, { transient: true, live: ofTransfer })
/** It was refused or given up; the money is payable again. Transient until a service has to hear it. */
export const TransferFailed = defineEvent('transfer.failed', 1, TransferFacts.extend({ failure: z.string() }), {
  transient: true,
  live: ofTransfer,
})
/** A try did not do; it waits for the next one. For the screens. */
export const TransferPostponed = defineEvent('transfer.postponed', 1, TransferFacts.extend({ waitsFor: z.string() }), {
  transient: true,
  live: ofTransfer,
})
/** Of what was paid, `amountCents` came back and are payable again. */
export const TransferReversed = defineEvent('transfer.reversed', 1, TransferFacts, { transient: true, live: ofTransfer })
