/** What happens to a creator's euros, as ledger entries: earned → held → payable → in transfer → paid. Names of accounts stand here alone. */
import type { Balance, Station } from '@reelfair/contracts'
import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import type { Account, AccountKind, AccountRef, EntryDraft, Why } from './ledger.ts'

/** The creator's own accounts, `creator:<id>:<kind>`. */
type CreatorKind = 'accruing' | 'held' | 'payable' | 'in-transfer'

export const creatorAccount = (creatorId: string, kind: CreatorKind): AccountRef => ({
  id: `creator:${creatorId}:${kind}`,
  kind,
  unit: 'eur_cent',
  ownerId: creatorId,
})

// The platform's accounts of decisions §2 are kept per owner, so that no single document is written by everyone; an account is the sum of its parts.
const creatorCost = (creatorId: string): AccountRef => ({
  id: `platform:creator-cost:${creatorId}`,
  kind: 'creator-cost',
  unit: 'eur_cent',
  ownerId: creatorId,
})

/** Euros that left for Stripe (a creator's) or came from there (a brand's, below zero). */
export const stripeOf = (ownerId: string): AccountRef => ({
  id: `platform:stripe:${ownerId}`,
  kind: 'stripe',
  unit: 'eur_cent',
  ownerId,
})

/** The accounts that a creator's cents are in until they are payable, and the one that they come from. */
export const earningAccounts = (creatorId: string): readonly AccountRef[] => [
  creatorCost(creatorId),
  ...(['accruing', 'held', 'payable'] as const).map((kind) => creatorAccount(creatorId, kind)),
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

/** Views of a running campaign were paid for, up to `totalCents` in all. */
export const accrue = (earning: { creatorId: string; subject: string }, cents: number, totalCents: number): EntryDraft =>
  moving(
    `earn:${earning.creatorId}:${earning.subject}:${totalCents}`,
    { reason: 'earned', subject: earning.subject },
    creatorCost(earning.creatorId),
    creatorAccount(earning.creatorId, 'accruing'),
    cents,
  )

/**
 * A sign-up was credited: so many cents more, where its money is now. After a campaign's end that is `held`, for the last views are told late.
 * @param cause the sign-up and its version, as the entry's key
 */
export const credit = (
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

/** The final reading found fewer views: so many cents less, before anything becomes payable. */
export const reduce = (
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

/** How the keys of a sign-up's entries begin: of its cents, and of the credits that it used. @example signUpKeys.earned // 'earn:sign-up:' */
export const signUpKeys = { earned: 'earn:sign-up:', consumed: 'consume:sign-up:' } as const

/** A sign-up and its version, as the end of both keys. */
export const signUpCause = (signUpId: string, version: number) => `sign-up:${signUpId}:${version}`

/** The sign-up that an entry with such a key is about. @example signUpOfKey('earn:sign-up:s1:7') // 's1' */
export const signUpOfKey = (key: string): string => key.split(':')[2] ?? ''

/** It has ended; the last checks run until a stated date. */
export const holdBack = (earning: { creatorId: string; subject: string }, cents: number, until: Date): EntryDraft =>
  moving(
    `hold-back:${earning.creatorId}:${earning.subject}`,
    { reason: 'ended', subject: earning.subject, until },
    creatorAccount(earning.creatorId, 'accruing'),
    creatorAccount(earning.creatorId, 'held'),
    cents,
  )

/** The last checks are over. */
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

/** Leaves what is payable at once, so that it cannot be paid twice. @source decisions §6 */
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

/** Reverses `enqueue`: nothing was paid. */
export const giveBack = (item: Queued, failure: string): EntryDraft =>
  moving(
    `transfer-failed:${item.id}`,
    { reason: 'transfer_failed', subject: item.id, failure },
    stations(item).inTransfer,
    stations(item).payable,
    item.amountCents,
  )

/** Reverses what Stripe has taken back, `totalCents` in all so far. */
export const takeBack = (item: Queued, cents: number, totalCents: number): EntryDraft =>
  moving(
    `transfer-reversed:${item.id}:${totalCents}`,
    { reason: 'transfer_reversed', subject: item.id },
    stations(item).paid,
    stations(item).payable,
    cents,
  )

/** What people read instead of the names of accounts. */
export const stationOf: Readonly<Partial<Record<AccountKind, Station>>> = {
  accruing: 'accruing',
  held: 'held',
  payable: 'payable',
  'in-transfer': 'inTransfer',
  stripe: 'paid',
}

/** The kind of account in a posting: its name ends in it, or says it behind `platform:`. @example kindOfName('platform:stripe:c1') // 'stripe' */
export const kindOfName = (account: string): string => {
  const [first = '', second = '', third = ''] = account.split(':')
  return first === 'platform' ? second : first === 'creator' ? third : first
}

/** The five stations and their sum, from the creator's accounts. */
export function balanceOfCreator(
  accounts: readonly Pick<Account, 'kind' | 'balance'>[],
  holdings: Pick<Balance, 'holdings' | 'moreHoldings'>,
): Balance {
  const cents = { accruing: 0, held: 0, payable: 0, inTransfer: 0, paid: 0 }
  for (const { kind, balance } of accounts) {
    const station = stationOf[kind]
    if (station) cents[station] += balance
  }
  const earned = cents.accruing + cents.held + cents.payable + cents.inTransfer + cents.paid
  return { ...cents, earned, minimumTransfer: MINIMUM_TRANSFER_CENTS, ...holdings }
}
