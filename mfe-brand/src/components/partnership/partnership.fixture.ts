import type { Invitation, MeasuredVideo, Observation, Partnership, Review, TierDecision } from '@reelfair/contracts'
import { aHistory, aReview, aVideo } from '../campaign/campaign.fixture.ts'

const offer = {
  brandId: 'b',
  brandName: 'Kéfiro',
  creatorId: 'k',
  accountId: 'a1',
  network: 'instagram',
  username: 'lea.kitchen',
  amountCents: 200,
  rateCard: { validFrom: '2026-09-01', centsPer1000: 20 },
  logo: { mediaId: 'm1', kind: 'image', type: 'image/png' },
  link: 'https://kefiro.example/lea',
  caption: 'Thank you @kefiro',
} as const

/** Sent at 17:00 on 21 November 2026, with a day to answer. */
export const anInvitation = (more: Partial<Invitation> = {}): Invitation => ({
  ...offer,
  id: 'i1',
  weeklyViewsGoal: 10_000,
  beginning: '2026-11-23',
  durationDays: 7,
  origin: 'search',
  status: 'pending',
  createdAt: '2026-11-21T16:00:00.000Z',
  invitedAt: '2026-11-21T16:00:02.000Z',
  expiresAt: '2026-11-22T16:00:02.000Z',
  ...more,
})

/** From 18 to 25 November 2026, with 6,240 of 10,000 views. */
export const aPartnership = (more: Partial<Partnership> = {}): Partnership => ({
  ...offer,
  id: 'p1',
  viewsGoal: 10_000,
  windowDays: 14,
  durationDays: 7,
  termsVersion: '1.1',
  requestedAt: '2026-11-16T16:05:00.000Z',
  acceptedAt: '2026-11-17T07:26:00.000Z',
  startsAt: '2026-11-18T09:00:00.000Z',
  endsAt: '2026-11-25T09:00:00.000Z',
  status: 'active',
  count: {
    observed: 7_484,
    qualified: 6_240,
    inReview: 0,
    excluded: [
      { reason: 'mention_missing', views: 386 },
      { reason: 'link_not_in_bio', views: 858 },
    ],
  },
  tier: 50,
  decisions: [],
  ...more,
})

export const aDecision = (more: Partial<TierDecision> = {}): TierDecision => ({
  day: '2026-11-26',
  isFinal: false,
  revision: 6,
  qualified: 6_240,
  inReview: 0,
  byDefault: 0,
  tier: 50,
  cents: 100,
  consumed: 5_000,
  returned: 5_000,
  ...more,
})

/** Ended on 25 November; the final checks are running. */
export const anEndedPartnership = (more: Partial<Partnership> = {}): Partnership =>
  aPartnership({
    status: 'completed_at_50',
    endedAt: '2026-11-25T09:00:00.000Z',
    payableAt: '2026-11-28T01:00:00.000Z',
    payements: 'pending',
    decisions: [aDecision()],
    ...more,
  })

/** The final checks took place on 28 November. */
export const aSettledPartnership = (more: Partial<Partnership> = {}): Partnership =>
  anEndedPartnership({
    settledAt: '2026-11-28T01:00:05.000Z',
    payements: 'payed',
    paidAt: '2026-11-30T09:12:00.000Z',
    decisions: [aDecision(), aDecision({ day: '2026-11-28', isFinal: true, revision: 7 })],
    ...more,
  })

const subject = { assignmentId: 'p1', subject: 'partnership', subjectId: 'p1' } as const

export const aPartnershipVideo = (more: Partial<MeasuredVideo> = {}): MeasuredVideo =>
  aVideo({
    ...subject,
    id: 'p1-v1',
    title: 'Overnight oats',
    views: 7_484,
    qualified: 6_240,
    inReview: 0,
    excluded: [
      { reason: 'mention_missing', views: 386 },
      { reason: 'link_not_in_bio', views: 858 },
    ],
    ...more,
  })

export const aPartnershipReview = (more: Partial<Review> = {}): Review =>
  aReview({ ...subject, username: 'lea.kitchen', videoId: 'v1', ...more })

/** @param day the reading's business day */
export const anObservation = (day: string, added: Partial<Observation['added']>, more: Partial<Observation> = {}): Observation => ({
  id: `o-${day}-${more.videoId ?? 'v1'}`,
  videoId: 'v1',
  revision: 1,
  readAt: `${day}T00:05:00.000Z`,
  at: `${day}T00:05:00.000Z`,
  views: 1_000,
  likes: null,
  comments: null,
  faults: [],
  logo: 'verified',
  looksInhuman: false,
  evidence: [],
  added: { views: 0, qualified: 0, inReview: 0, excluded: 0, ...added },
  ...more,
})

/** The readings of four nights, each with its new views. */
export const fourReadings: readonly Observation[] = [
  anObservation('2026-11-22', { views: 3_624, qualified: 3_624 }),
  anObservation('2026-11-21', { views: 858, excluded: 858, reason: 'link_not_in_bio' }, { faults: ['link_not_in_bio'] }),
  anObservation('2026-11-20', { views: 2_616, qualified: 2_616 }),
  anObservation('2026-11-19', { views: 386, excluded: 386, reason: 'mention_missing' }, { faults: ['mention_missing'] }),
]

const day = (date: string, observed: number, excluded: number) => ({
  day: date,
  observed,
  qualified: observed - excluded,
  inReview: 0,
  excluded,
})

export const aPartnershipHistory = (more: Partial<ReturnType<typeof aHistory>> = {}) =>
  aHistory({
    ...subject,
    observed: 7_484,
    qualified: 6_240,
    days: [day('2026-11-19', 386, 386), day('2026-11-20', 3_002, 386), day('2026-11-21', 3_860, 1_244), day('2026-11-22', 7_484, 1_244)],
    compliance: [
      compliance('2026-11-19', true),
      compliance('2026-11-20', true),
      compliance('2026-11-21', false),
      compliance('2026-11-22', true),
    ],
    ...more,
  })

const compliance = (date: string, linkOk: boolean) => ({
  day: date,
  linkOk,
  isPublic: true,
  ageRestricted: false,
  at: `${date}T00:05:00.000Z`,
})
