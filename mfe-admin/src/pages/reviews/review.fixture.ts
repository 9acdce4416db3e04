import type { Review } from '@reelfair/contracts'

export const aReview = (more: Partial<Review> = {}): Review => ({
  id: 'g',
  assignmentId: 'a1',
  subject: 'campaign',
  subjectId: 'c1',
  brandId: 'b',
  creatorId: 'u',
  network: 'instagram',
  username: 'lina.mrtn',
  videoId: 'v1',
  url: 'https://videos.example/v1',
  thumbnailUrl: 'https://pictures.example/v1.jpg',
  kind: 'logo',
  openedAt: '2026-11-23T23:01:00.000Z',
  decideBy: '2126-11-26T23:01:00.000Z',
  byDefault: 'counts',
  views: 4_663,
  readings: [],
  ...more,
})
