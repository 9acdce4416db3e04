/** Ledger entries for view credits. Only this file and `earnings.ts` define account names. */
import type { Credits, HoldKind } from '@reelfair/contracts'
import { earningAccounts, stripeOf } from './earnings.ts'
import type { Account, AccountRef, EntryDraft } from './ledger.ts'

export const brandCredits = (brandId: string): AccountRef => ({
  id: `brand:${brandId}:credits`,
  kind: 'brand-credits',
  unit: 'credit',
  ownerId: brandId,
})

// Each platform account in decisions §2 is split by brand to avoid contention on one document; its balance is the sum
// of its parts.
export const creditsSold = (brandId: string): AccountRef => ({
  id: `platform:credits-sold:${brandId}`,
  kind: 'credits-sold',
  unit: 'credit',
  ownerId: brandId,
})
export const creditsConsumed = (brandId: string): AccountRef => ({
  id: `platform:credits-consumed:${brandId}`,
  kind: 'credits-consumed',
  unit: 'credit',
  ownerId: brandId,
})

const salesTo = (brandId: string): AccountRef => ({ id: `platform:sales:${brandId}`, kind: 'sales', unit: 'eur_cent', ownerId: brandId })

const holdAccount = (hold: HoldRef): AccountRef => ({
  id: `hold:${hold.kind}:${hold.id}`,
  kind: 'hold',
  unit: 'credit',
  ownerId: hold.brandId,
})

export const accountsOfHold = (hold: HoldRef): readonly AccountRef[] => [brandCredits(hold.brandId), holdAccount(hold)]

export const accountsOfEarner = (hold: HoldRef, creatorId: string): readonly AccountRef[] => [
  ...accountsOfHold(hold),
  creditsConsumed(hold.brandId),
  ...earningAccounts(creatorId),
]

export interface HoldRef {
  readonly kind: HoldKind
  readonly id: string
  readonly brandId: string
}

/**
 * Decision on whether to hold credits, made once per campaign or invitation. A `refused` or `cancelled` hold has no
 * credits.
 */
export interface Hold extends HoldRef {
  /** Credits originally held, less those returned after the campaign or partnership ended. */
  readonly credits: number
  readonly consumed: number
  readonly status: 'held' | 'refused' | 'released' | 'cancelled'
  /** Final charged views of the sign-ups, or of the partnership, settled so far; absent until the first is settled. */
  readonly settled?: number | undefined
  /** Final charged views in total; absent until the campaign or partnership is settled. */
  readonly final?: number | undefined
  readonly payableAt?: Date | undefined
  /** Username of the invited account, shown in statements. */
  readonly title?: string | undefined
  readonly creatorId?: string | undefined
  readonly missing: number
  readonly decidedAt: Date
}

export const grant = (brandId: string, credits: number, reason: string): EntryDraft => ({
  key: `grant:${brandId}:${reason}`,
  why: { reason: 'grant', subject: reason },
  moves: [
    { account: creditsSold(brandId), amount: -credits },
    { account: brandCredits(brandId), amount: credits },
  ],
})

export const purchase = (order: { id: string; brandId: string; credits: number; priceCents: number }): EntryDraft => ({
  key: `purchase:${order.id}`,
  why: { reason: 'purchase', subject: order.id },
  moves: [
    { account: creditsSold(order.brandId), amount: -order.credits },
    { account: brandCredits(order.brandId), amount: order.credits },
    { account: stripeOf(order.brandId), amount: -order.priceCents },
    { account: salesTo(order.brandId), amount: order.priceCents },
  ],
})

export const heldFor = (account: string): HoldKind | undefined => {
  const [first, kind] = account.split(':')
  return first === 'hold' ? (kind as HoldKind) : undefined
}

/**
 * Days to keep a refused hold: longer than its campaign is kept (30 days), and longer than the inbox remembers the
 * request.
 */
export const REFUSED_KEPT_DAYS = 60

/** @source decisions §3: the brand is shown how many credits are missing */
export function decideHold(
  ask: HoldRef & Pick<Hold, 'credits' | 'title' | 'creatorId'>,
  available: number,
  at: Date,
): { hold: Hold; entry?: EntryDraft } {
  const { kind, id, brandId, credits, title, creatorId } = ask
  const missing = Math.max(0, credits - available)
  const status = missing > 0 ? 'refused' : 'held'
  const hold: Hold = { kind, id, brandId, title, creatorId, credits, consumed: 0, status, missing, decidedAt: at }
  if (missing > 0) return { hold }
  const moves = [
    { account: brandCredits(brandId), amount: -credits },
    { account: holdAccount(ask), amount: credits },
  ]
  return { hold, entry: { key: `hold:${kind}:${id}`, why: { reason: 'hold', subject: id }, moves } }
}

export function releaseHold(hold: Hold): { hold: Hold; credits: number; entry: EntryDraft } | undefined {
  const credits = hold.credits - hold.consumed
  if (hold.status !== 'held' || credits === 0) return undefined
  const moves = [
    { account: holdAccount(hold), amount: -credits },
    { account: brandCredits(hold.brandId), amount: credits },
  ]
  const entry = { key: `release:${hold.kind}:${hold.id}`, why: { reason: 'release' as const, subject: hold.id }, moves }
  return { hold: { ...hold, status: 'released' }, credits, entry }
}

/**
 * Consumes held credits for one sign-up or partnership. Each has its own total, so events may arrive in any order.
 * @param cause suffix of the entry's key: the sign-up or partnership and its version
 * @throws Error if the hold has too few credits left. This is a bug, because the campaigns service never charges more
 * views than the goal.
 */
export function consumeHold(hold: Hold, used: number, cause: string): { hold: Hold; entry: EntryDraft } {
  if (hold.status !== 'held' || used > hold.credits - hold.consumed)
    throw new Error(`hold ${hold.kind}:${hold.id} is ${hold.status} and has ${hold.credits - hold.consumed} credits left, not ${used}`)
  const moves = [
    { account: holdAccount(hold), amount: -used },
    { account: creditsConsumed(hold.brandId), amount: used },
  ]
  const entry = { key: `consume:${cause}`, why: { reason: 'consume' as const, subject: hold.id }, moves }
  return { hold: { ...hold, consumed: hold.consumed + used }, entry }
}

/**
 * Reverses a use of credits because the final count found fewer views. The credits stay held until the hold is closed.
 */
export function restoreToHold(hold: Hold, credits: number, cause: string): { hold: Hold; entry: EntryDraft } {
  if (hold.status !== 'held' || credits > hold.consumed)
    throw new Error(`hold ${hold.kind}:${hold.id} is ${hold.status} and has ${hold.consumed} used credits, not ${credits}`)
  const moves = [
    { account: creditsConsumed(hold.brandId), amount: -credits },
    { account: holdAccount(hold), amount: credits },
  ]
  const entry = { key: `consume:${cause}`, why: { reason: 'restore' as const, subject: hold.id }, moves }
  return { hold: { ...hold, consumed: hold.consumed - credits }, entry }
}

/**
 * Closes the hold of a settled partnership, or of a settled campaign once every charged sign-up is settled. Before
 * that, one sign-up may still need credits that another one returns.
 */
export function closeHold(hold: Hold): ReturnType<typeof returnCredits> {
  const { settled = 0, final, consumed } = hold
  if (settled !== final || consumed !== final) return undefined
  return returnCredits(hold, { keep: final, cause: `${hold.kind}:${hold.id}:settled`, last: true })
}

/** Whether everything charged is settled. Any later charge belongs to a sign-up that settles at zero. */
export const isClosed = ({ status, final }: Hold) => status === 'released' && final !== undefined

/**
 * Returns the credits in excess of `keep` to the brand. `keep` includes credits already used and credits that late
 * events may still use. An older event keeps more credits, so it changes nothing.
 * @param last whether the hold will never use more than `keep` credits
 */
export function returnCredits(
  hold: Hold,
  { keep, cause, last }: { readonly keep: number; readonly cause: string; readonly last: boolean },
): { hold: Hold; credits: number; entry?: EntryDraft } | undefined {
  if (hold.status !== 'held') return undefined
  const credits = Math.max(0, hold.credits - Math.max(keep, hold.consumed))
  const kept = hold.credits - credits
  const after: Hold = { ...hold, credits: kept, status: last && kept === hold.consumed ? 'released' : 'held' }
  if (credits === 0) return after.status === hold.status ? undefined : { hold: after, credits }
  const moves = [
    { account: holdAccount(hold), amount: -credits },
    { account: brandCredits(hold.brandId), amount: credits },
  ]
  return { hold: after, credits, entry: { key: `release:${cause}`, why: { reason: 'release', subject: hold.id }, moves } }
}

/**
 * A release may arrive before the hold's request. The cancelled hold then prevents the request from holding credits.
 */
export const cancelHold = (ask: HoldRef, at: Date): Hold => ({
  ...ask,
  credits: 0,
  consumed: 0,
  status: 'cancelled',
  missing: 0,
  decidedAt: at,
})

export function creditsOf(accounts: readonly Pick<Account, 'kind' | 'balance'>[]): Credits {
  const sum = (kind: Account['kind']) => accounts.reduce((total, account) => (account.kind === kind ? total + account.balance : total), 0)
  return { available: sum('brand-credits'), held: sum('hold'), spent: sum('credits-consumed') }
}
