import { type Assignment, NO_TOTALS } from '../domain/assignment.ts'

const START = Date.UTC(2026, 10, 22)

export const hour = (count: number): Date => new Date(START + count * 3_600_000)

export const anAssignment = (more: Partial<Assignment> = {}): Assignment => ({
  id: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e',
  subject: 'campaign',
  subjectId: 'c',
  brandId: 'b',
  creatorId: 'k',
  network: 'tiktok',
  accountKey: 'tiktok:x',
  code: 'RF-ABCDE',
  link: 'https://a.example',
  signedUpAt: hour(0),
  endsAt: hour(200),
  windowDays: 14,
  isOpen: true,
  final: false,
  finalDueAt: hour(200),
  revision: 0,
  totals: NO_TOTALS,
  days: [],
  ...more,
})
