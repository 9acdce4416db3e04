/** The events of invitations and partnerships: whom each one notifies, and about what. */
import {
  type DataOf,
  InvitationClosed,
  InvitationExpiring,
  InvitationFailed,
  InvitationRequested,
  InvitationSent,
  PartnershipAccepted,
  PartnershipCounted,
  PartnershipEnded,
  PartnershipPaymentChanged,
  PartnershipSettled,
  PartnershipStarted,
} from '@reelfair/contracts'
import { businessDayOf, instantOf } from '@reelfair/rules'
import { type Entry, entry, none, type Step, type Told } from './notification-entry.ts'

const invitationStep = ({ invitationId, version }: { invitationId: string; version: number }): Step => ({
  subject: `invitation:${invitationId}`,
  order: version,
})
/** The last step of the invitation, whose id the partnership has. */
const acceptanceStep = ({ partnershipId }: { partnershipId: string }): Step => ({
  subject: `invitation:${partnershipId}`,
  order: Number.MAX_SAFE_INTEGER,
})
const partnershipStep = ({ partnershipId, version }: { partnershipId: string; version: number }): Step => ({
  subject: `partnership:${partnershipId}`,
  order: version,
})

/** A creator who never saw the invitation is not told of its end. */
function invitationClosed(closed: DataOf<typeof InvitationClosed>): Told[] {
  const { invitationId, brandId, creatorId, accountId, network, viewsGoal: credits, status, wasSent, campaignId } = closed
  const invitation = { invitationId, brandId }
  const toCreator = (told: Told): Told[] => (wasSent ? [told] : [])
  switch (status) {
    case 'expired':
      return [
        ...toCreator({ to: creatorId, kind: 'invitation-expired', values: invitation }),
        { to: brandId, kind: 'invitation-expired-brand', values: { ...invitation, accountId, credits } },
      ]
    case 'withdrawn':
      return toCreator({ to: creatorId, kind: 'invitation-withdrawn', values: invitation })
    case 'rejected':
      return campaignId === undefined
        ? [{ to: brandId, kind: 'invitation-rejected', values: { ...invitation, accountId, credits } }]
        : [
            ...toCreator({ to: creatorId, kind: 'invitation-superseded', values: { ...invitation, campaignId, network } }),
            { to: brandId, kind: 'invitation-superseded-brand', values: { ...invitation, campaignId, network, accountId, credits } },
          ]
  }
}

const partiesOf = ({ partnershipId, brandId, accountId }: { partnershipId: string; brandId: string; accountId: string }) => ({
  ofCreator: { partnershipId, brandId },
  ofBrand: { partnershipId, brandId, accountId },
})

function partnershipAccepted(accepted: DataOf<typeof PartnershipAccepted>): Told[] {
  const { brandId, creatorId, viewsGoal: views } = accepted
  const { ofCreator, ofBrand } = partiesOf(accepted)
  const times = { startsAt: String(accepted.startsAt), endsAt: String(accepted.endsAt) }
  return [
    { to: creatorId, kind: 'partnership-agreed', values: { ...ofCreator, ...times } },
    { to: brandId, kind: 'partnership-accepted', values: { ...ofBrand, views, ...times } },
  ]
}

/** Starts at midnight in Paris on its planned day, or when the creator accepts it, if that is later. */
const startsOnAcceptance = ({ startsAt }: { startsAt: Date | string }) => {
  const at = new Date(startsAt)
  return at.getTime() !== instantOf(businessDayOf(at), '00:00').getTime()
}

/** A creator who has just accepted needs no notification of the start. */
function partnershipStarted(started: DataOf<typeof PartnershipStarted>): Told[] {
  const { brandId, creatorId, code, viewsGoal: views } = started
  const { ofCreator, ofBrand } = partiesOf(started)
  const endsAt = String(started.endsAt)
  return [
    ...(startsOnAcceptance(started)
      ? []
      : [{ to: creatorId, kind: 'partnership-started' as const, values: { ...ofCreator, code, endsAt } }]),
    { to: brandId, kind: 'partnership-started-brand', values: { ...ofBrand, views, endsAt } },
  ]
}

function partnershipEnded(ended: DataOf<typeof PartnershipEnded>): Told[] {
  const { brandId, creatorId, tier, cents } = ended
  const { ofCreator, ofBrand } = partiesOf(ended)
  const checkedAt = String(ended.payableAt)
  return [
    { to: creatorId, kind: 'partnership-ended', values: { ...ofCreator, tier, cents, checkedAt } },
    { to: brandId, kind: 'partnership-ended-brand', values: { ...ofBrand, tier, checkedAt } },
  ]
}

function partnershipSettled(settled: DataOf<typeof PartnershipSettled>): Told[] {
  const { brandId, creatorId, tier, cents, consumed, returned } = settled
  const { ofCreator, ofBrand } = partiesOf(settled)
  return [
    { to: creatorId, kind: 'partnership-settled', values: { ...ofCreator, tier, cents } },
    { to: brandId, kind: 'partnership-settled-brand', values: { ...ofBrand, tier, consumed, returned } },
  ]
}

export const ofPartnerships: readonly Entry[] = [
  entry(
    InvitationSent,
    ({ invitationId, brandId, creatorId, accountId, network, viewsGoal: views, amountCents, expiresAt }) => [
      {
        to: creatorId,
        kind: 'invitation-received',
        values: { invitationId, brandId, accountId, network, views, amountCents, answerBy: String(expiresAt) },
      },
    ],
    invitationStep,
  ),
  entry(
    InvitationExpiring,
    ({ invitationId, brandId, creatorId, expiresAt }) => [
      { to: creatorId, kind: 'invitation-expiring', values: { invitationId, brandId, answerBy: String(expiresAt) } },
    ],
    invitationStep,
  ),
  entry(
    InvitationFailed,
    ({ brandId, invitationId, missingViews }) => [{ to: brandId, kind: 'invitation-unfunded', values: { invitationId, missingViews } }],
    invitationStep,
  ),
  entry(InvitationClosed, invitationClosed, invitationStep),
  entry(PartnershipAccepted, partnershipAccepted, acceptanceStep),
  entry(PartnershipStarted, partnershipStarted, partnershipStep),
  entry(PartnershipEnded, partnershipEnded, partnershipStep),
  entry(PartnershipSettled, partnershipSettled, partnershipStep),
  // The brand's own action, steps that other notifications report, and an event for screens only.
  ...none(InvitationRequested, PartnershipPaymentChanged, PartnershipCounted),
]
