import { z } from 'zod'
import { PAYOUT_COUNTRIES } from './values.ts'
import { Cents, Email, Id, Instant, Page, PageQuery, PlainText, Views } from './words.ts'

// —— credits ——

export const Credits = z.object({ available: Views, held: Views, spent: Views })
export type Credits = z.infer<typeof Credits>

/** Kind and id together identify a hold. */
export const HoldKind = z.enum(['campaign', 'invitation'])
export type HoldKind = z.infer<typeof HoldKind>

/** `PACKAGES` in libs/rules defines sizes and prices. */
export const PackageId = z.enum(['starter', 'growth', 'business', 'scale', 'enterprise'])

export const CreditOrderInput = z.strictObject({ package: PackageId })
export type CreditOrderInput = z.infer<typeof CreditOrderInput>

/**
 * `open`: awaiting payment. `processing`: confirmed with a delayed payment method. `paid`: the credits have been added.
 * `failed`: the delayed payment failed. `expired`: not paid in time.
 */
export const OrderStatus = z.enum(['open', 'processing', 'paid', 'failed', 'expired'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const CreditOrder = z.object({
  id: Id,
  package: PackageId,
  credits: Views,
  /** The price excludes tax. */
  priceCents: Cents,
  status: OrderStatus,
  /** URL of the payment page, present only while the order is open. */
  url: z.string().optional(),
  /**
   * The payment provider's current status: payment received, bank transfer under way, or nothing paid. Missing if we
   * did not ask the provider or got no response.
   */
  payment: z.enum(['received', 'under_way', 'none']).optional(),
  createdAt: Instant,
  paidAt: Instant.optional(),
})
export type CreditOrder = z.infer<typeof CreditOrder>

export const CreditOrderRef = z.strictObject({ orderId: Id })
export type CreditOrderRef = z.infer<typeof CreditOrderRef>

export const CreditOrders = Page(CreditOrder)

export const CreditReason = z.enum(['purchase', 'grant', 'hold', 'consume', 'restore', 'release'])
export type CreditReason = z.infer<typeof CreditReason>

export const CreditLine = z.object({
  id: Id,
  at: Instant,
  reason: CreditReason,
  /** Id of the order, campaign or invitation, or the stated reason for a grant. */
  subject: z.string(),
  of: HoldKind.optional(),
  /** Name of a campaign, or username of an invited account. */
  title: z.string().optional(),
  package: PackageId.optional(),
  available: z.int(),
  held: z.int(),
  spent: z.int(),
  /** Missing if the available credits did not change. */
  availableAfter: Views.optional(),
})
export type CreditLine = z.infer<typeof CreditLine>
export const CreditStatement = Page(CreditLine)

// —— a creator's money ——

/** The stages of a creator's money, in order. `paid` money has been sent to Stripe. @source decisions §2 */
export const MoneyStage = z.enum(['accruing', 'held', 'payable', 'inTransfer', 'paid'])
export type MoneyStage = z.infer<typeof MoneyStage>

/** Missing if the source is unknown to us, such as a test earning. */
export const EarningSource = z.enum(['campaign', 'partnership'])
export type EarningSource = z.infer<typeof EarningSource>

export const Balance = z.object({
  accruing: Cents,
  held: Cents,
  payable: Cents,
  inTransfer: Cents,
  paid: Cents,
  earned: Cents,
  minimumTransfer: Cents,
  /** The first 20 held amounts, earliest release first. */
  holdings: z.array(
    z.object({
      id: z.string(),
      amount: Cents,
      subject: z.string(),
      of: EarningSource.optional(),
      title: z.string().optional(),
      reason: z.enum(['final_checks']),
      until: Instant,
    }),
  ),
  /** Number of held amounts that `holdings` omits. Missing if the list is complete. */
  moreHoldings: z.int().min(1).optional(),
})
export type Balance = z.infer<typeof Balance>

export const EarningReason = z.enum([
  'earned',
  'reduced',
  'ended',
  'checked',
  'transfer_started',
  'transfer_paid',
  'transfer_failed',
  'transfer_reversed',
  'given_up',
])
export type EarningReason = z.infer<typeof EarningReason>

export const StatementLine = z.object({
  id: Id,
  at: Instant,
  reason: EarningReason,
  /** The source of the earnings (a campaign, a partnership or a test), or the transfer's id. */
  subject: z.string(),
  of: EarningSource.optional(),
  /** Name of the campaign, or of the partnership's brand. */
  title: z.string().optional(),
  failure: z.string().optional(),
  until: Instant.optional(),
  /** Change in each stage. The changes sum to 0, except for new earnings. */
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

export const PayoutAccount = z.object({
  status: PayoutAccountStatus,
  /** Missing information and how to provide it, in the reader's language. */
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

export const PayoutCountry = z.enum(PAYOUT_COUNTRIES)
export type PayoutCountry = z.infer<typeof PayoutCountry>

/** `POST /payout-account/onboarding` creates the account in `country` if none exists, and returns a new link. */
export const OnboardingInput = z.strictObject({ country: PayoutCountry.default('FR') })
export type OnboardingInput = z.infer<typeof OnboardingInput>

/** Redirect the browser immediately: the payment provider's link expires within minutes and works once. */
export const ProviderLink = z.object({ url: z.string(), kind: z.enum(['onboarding', 'dashboard']) })
export type ProviderLink = z.infer<typeof ProviderLink>

// —— transfers ——

export const TransferStatus = z.enum(['pending', 'processing', 'completed', 'failed'])
export type TransferStatus = z.infer<typeof TransferStatus>

/** `POST /transfers` takes no input: it transfers the full payable amount. */
export const Transfer = z.object({
  id: Id,
  amount: Cents,
  status: TransferStatus,
  /** `partnership`: its settlement started the transfer, without the creator. */
  cause: z.enum(['manual', 'partnership']),
  partnershipId: Id.optional(),
  reversed: Cents,
  /** Error code and its text in the reader's language. */
  failure: z.object({ code: z.string(), sentence: z.string() }).optional(),
  /** Why a transfer is waiting after a failed attempt (in the reader's language), and the time of the next attempt. */
  waiting: z.object({ code: z.string(), sentence: z.string(), until: Instant }).optional(),
  createdAt: Instant,
  finishedAt: Instant.optional(),
})
export type Transfer = z.infer<typeof Transfer>
export const Transfers = Page(Transfer)

export const AdminTransfersQuery = PageQuery.extend({
  limit: z.coerce.number<number>().int().min(1).max(100).default(50),
  status: TransferStatus.optional(),
})
export type AdminTransfersQuery = z.infer<typeof AdminTransfersQuery>

export const AdminTransfer = Transfer.extend({
  creatorId: Id,
  /** Missing until the creator's registration has arrived from the identity service. */
  creatorEmail: z.string().optional(),
  /** The brand and the goal of the partnership that is the cause. */
  brandId: Id.optional(),
  viewsGoal: Views.optional(),
  attempts: z.int().min(0),
  /** Present only while a transfer is pending or processing. */
  nextAttemptAt: Instant.optional(),
  stripeTransferId: z.string().optional(),
  /**
   * Present while an operator must review the transfer: the reason, in the reader's language, and the Stripe transfers
   * without a ledger entry.
   */
  doubt: z.object({ code: z.string(), sentence: z.string(), stripeTransferIds: z.array(z.string()).readonly() }).optional(),
})
export type AdminTransfer = z.infer<typeof AdminTransfer>
export const AdminTransfers = Page(AdminTransfer).extend({
  /** Number of waiting transfers on all pages, counted up to 10,000. */
  waiting: z.int().min(0),
})

/** `unknown`: Stripe did not respond, so we look up the transfer before any retry. */
export const AttemptOutcome = z.enum(['paid', 'found', 'retry', 'refused', 'unknown'])

export const TransferLogsQuery = PageQuery.extend({ transferId: Id.optional() })
export type TransferLogsQuery = z.infer<typeof TransferLogsQuery>

export const TransferLog = z.object({
  id: Id,
  transferId: Id,
  creatorId: Id,
  attempt: z.int().min(1),
  at: Instant,
  outcome: AttemptOutcome,
  /** Missing if the provider did not respond. */
  httpStatus: z.int().optional(),
  /** The response body as JSON, at most 2,000 characters. */
  body: z.string(),
})
export type TransferLog = z.infer<typeof TransferLog>
export const TransferLogs = Page(TransferLog)

/**
 * Tries each pending transfer once, even if its next attempt is not due. The response arrives within seconds and
 * gives the number of `remaining` transfers. To continue, send the response's `since` in another request.
 */
export const ProcessInput = z.strictObject({ since: Instant.optional() })
export type ProcessInput = z.infer<typeof ProcessInput>

/** `pendingCount`: transfers that have been attempted and are still queued. `retryAt`: the earliest next attempt. */
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
 * Adds a test earning that is payable immediately. The sandbox console sends this request with the gateway's secret.
 * Repeating a reason does not post another earning.
 */
export const TestEarning = z.strictObject({
  creatorId: z.union([Id, Email]),
  cents: Cents.min(1).max(1_000_000),
  reason: PlainText(100),
})
export type TestEarning = z.infer<typeof TestEarning>
/** False if there is already an earning with the same reason. */
export const TestEarningPosted = z.object({ posted: z.boolean() })
