/** What happens to view credits, as ledger entries. Names of accounts stand here alone. */
import type { Credits, HoldKind } from '@reelfair/contracts'
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

const holdAccount = (hold: HoldRef): AccountRef => ({
  id: `hold:${hold.kind}:${hold.id}`,
  kind: 'hold',
  unit: 'credit',
  ownerId: hold.brandId,
})

/** What credits are held for. */
export interface HoldRef {
  readonly kind: HoldKind
  /** Of the campaign or invitation. */
  readonly id: string
  readonly brandId: string
}

/** The one decision on a campaign's or invitation's credits; it is never taken anew. `refused` and `cancelled` hold nothing. */
export interface Hold extends HoldRef {
  readonly credits: number
  readonly status: 'held' | 'refused' | 'released' | 'cancelled'
  /** How many credits were short; 0 when held. */
  readonly missing: number
  readonly decidedAt: Date
}

export const grant = (brandId: string, credits: number, reason: string): EntryDraft => ({
  key: `grant:${brandId}:${reason}`,
  moves: [
    { account: creditsSold(brandId), amount: -credits },
    { account: brandCredits(brandId), amount: credits },
  ],
})

/** Decides whether the brand's balance suffices. @source decisions §3: the missing number is told */
export function decideHold(ask: HoldRef & { readonly credits: number }, available: number, at: Date): { hold: Hold; entry?: EntryDraft } {
  const { kind, id, brandId, credits } = ask
  const missing = Math.max(0, credits - available)
  const hold: Hold = { kind, id, brandId, credits, status: missing > 0 ? 'refused' : 'held', missing, decidedAt: at }
  if (missing > 0) return { hold }
  const moves = [
    { account: brandCredits(brandId), amount: -credits },
    { account: holdAccount(ask), amount: credits },
  ]
  return { hold, entry: { key: `hold:${kind}:${id}`, moves } }
}

/** Gives the whole hold back to the brand. */
export function releaseHold(hold: Hold): { hold: Hold; entry: EntryDraft } | undefined {
  if (hold.status !== 'held') return undefined
  const moves = [
    { account: holdAccount(hold), amount: -hold.credits },
    { account: brandCredits(hold.brandId), amount: hold.credits },
  ]
  return { hold: { ...hold, status: 'released' }, entry: { key: `release:${hold.kind}:${hold.id}`, moves } }
}

/** The release arrived before the request (events come in any order): nothing is ever held. */
export const cancelHold = (ask: HoldRef, at: Date): Hold => ({ ...ask, credits: 0, status: 'cancelled', missing: 0, decidedAt: at })

/** What the brand reads on its dashboard, from its accounts. */
export function creditsOf(accounts: readonly Pick<Account, 'kind' | 'balance'>[]): Credits {
  const sum = (kind: Account['kind']) => accounts.reduce((total, account) => (account.kind === kind ? total + account.balance : total), 0)
  return { available: sum('brand-credits'), held: sum('hold'), spent: sum('credits-consumed') }
}
