import type { Invitation, MeasuredVideo, Partnership } from '@reelfair/contracts'

const OFFER = {
  brandId: 'b1',
  brandName: 'Kéfiro',
  creatorId: 'u1',
  accountId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c71',
  network: 'instagram',
  username: 'lina.mrtn',
  amountCents: 200,
  rateCard: { validFrom: '2025-08-23', centsPer1000: 20 },
  logo: { mediaId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c70', kind: 'image', type: 'image/png' },
  link: 'https://kefiro.example/lina',
  caption: 'Show our kefir in a breakfast you’d really make.',
  durationDays: 7,
} as const

/** Pending until 23 November 2026, 00:00 in Paris. */
export const anInvitation = (facts: Partial<Invitation> = {}): Invitation => ({
  ...OFFER,
  id: 'i1',
  weeklyViewsGoal: 10_000,
  beginning: '2026-11-25',
  origin: 'search',
  status: 'pending',
  createdAt: '2026-11-21T23:00:00.000Z',
  invitedAt: '2026-11-21T23:00:00.000Z',
  expiresAt: '2026-11-22T23:00:00.000Z',
  ...facts,
})

/** Runs from 18 to 25 November 2026. */
export const aPartnership = (facts: Partial<Partnership> = {}): Partnership => ({
  ...OFFER,
  id: 'p1',
  viewsGoal: 10_000,
  code: 'RF-P7K2Q',
  windowDays: 14,
  termsVersion: '1.1',
  requestedAt: '2026-11-15T16:05:00.000Z',
  acceptedAt: '2026-11-16T07:26:00.000Z',
  startsAt: '2026-11-17T23:00:00.000Z',
  endsAt: '2026-11-24T23:00:00.000Z',
  status: 'active',
  count: { observed: 0, qualified: 0, inReview: 0, excluded: [] },
  tier: 0,
  decisions: [],
  ...facts,
})

export const aMeasuredVideo = (facts: Partial<MeasuredVideo> = {}): MeasuredVideo => ({
  id: 'p1:v1',
  assignmentId: 'p1',
  subject: 'partnership',
  subjectId: 'p1',
  network: 'instagram',
  videoId: 'v1',
  url: 'https://instagram.example/v1',
  caption: 'RF-P7K2Q Overnight oats',
  title: 'Overnight oats',
  publishedAt: '2026-11-18T11:10:00.000Z',
  firstSeenAt: '2026-11-18T23:38:00.000Z',
  countsUntil: '2026-11-24T23:00:00.000Z',
  isOver: false,
  views: 7_484,
  qualified: 6_240,
  inReview: 0,
  excluded: [{ reason: 'link_not_in_bio', views: 1_244 }],
  faults: [],
  logo: 'verified',
  seenAt: '2026-11-21T23:10:00.000Z',
  ...facts,
})
