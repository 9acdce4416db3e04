import type { AssignmentHistory, Campaign, MeasuredVideo, Night, RegisteredCreator, Review } from '@reelfair/contracts'

const HOUR = 3_600_000

/** An instant `count` hours from now. A negative `count` gives an instant in the past. */
export const hours = (count: number): string => new Date(Date.now() + count * HOUR).toISOString()

/** A campaign that started five days ago and has two days left. */
export const aCampaign = (more: Partial<Campaign> = {}): Campaign => ({
  id: 'c1',
  brandId: 'b',
  name: 'Fridge door',
  viewsGoal: 10_000,
  actualViews: 4_000,
  reservedViews: 1_000,
  observedViews: 5_700,
  hasViews: true,
  signUps: 1,
  category: 'Food_Cooking',
  zones: [],
  network: 'instagram',
  link: 'https://a.example',
  logo: { mediaId: 'm1', kind: 'image', type: 'image/png' },
  duration: '1w',
  status: 'active',
  phase: 'open',
  rateCard: { validFrom: '2026-01-01', centsPer1000: 10 },
  cashprizeCents: 100,
  createdAt: hours(-120),
  startsAt: hours(-120),
  endsAt: hours(48.5),
  ...more,
})

export const aCampaignWithoutViews = (more: Partial<Campaign> = {}): Campaign =>
  aCampaign({ actualViews: 0, reservedViews: 0, observedViews: 0, hasViews: false, signUps: 0, ...more })

export const aCreator = (more: Partial<RegisteredCreator> = {}): RegisteredCreator => ({
  id: 's1',
  network: 'instagram',
  username: 'lina.mrtn',
  signedUpAt: '2026-11-18T10:00:00.000Z',
  count: { observed: 5_700, qualified: 4_000, inReview: 1_000, excluded: [{ reason: 'code_missing', views: 700 }] },
  charged: 4_000,
  reserved: 1_000,
  cents: 40,
  ...more,
})

export const aVideo = (more: Partial<MeasuredVideo> = {}): MeasuredVideo => ({
  id: 's1-v1',
  assignmentId: 's1',
  subject: 'campaign',
  subjectId: 'c1',
  network: 'instagram',
  videoId: 'v1',
  url: 'https://instagram.example/reel/v1',
  caption: 'What’s in my fridge',
  title: 'What’s in my fridge',
  publishedAt: '2026-11-18T12:00:00.000Z',
  firstSeenAt: '2026-11-18T23:10:00.000Z',
  countsUntil: hours(48.5),
  isOver: false,
  views: 5_700,
  qualified: 4_000,
  inReview: 1_000,
  excluded: [],
  faults: [],
  logo: 'verified',
  seenAt: '2026-11-20T23:10:00.000Z',
  ...more,
})

export const aReview = (more: Partial<Review> = {}): Review => ({
  id: 'r1',
  assignmentId: 's1',
  subject: 'campaign',
  subjectId: 'c1',
  brandId: 'b',
  creatorId: 'k',
  network: 'instagram',
  username: 'lina.mrtn',
  videoId: 'v1',
  url: 'https://instagram.example/reel/v1',
  kind: 'logo',
  openedAt: hours(-20),
  decideBy: '2026-11-24T17:00:00.000Z',
  byDefault: 'counts',
  views: 1_000,
  readings: [],
  ...more,
})

const day = (date: string, qualified: number) => ({ day: date, observed: qualified, qualified, inReview: 0, excluded: 0 })
export const aHistory = (more: Partial<AssignmentHistory> = {}): AssignmentHistory => ({
  assignmentId: 's1',
  subject: 'campaign',
  subjectId: 'c1',
  isFinal: false,
  observed: 4_000,
  qualified: 4_000,
  inReview: 0,
  excluded: [],
  days: [day('2026-11-19', 1_500), day('2026-11-20', 4_000)],
  compliance: [],
  ...more,
})

/**
 * The fourteen nights up to 19 November 2026.
 * @param views figures by day of the month; other nights have no views
 */
export const fourteenNights = (views: Readonly<Record<number, Partial<Night>>> = {}): Night[] =>
  Array.from({ length: 14 }, (_, index) => ({
    day: `2026-11-${String(index + 6).padStart(2, '0')}`,
    qualified: 0,
    inReview: 0,
    excluded: 0,
    ...views[index + 6],
  }))
