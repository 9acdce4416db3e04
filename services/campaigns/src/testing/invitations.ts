import { InvitationRequested, InvitationSent, PartnershipAccepted } from '@reelfair/contracts'

const facts = (brandId: string, mediaId: string) => ({
  ...{ brandId, mediaId, creatorId: crypto.randomUUID(), accountId: crypto.randomUUID(), network: 'tiktok', username: 'lea' },
  viewsGoal: 10_000,
})

export const invitationRequested = (brandId: string, mediaId: string) =>
  InvitationRequested.of(facts(brandId, mediaId), { invitationId: crypto.randomUUID(), version: 1 })

export const invitationSent = (brandId: string, mediaId: string, invitedAt: Date) =>
  InvitationSent.of(facts(brandId, mediaId), {
    invitationId: crypto.randomUUID(),
    amountCents: 200,
    invitedAt,
    expiresAt: invitedAt,
    version: 2,
  })

export const partnershipAccepted = (brandId: string, mediaId: string, startsAt: Date, endsAt: Date) =>
  PartnershipAccepted.of(facts(brandId, mediaId), {
    partnershipId: crypto.randomUUID(),
    amountCents: 200,
    startsAt,
    endsAt,
    version: 2,
  })
