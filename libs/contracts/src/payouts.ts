/** Payouts: view credits today; euros follow with the same ledger. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { Id, Views } from './words.ts'

/** A brand's credits: what it may use, what waits in campaigns and invitations, what was used. */
export const Credits = z.object({ available: Views, held: Views, spent: Views })
export type Credits = z.infer<typeof Credits>

/** What credits are held for; with its id it names the hold. */
export const HoldKind = z.enum(['campaign', 'invitation'])
export type HoldKind = z.infer<typeof HoldKind>

/** The credits of a campaign or invitation are set aside. Said once for each of them: either this or `credits.refused`. */
export const CreditsHeld = defineEvent('credits.held', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, credits: Views }), {
  live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'credits' }],
})

/** The brand's credits did not suffice: so many were missing, and nothing is held. */
export const CreditsRefused = defineEvent('credits.refused', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, missing: Views }))

/** Credits that were held are the brand's again. Transient until a service has to hear it. */
export const CreditsReleased = defineEvent('credits.released', 1, z.object({ kind: HoldKind, id: Id, brandId: Id, credits: Views }), {
  transient: true,
  live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'credits' }],
})

/** A brand got credits without buying them. Transient until a service has to hear it. */
export const CreditsGranted = defineEvent('credits.granted', 1, z.object({ brandId: Id, credits: Views }), {
  transient: true,
  live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'credits' }],
})
