import { PartnershipSettled } from '@reelfair/contracts'

/** `partnership.settled` with half of the pay, unless `more` says otherwise. */
export const settledPartnership = (creatorId: string, more: object = {}) =>
  PartnershipSettled.of({
    partnershipId: crypto.randomUUID(),
    brandId: crypto.randomUUID(),
    creatorId,
    accountId: crypto.randomUUID(),
    version: 4,
    network: 'tiktok',
    username: 'lea',
    viewsGoal: 12_000,
    cents: 120,
    consumed: 6_000,
    returned: 6_000,
    status: 'completed_at_50',
    tier: 50,
    observed: 8_000,
    qualified: 6_000,
    firstVideoAt: '2026-11-03T12:00:00.000Z',
    startsAt: '2026-11-01T12:00:00.000Z',
    settledAt: '2026-11-12T01:00:00.000Z',
    ...more,
  })
