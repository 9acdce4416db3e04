/** The events of one partnership, as the partnerships service publishes them. */
import { InvitationClosed, InvitationRequested, PartnershipEnded, PartnershipSettled } from '@reelfair/contracts'
import { type Tier, tierShare } from '@reelfair/rules'

const STATUS = { 0: 'failed', 25: 'completed_at_25', 50: 'completed_at_50', 75: 'completed_at_75', 100: 'completed' } as const
const END = '2026-11-28T01:00:00.000Z'
export const PAYABLE_AT = '2026-12-01T01:00:00.000Z'

interface Parties {
  readonly brandId: string
  readonly creatorId: string
}

/** @param terms `cents`: the price of the whole goal */
export function aPartnership({ brandId, creatorId }: Parties, { viewsGoal = 10_000, cents = 2_000 } = {}) {
  const id = crypto.randomUUID()
  const account = { accountId: crypto.randomUUID(), network: 'tiktok', username: 'lea.kitchen' }
  const facts = { brandId, creatorId, ...account, viewsGoal }
  const result = (tier: Tier, version: number) => ({
    ...{ ...facts, partnershipId: id, version, status: STATUS[tier], tier, cents: tierShare(cents, tier) },
    ...{ startsAt: '2026-11-21T12:00:00.000Z', endedAt: END, payableAt: PAYABLE_AT, settledAt: PAYABLE_AT },
  })
  return {
    id,
    requested: InvitationRequested.of({ ...facts, invitationId: id, mediaId: crypto.randomUUID(), version: 1 }),
    closed: (status: 'rejected' | 'expired' | 'withdrawn', version = 3) =>
      InvitationClosed.of({ ...facts, invitationId: id, status, wasSent: true, version }),
    /** The provisional tier. */
    ended: (tier: Tier, version = 5) => PartnershipEnded.of(result(tier, version)),
    /** The final tier. */
    settled(tier: Tier, version = 6) {
      const consumed = tierShare(viewsGoal, tier)
      const views = { consumed, returned: viewsGoal - consumed, observed: viewsGoal, qualified: consumed }
      return PartnershipSettled.of(result(tier, version), views)
    },
  }
}
