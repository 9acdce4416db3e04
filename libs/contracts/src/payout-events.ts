import { z } from 'zod'
import { defineEvent } from './event.ts'
import { HoldKind, OrderStatus, PackageId, PayoutAccountStatus } from './payouts.ts'
import { Cents, Id, Version, Views } from './words.ts'

const ofBrand = ({ brandId }: { brandId: string }) => [{ to: `user:${brandId}`, topic: 'credits' }] as const
const ofCreator = ({ creatorId }: { creatorId: string }) => [{ to: `user:${creatorId}`, topic: 'balance' }] as const
const ofTransfer = ({ creatorId }: { creatorId: string }) =>
  [
    { to: `user:${creatorId}`, topic: 'balance' },
    { to: 'role:admin', topic: 'transfers' },
  ] as const

/** Each request for credits gets exactly one result: this event or `credits.refused`. */
export const CreditsHeld = defineEvent('credits.held', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, credits: Views }), {
  live: ofBrand,
})

/** The brand was `missing` credits short, so no credits are held. */
export const CreditsRefused = defineEvent('credits.refused', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, missing: Views }))

export const CreditsReleased = defineEvent('credits.released', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, credits: Views }), {
  transient: true,
  live: ofBrand,
})

/** Held credits were spent on counted views. Notifies screens only. */
export const CreditsConsumed = defineEvent('credits.consumed', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, credits: Views }), {
  transient: true,
  live: ofBrand,
})

/** A brand received credits without buying them. */
export const CreditsGranted = defineEvent('credits.granted', 1, z.object({ brandId: Id, credits: Views }), {
  transient: true,
  live: ofBrand,
})

export const CreditsPurchased = defineEvent(
  'credits.purchased',
  1,
  z.object({ orderId: Id, brandId: Id, package: PackageId, credits: Views, priceCents: Cents }),
  { live: ofBrand },
)

/** An unpaid order expired, failed or is being processed. `credits` and `priceCents` are missing in older events. */
export const CreditOrderChanged = defineEvent(
  'credit-order.changed',
  1,
  z.object({ orderId: Id, brandId: Id, status: OrderStatus, credits: Views.optional(), priceCents: Cents.optional() }),
  { live: ofBrand },
)

/** This event notifies screens only. */
export const BalanceChanged = defineEvent('balance.changed', 1, z.object({ creatorId: Id }), { transient: true, live: ofCreator })

/** `asksYou`: the provider is waiting for the creator. It and `version` are missing in older events. */
export const PayoutAccountChanged = defineEvent(
  'payout-account.changed',
  1,
  z.object({ creatorId: Id, status: PayoutAccountStatus, asksYou: z.boolean().optional(), version: Version.optional() }),
  { live: ofCreator },
)

const TransferFacts = z.object({ transferId: Id, creatorId: Id, amountCents: Cents })

export const TransferQueued = defineEvent('transfer.queued', 1, TransferFacts, { transient: true, live: ofTransfer })
export const TransferCompleted = defineEvent('transfer.completed', 1, TransferFacts, { live: ofTransfer })
/** The transfer failed for good, and its money is payable again. */
export const TransferFailed = defineEvent('transfer.failed', 1, TransferFacts.extend({ failure: z.string() }), {
  live: ofTransfer,
})
/** An attempt failed, and another will follow. Notifies screens only. */
export const TransferPostponed = defineEvent('transfer.postponed', 1, TransferFacts.extend({ waitsFor: z.string() }), {
  transient: true,
  live: ofTransfer,
})
/** The amount `amountCents` of a paid transfer was reversed and is payable again. */
export const TransferReversed = defineEvent('transfer.reversed', 1, TransferFacts, { live: ofTransfer })
