import { InvitationRequested, PartnershipAccepted } from '@reelfair/contracts'

const facts = (brandId: string, mediaId: string) => ({
  ...{ brandId, mediaId, creatorId: crypto.randomUUID(), accountId: crypto.randomUUID(), network: 'tiktok', username: 'lea' },
  viewsGoal: 10_000,
})

export const invitationRequested = (brandId: string, mediaId: string) =>
  InvitationRequested.of(facts(brandId, mediaId), { invitationId: crypto.randomUUID(), version: 1 })

export const partnershipAccepted = (brandId: string, mediaId: string, startsAt: Date, endsAt: Date) =>
  PartnershipAccepted.of(facts(brandId, mediaId), {
    partnershipId: crypto.randomUUID(),
    amountCents: 200,
    startsAt,
    endsAt,
    version: 2,
  })
