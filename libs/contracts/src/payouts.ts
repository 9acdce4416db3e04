/** Payouts: buying and holding view credits, and paying creators' earnings. */
import { z } from 'zod'
import { Cents, Email, Id, Instant, Page, PageQuery, PlainText, Views } from './words.ts'

// —— credits ——

/** A brand's credits: available, held for campaigns and invitations, and spent. */
export const Credits = z.object({ available: Views, held: Views, spent: Views })
export type Credits = z.infer<typeof Credits>

/** The kind of entity that credits are held for. Kind and id together identify the hold. */
export const HoldKind = z.enum(['campaign', 'invitation'])
export type HoldKind = z.infer<typeof HoldKind>

/** Credit packages. `PACKAGES` in libs/rules defines their sizes and prices. */
export const PackageId = z.enum(['starter', 'growth', 'business', 'scale', 'enterprise'])

/** `POST /credit-orders` */
export const CreditOrderInput = z.strictObject({ package: PackageId })
export type CreditOrderInput = z.infer<typeof CreditOrderInput>

/**
 * `open`: awaiting payment. `processing`: confirmed with a delayed payment method. `paid`: the credits are added.
 * `failed`: the delayed payment failed. `expired`: not paid in time.
 */
export const OrderStatus = z.enum(['open', 'processing', 'paid', 'failed', 'expired'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const CreditOrder = z.object({
  id: Id,
  package: PackageId,
  credits: Views,
  /** Price excluding tax. */
  priceCents: Cents,
  status: OrderStatus,
  /** URL of the payment page, present only while the order is open. */
  url: z.string().optional(),
  /**
   * The payment provider's status at the time of this response: payment received, bank transfer under way, or nothing
   * paid. Missing if the provider was not queried or did not respond.
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

/** Why a brand's credits changed. */
export const CreditReason = z.enum(['purchase', 'grant', 'hold', 'consume', 'restore', 'release'])
export type CreditReason = z.infer<typeof CreditReason>

/** A line of `GET /credits/statement`, newest first: the changes in available, held and spent credits. */
export const CreditLine = z.object({
  id: Id,
  at: Instant,
  reason: CreditReason,
  /** Id of the order, campaign or invitation, or the stated reason for a grant. */
  subject: z.string(),
  /** Kind of entity that the credits are or were held for. */
  of: HoldKind.optional(),
  /** Name of the campaign, or username of the invited account. */
  title: z.string().optional(),
  /** Present for a purchase. */
  package: PackageId.optional(),
  available: z.int(),
  held: z.int(),
  spent: z.int(),
  /** Available credits after the change. Missing if they did not change. */
  availableAfter: Views.optional(),
})
export type CreditLine = z.infer<typeof CreditLine>
export const CreditStatement = Page(CreditLine)

// —— a creator's money ——

/** Stages of a creator's money, in order. `paid` money has left for Stripe. @source decisions §2 */
export const MoneyStage = z.enum(['accruing', 'held', 'payable', 'inTransfer', 'paid'])
export type MoneyStage = z.infer<typeof MoneyStage>

/** Response to `GET /balance`: the amount in each stage in cents, and `earned`, their sum. */
export const Balance = z.object({
  accruing: Cents,
  held: Cents,
  payable: Cents,
  inTransfer: Cents,
  paid: Cents,
  earned: Cents,
  /** Minimum amount of a transfer. */
  minimumTransfer: Cents,
  /** The first 20 amounts being held back, earliest release first, with reason and release date. */
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
  /** Number of held amounts beyond the list. Missing if the list is complete. */
  moreHoldings: z.int().min(1).optional(),
})
export type Balance = z.infer<typeof Balance>

/** Why a creator's balance changed. */
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
  /** The source of the earnings (a campaign, a partnership or a test), or the transfer's id. */
  subject: z.string(),
  /** Name of the campaign. */
  title: z.string().optional(),
  /** Error code of a failed transfer, from the error table. */
  failure: z.string().optional(),
  /** Release date of money that is held back. */
  until: Instant.optional(),
  /** Change in each stage, in cents. The changes sum to 0, except for new earnings. */
  moves: z.array(z.object({ station: MoneyStage, amount: Cents, after: Cents })),
})
export type StatementLine = z.infer<typeof StatementLine>
export const Statement = Page(StatementLine)

// —— the payout account ——

/**
 * `none`: not created yet. `in_setup`: information is missing or being checked. `active`: can receive money.
 * `restricted`: the payment provider has disabled an active or complete account. `closed`: closed for good; the creator
 * may open a new account.
 */
export const PayoutAccountStatus = z.enum(['none', 'in_setup', 'active', 'restricted', 'closed'])
export type PayoutAccountStatus = z.infer<typeof PayoutAccountStatus>

/** Response to `GET /payout-account` and `POST /payout-account/refresh`. */
export const PayoutAccount = z.object({
  status: PayoutAccountStatus,
  /** Missing information, each with the next step, in the reader's language. */
  requirements: z.array(
    z.object({
      code: z.string(),
      what: z.string(),
      next: z.string(),
      /** Whether the creator must act or the provider is checking. */
      awaits: z.enum(['you', 'provider']),
      overdue: z.boolean(),
    }),
  ),
  /** One sentence in the reader's language about the account's status and the next step. */
  nextStep: z.string(),
  checkedAt: Instant.optional(),
})
export type PayoutAccount = z.infer<typeof PayoutAccount>

/** Countries in which creators may live, because the platform can transfer money there. @source integration §1.3 */
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

/**
 * `POST /payout-account/onboarding`: creates the account if it does not exist (in `country`, FR by default) and returns
 * a new link.
 */
export const OnboardingInput = z.strictObject({ country: PayoutCountry.default('FR') })
export type OnboardingInput = z.infer<typeof OnboardingInput>

/**
 * A page of the payment provider. Redirect the browser immediately, because the link expires within minutes and works
 * once.
 */
export const ProviderLink = z.object({ url: z.string(), kind: z.enum(['onboarding', 'dashboard']) })
export type ProviderLink = z.infer<typeof ProviderLink>

// —— transfers ——

export const TransferStatus = z.enum(['pending', 'processing', 'completed', 'failed'])
export type TransferStatus = z.infer<typeof TransferStatus>

/**
 * `POST /transfers` has no input and transfers the full payable amount. `GET /transfers` lists the creator's own
 * transfers, newest first.
 */
export const Transfer = z.object({
  id: Id,
  amount: Cents,
  status: TransferStatus,
  cause: z.enum(['manual', 'partnership']),
  /** Part of the paid amount that was reversed. */
  reversed: Cents,
  /** Why the transfer failed: a code from the error table and its text in the reader's language. */
  failure: z.object({ code: z.string(), sentence: z.string() }).optional(),
  /**
   * Why a pending transfer is waiting after a failed attempt, in the reader's language, and the time of the next
   * attempt.
   */
  waiting: z.object({ code: z.string(), sentence: z.string(), until: Instant }).optional(),
  createdAt: Instant,
  finishedAt: Instant.optional(),
})
export type Transfer = z.infer<typeof Transfer>
export const Transfers = Page(Transfer)

/** `GET /admin/transfers`, newest first. */
export const AdminTransfersQuery = PageQuery.extend({
  limit: z.coerce.number<number>().int().min(1).max(100).default(50),
  status: TransferStatus.optional(),
})
export type AdminTransfersQuery = z.infer<typeof AdminTransfersQuery>

export const AdminTransfer = Transfer.extend({
  creatorId: Id,
  /** Missing until the creator's registration has arrived from the identity service. */
  creatorEmail: z.string().optional(),
  /** Number of attempts so far. */
  attempts: z.int().min(0),
  /** Time of the next attempt, while pending or processing. */
  nextAttemptAt: Instant.optional(),
  stripeTransferId: z.string().optional(),
  /**
   * Set when an operator must investigate: the reason in the reader's language, and the Stripe transfers without a
   * ledger entry.
   */
  doubt: z.object({ code: z.string(), sentence: z.string(), stripeTransferIds: z.array(z.string()).readonly() }).optional(),
})
export type AdminTransfer = z.infer<typeof AdminTransfer>
export const AdminTransfers = Page(AdminTransfer).extend({
  /** Number of waiting transfers across all pages, counted up to 10,000. */
  waiting: z.int().min(0),
})

/** Result of one attempt. `unknown`: Stripe did not answer, so the transfer is looked up before any retry. */
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
  /** HTTP status of the provider's response, if there was one. */
  httpStatus: z.int().optional(),
  /** Response body as JSON, at most 2,000 characters. */
  body: z.string(),
})
export type TransferLog = z.infer<typeof TransferLog>
export const TransferLogs = Page(TransferLog)

/**
 * `POST /admin/transfers/process`: tries each pending transfer once, even before its next attempt is due. The response
 * arrives within seconds and counts the `remaining` transfers. To continue, send the request again with the returned
 * `since`.
 */
export const ProcessInput = z.strictObject({ since: Instant.optional() })
export type ProcessInput = z.infer<typeof ProcessInput>

/**
 * `pendingCount` counts transfers that were tried and stay in the queue for another attempt. The earliest next
 * attempt is at `retryAt`.
 */
export const ProcessResult = z.object({
  successCount: z.int(),
  pendingCount: z.int(),
  errorCount: z.int(),
  retryAt: Instant.optional(),
  remaining: z.int(),
  since: Instant,
})
export type ProcessResult = z.infer<typeof ProcessResult>

// —— sandbox only ——

/**
 * `POST /sandbox/earnings`: adds a test earning for a creator, by id or e-mail address, payable immediately or after
 * `heldHours`. For the sandbox console, with the gateway's secret. Repeating a reason does not post another earning.
 */
export const TestEarning = z.strictObject({
  creatorId: z.union([Id, Email]),
  cents: Cents.min(1).max(1_000_000),
  reason: PlainText(100),
  heldHours: z.int().min(0).max(720).optional(),
})
export type TestEarning = z.infer<typeof TestEarning>
/** Whether the earning was new. */
export const TestEarningPosted = z.object({ posted: z.boolean() })
