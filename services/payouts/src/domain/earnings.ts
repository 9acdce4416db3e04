/**
 * Ledger entries for a creator's euros: accruing → held → payable → in transfer → paid. Only this file and `credits.ts`
 * define account names.
 */
import type { Balance, MoneyStage } from '@reelfair/contracts'
import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import type { Account, AccountKind, AccountRef, EntryDraft, Why } from './ledger.ts'

type CreatorKind = 'accruing' | 'held' | 'payable' | 'in-transfer'

export const creatorAccount = (creatorId: string, kind: CreatorKind): AccountRef => ({
  id: `creator:${creatorId}:${kind}`,
  kind,
  unit: 'eur_cent',
  ownerId: creatorId,
})

// Each platform account in decisions §2 is split by owner to avoid contention on one document; its balance is the sum
// of its parts.
const creatorCost = (creatorId: string): AccountRef => ({
  id: `platform:creator-cost:${creatorId}`,
  kind: 'creator-cost',
  unit: 'eur_cent',
  ownerId: creatorId,
})

/** Cents that Stripe paid out to a creator (positive) or received from a brand (negative). */
export const stripeOf = (ownerId: string): AccountRef => ({
  id: `platform:stripe:${ownerId}`,
  kind: 'stripe',
  unit: 'eur_cent',
  ownerId,
})

export const earningAccounts = (creatorId: string): readonly AccountRef[] => [
  creatorCost(creatorId),
  ...(['accruing', 'held', 'payable', 'in-transfer'] as const).map((kind) => creatorAccount(creatorId, kind)),
]

function moving(key: string, why: Why, from: AccountRef, to: AccountRef, cents: number): EntryDraft {
  return {
    key,
    why,
    moves: [
      { account: from, amount: -cents },
      { account: to, amount: cents },
    ],
  }
}

/**
 * Posts additional cents. A partnership's cents, and those for views that a campaign reports after its end, go directly
 * to `held`.
 * @param cause suffix of the entry's key: the sign-up or partnership and its version
 */
export const postEarned = (
  earning: { creatorId: string; subject: string },
  { cents, station, cause }: { readonly cents: number; readonly station: 'accruing' | 'held'; readonly cause: string },
): EntryDraft =>
  moving(
    `earn:${cause}`,
    { reason: 'earned', subject: earning.subject },
    creatorCost(earning.creatorId),
    creatorAccount(earning.creatorId, station),
    cents,
  )

/** Takes back cents that are not payable yet, because the final count found fewer views. */
export const postReduction = (
  earning: { creatorId: string; subject: string },
  { cents, station, cause }: { readonly cents: number; readonly station: 'accruing' | 'held'; readonly cause: string },
): EntryDraft =>
  moving(
    `earn:${cause}`,
    { reason: 'reduced', subject: earning.subject },
    creatorAccount(earning.creatorId, station),
    creatorCost(earning.creatorId),
    cents,
  )

/** Campaigns pay each sign-up; a partnership is paid as a whole. */
export type Earner = 'sign-up' | 'partnership'

export const causeOf = (earner: Earner, id: string, version: number): string => `${earner}:${id}:${version}`

export const signUpCause = (signUpId: string, version: number): string => causeOf('sign-up', signUpId, version)

/** Prefixes of the keys of entries for one kind of earner. */
export const keysOf = (earner: Earner) => ({ earned: `earn:${earner}:`, consumed: `consume:${earner}:` })

/** @example earnerOfKey('earn:sign-up:s1:7') // 's1' */
export const earnerOfKey = (key: string): string => key.split(':')[2] ?? ''

export const holdBack = (earning: { creatorId: string; subject: string }, cents: number, until: Date): EntryDraft =>
  moving(
    `hold-back:${earning.creatorId}:${earning.subject}`,
    { reason: 'ended', subject: earning.subject, until },
    creatorAccount(earning.creatorId, 'accruing'),
    creatorAccount(earning.creatorId, 'held'),
    cents,
  )

export const makePayable = (earning: { creatorId: string; subject: string }, cents: number): EntryDraft =>
  moving(
    `payable:${earning.creatorId}:${earning.subject}`,
    { reason: 'checked', subject: earning.subject },
    creatorAccount(earning.creatorId, 'held'),
    creatorAccount(earning.creatorId, 'payable'),
    cents,
  )

interface Queued {
  readonly id: string
  readonly creatorId: string
  readonly amountCents: number
}

const stations = ({ creatorId }: Queued) => ({
  payable: creatorAccount(creatorId, 'payable'),
  inTransfer: creatorAccount(creatorId, 'in-transfer'),
  paid: stripeOf(creatorId),
})

/** Takes the amount out of `payable` immediately, so it cannot be paid twice. @source decisions §6 */
export const enqueue = (item: Queued): EntryDraft =>
  moving(
    `transfer:${item.id}`,
    { reason: 'transfer_started', subject: item.id },
    stations(item).payable,
    stations(item).inTransfer,
    item.amountCents,
  )

export const payOut = (item: Queued): EntryDraft =>
  moving(
    `transfer-paid:${item.id}`,
    { reason: 'transfer_paid', subject: item.id },
    stations(item).inTransfer,
    stations(item).paid,
    item.amountCents,
  )

export const giveBack = (item: Queued, failure: string): EntryDraft =>
  moving(
    `transfer-failed:${item.id}`,
    { reason: 'transfer_failed', subject: item.id, failure },
    stations(item).inTransfer,
    stations(item).payable,
    item.amountCents,
  )

/** Posts cents that Stripe has reversed. `totalCents`, the total reversed so far, makes the entry's key unique. */
export const takeBack = (item: Queued, cents: number, totalCents: number): EntryDraft =>
  moving(
    `transfer-reversed:${item.id}:${totalCents}`,
    { reason: 'transfer_reversed', subject: item.id },
    stations(item).paid,
    stations(item).payable,
    cents,
  )

/** A creator who deletes the account gives up the balance that was not transferred. */
export const forfeit = (creatorId: string, cents: number): EntryDraft =>
  moving(
    `forfeit:${creatorId}`,
    { reason: 'given_up', subject: creatorId },
    creatorAccount(creatorId, 'payable'),
    { id: `platform:forfeited:${creatorId}`, kind: 'forfeited', unit: 'eur_cent', ownerId: creatorId },
    cents,
  )

export const stageOf: Readonly<Partial<Record<AccountKind, MoneyStage>>> = {
  accruing: 'accruing',
  held: 'held',
  payable: 'payable',
  'in-transfer': 'inTransfer',
  stripe: 'paid',
}

/** @example kindOfName('platform:stripe:c1') // 'stripe' */
export const kindOfName = (account: string): string => {
  const [first = '', second = '', third = ''] = account.split(':')
  return first === 'platform' ? second : first === 'creator' ? third : first
}

export function balanceOfCreator(
  accounts: readonly Pick<Account, 'kind' | 'balance'>[],
  holdings: Pick<Balance, 'holdings' | 'moreHoldings'>,
): Balance {
  const cents = { accruing: 0, held: 0, payable: 0, inTransfer: 0, paid: 0 }
  for (const { kind, balance } of accounts) {
    const station = stageOf[kind]
    if (station) cents[station] += balance
  }
  const earned = cents.accruing + cents.held + cents.payable + cents.inTransfer + cents.paid
  return { ...cents, earned, minimumTransfer: MINIMUM_TRANSFER_CENTS, ...holdings }
}
