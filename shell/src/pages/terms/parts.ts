import type { CampaignTerm } from '@reelfair/contracts/campaign-terms'
import type { TermsText } from './messages/index.ts'

/** Creators also see the `campaignTerms` clauses when they confirm a sign-up. */
export type Clause = TermsText | CampaignTerm

interface Group {
  /** Only parts with several groups have group ids. */
  readonly id?: 'campaign-runs' | 'join' | 'video' | 'views' | 'excluded' | 'review' | 'share' | 'final' | 'pay'
  readonly clauses: readonly Clause[]
  readonly table?: 'reasons' | 'tiers'
}

interface Part {
  /** This id is also the anchor in URLs, so it must not change. */
  readonly id: 'people' | 'credits' | 'campaign-legal' | 'money' | 'partnerships' | 'fraud' | 'kept' | 'changes'
  readonly groups: readonly Group[]
}

/**
 * The Terms promise what the services do: when a rule changes, change its clause here and the version number of the
 * Terms. Tests compare figures that exist as constants; compare the others by hand (the partnership tiers, the
 * retention periods).
 */
export const PARTS: readonly Part[] = [
  {
    id: 'people',
    groups: [{ clauses: ['adult', 'people-account', 'people-brand', 'people-creator', 'people-accepted'] }],
  },
  { id: 'credits', groups: [{ clauses: ['credits-one', 'credits-price', 'credits-booked', 'credits-last'] }] },
  {
    id: 'campaign-legal',
    groups: [
      { id: 'campaign-runs', clauses: ['campaign-goal', 'campaign-runs', 'campaign-end', 'campaign-delete'] },
      { id: 'join', clauses: ['join-account', 'join-fits', 'kept'] },
      {
        id: 'video',
        clauses: ['video-short', 'video-most', 'video-logo', 'video-code', 'video-mention', 'video-label', 'video-bio', 'repost'],
      },
      { id: 'views', clauses: ['views-read', 'views-window', 'views-qualified'] },
      { id: 'excluded', clauses: ['invalid', 'excluded-until'], table: 'reasons' },
      { id: 'review', clauses: ['review-what', 'review-who', 'review-default'] },
      { id: 'share', clauses: ['share-night', 'share-reserved'] },
      { id: 'final', clauses: ['final-when', 'final', 'final-gone', 'final-removed', 'final-order', 'final-silent'] },
      { id: 'pay', clauses: ['pay-rate', 'pay-cents'] },
    ],
  },
  { id: 'money', groups: [{ clauses: ['money-held', 'money-stripe', 'money-transfer', 'money-tax'] }] },
  {
    id: 'partnerships',
    groups: [
      {
        clauses: [
          'partnerships-answer',
          'partnerships-invitation',
          'partnerships-run',
          'partnerships-final',
          'partnerships-code',
          'partnerships-rules',
        ],
        table: 'tiers',
      },
    ],
  },
  { id: 'fraud', groups: [{ clauses: ['fraud-views', 'fraud-breach', 'fraud-liability'] }] },
  { id: 'kept', groups: [{ clauses: ['kept-metrics', 'kept-security', 'kept-invoices', 'kept-little', 'kept-bank'] }] },
  { id: 'changes', groups: [{ clauses: ['changes-later', 'changes-contact'] }] },
]
