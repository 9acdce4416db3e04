/** What happens to view credits, as ledger entries. Names of accounts stand here alone. */
import type { Credits, HoldKind } from '@reelfair/contracts'
import { earningAccounts, stripeOf } from './earnings.ts'
import type { Account, AccountRef, EntryDraft } from './ledger.ts'

export const brandCredits = (brandId: string): AccountRef => ({
  id: `brand:${brandId}:credits`,
  kind: 'brand-credits',
  unit: 'credit',
  ownerId: brandId,
})

// The platform's accounts of decisions §2 are kept per brand, so that no single document is written by everyone; an account is the sum of its parts.
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

interface SignUpRef {
  readonly campaignId: string
  readonly brandId: string
  readonly creatorId: string
}

/** Every account that an entry about a campaign's sign-up may move. */
export const accountsOfSignUp = ({ campaignId, brandId, creatorId }: SignUpRef): readonly AccountRef[] => [
  holdAccount({ kind: 'campaign', id: campaignId, brandId }),
  brandCredits(brandId),
  creditsConsumed(brandId),
  ...earningAccounts(creatorId),
]

/** What credits are held for. */
export interface HoldRef {
  readonly kind: HoldKind
  /** Of the campaign or invitation. */
  readonly id: string
  readonly brandId: string
}

/** The one decision on a campaign's or invitation's credits; it is never taken anew. `refused` and `cancelled` hold nothing. */
export interface Hold extends HoldRef {
  /** What was set aside, less what a campaign that is over has given back of it. */
  readonly credits: number
  /** How many of them were used; what is held is the rest. */
  readonly consumed: number
  readonly status: 'held' | 'refused' | 'released' | 'cancelled'
  /** Views charged for good of those of the campaign's sign-ups that are settled; absent until there is one. */
  readonly settled?: number | undefined
  /** Views charged for good of all of its sign-ups; absent until the campaign is settled. */
  readonly final?: number | undefined
  /** When its creators' earnings become payable; absent until the campaign ends. */
  readonly payableAt?: Date | undefined
  /** The username of an invited account, for statements. */
  readonly title?: string | undefined
  /** How many credits were short; 0 when held. */
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

/** A paid order: credits for the brand, and the euros that came in for them. */
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

/** What an account of held credits is held for. @example heldFor('hold:campaign:c1') // 'campaign' */
export const heldFor = (account: string): HoldKind | undefined => {
  const [first, kind] = account.split(':')
  return first === 'hold' ? (kind as HoldKind) : undefined
}

/** Longer than its campaign is kept (30 days, in which the brand may rename it), and than the inbox remembers the request. */
export const REFUSED_KEPT_DAYS = 60

/** Decides whether the brand's balance suffices. @source decisions §3: the missing number is told */
export function decideHold(
  ask: HoldRef & Pick<Hold, 'credits' | 'title'>,
  available: number,
  at: Date,
): { hold: Hold; entry?: EntryDraft } {
  const { kind, id, brandId, credits, title } = ask
  const missing = Math.max(0, credits - available)
  const hold: Hold = { kind, id, brandId, title, credits, consumed: 0, status: missing > 0 ? 'refused' : 'held', missing, decidedAt: at }
  if (missing > 0) return { hold }
  const moves = [
    { account: brandCredits(brandId), amount: -credits },
    { account: holdAccount(ask), amount: credits },
  ]
  return { hold, entry: { key: `hold:${kind}:${id}`, why: { reason: 'hold', subject: id }, moves } }
}

/**
 * Uses held credits. `total` counts from the beginning, so that a repeated or late message changes nothing and no rounded parts are summed.
 * @throws Error for more than is held: who charges views knows the goal, so this is a bug
 */
export function consumeHold(hold: Hold, total: number): { hold: Hold; entry: EntryDraft } | undefined {
  if (hold.status !== 'held' || total <= hold.consumed) return undefined
  if (total > hold.credits) throw new Error(`hold ${hold.kind}:${hold.id} has ${hold.credits} credits, not ${total}`)
  const used = total - hold.consumed
  const moves = [
    { account: holdAccount(hold), amount: -used },
    { account: creditsConsumed(hold.brandId), amount: used },
  ]
  const key = `consume:${hold.kind}:${hold.id}:${total}`
  return { hold: { ...hold, consumed: total }, entry: { key, why: { reason: 'consume', subject: hold.id }, moves } }
}

/** Gives what is left of a hold back to the brand; nothing is left of one that was used up, and no entry is made then. */
export function releaseHold(hold: Hold): { hold: Hold; credits: number; entry?: EntryDraft } | undefined {
  if (hold.status !== 'held') return undefined
  const credits = hold.credits - hold.consumed
  const released: Hold = { ...hold, status: 'released' }
  if (credits === 0) return { hold: released, credits }
  const moves = [
    { account: holdAccount(hold), amount: -credits },
    { account: brandCredits(hold.brandId), amount: credits },
  ]
  return { hold: released, credits, entry: { key: `release:${hold.kind}:${hold.id}`, why: { reason: 'release', subject: hold.id }, moves } }
}

/**
 * Uses held credits for a part of what they are held for: a sign-up of the campaign. Each part is counted by itself, so their order does not matter.
 * @param cause what it is used for, as the entry's key
 * @throws Error for more than is left: who charges views knows the goal, so this is a bug
 */
export function useHold(hold: Hold, used: number, cause: string): { hold: Hold; entry: EntryDraft } {
  if (hold.status !== 'held' || used > hold.credits - hold.consumed)
    throw new Error(`hold ${hold.kind}:${hold.id} is ${hold.status} and has ${hold.credits - hold.consumed} credits, not ${used}`)
  const moves = [
    { account: holdAccount(hold), amount: -used },
    { account: creditsConsumed(hold.brandId), amount: used },
  ]
  const entry = { key: `consume:${cause}`, why: { reason: 'consume' as const, subject: hold.id }, moves }
  return { hold: { ...hold, consumed: hold.consumed + used }, entry }
}

/** Takes back credits that a sign-up used: the final reading found fewer views. They are held again until the hold is closed. */
export function restoreToHold(hold: Hold, credits: number, cause: string): { hold: Hold; entry: EntryDraft } {
  if (hold.status !== 'held' || credits > hold.consumed)
    throw new Error(`hold ${hold.kind}:${hold.id} is ${hold.status}, and ${hold.consumed} of its credits are used, not ${credits}`)
  const moves = [
    { account: creditsConsumed(hold.brandId), amount: -credits },
    { account: holdAccount(hold), amount: credits },
  ]
  const entry = { key: `consume:${cause}`, why: { reason: 'restore' as const, subject: hold.id }, moves }
  return { hold: { ...hold, consumed: hold.consumed - credits }, entry }
}

/**
 * Closes the hold of a settled campaign once every charged sign-up is settled and no more is used than was charged for good: before that, one sign-up may still
 * need what another one gives back.
 */
export function closeHold(hold: Hold): ReturnType<typeof returnCredits> {
  const { settled = 0, final, consumed } = hold
  if (settled !== final || consumed !== final) return undefined
  return returnCredits(hold, { keep: final, cause: `campaign:${hold.id}:settled`, last: true })
}

/** Every charged sign-up is settled; a later charge belongs to one that settles at zero. */
export const isClosed = ({ status, final }: Hold) => status === 'released' && final !== undefined

/**
 * Gives back what is held beyond `keep`, used ones included; what is still to be used of those kept is used later, also when its message was overtaken. The
 * hold then holds so much less. An older word asks to keep more and changes nothing.
 * @param last nothing more than `keep` will ever be used
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

/** The release arrived before the request (events come in any order): nothing is ever held. */
export const cancelHold = (ask: HoldRef, at: Date): Hold => ({
  ...ask,
  credits: 0,
  consumed: 0,
  status: 'cancelled',
  missing: 0,
  decidedAt: at,
})

/** What the brand reads on its dashboard, from its accounts. */
export function creditsOf(accounts: readonly Pick<Account, 'kind' | 'balance'>[]): Credits {
  const sum = (kind: Account['kind']) => accounts.reduce((total, account) => (account.kind === kind ? total + account.balance : total), 0)
  return { available: sum('brand-credits'), held: sum('hold'), spent: sum('credits-consumed') }
}
