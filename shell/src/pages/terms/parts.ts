import type { CampaignTerm } from '@reelfair/contracts/campaign-terms'
import type { TermsText } from './messages/index.ts'

/** A numbered sentence or two; those of `campaignTerms` stand in the question before a sign-up as well. */
export type Clause = TermsText | CampaignTerm

interface Group {
  /** Inside a part of more than one. */
  readonly id?: 'campaign-runs' | 'join' | 'video' | 'views' | 'excluded' | 'review' | 'share' | 'final' | 'pay'
  readonly clauses: readonly Clause[]
  /** What stands below its clauses. */
  readonly table?: 'reasons' | 'tiers'
}

interface Part {
  /** Also its anchor: what links lead to, so it stays. */
  readonly id: 'people' | 'credits' | 'campaign-legal' | 'money' | 'partnerships' | 'fraud' | 'kept' | 'changes'
  readonly groups: readonly Group[]
}

/**
 * The terms in their order. They promise what the services do: a changed rule changes its sentence here, and the version with it. Tests compare figures that a
 * constant holds; compare the rest by hand (the standard rate, the tiers of partnerships, what is kept how long).
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
        clauses: ['partnerships-later', 'partnerships-invitation', 'partnerships-run', 'partnerships-final', 'partnerships-code'],
        table: 'tiers',
      },
    ],
  },
  { id: 'fraud', groups: [{ clauses: ['fraud-views', 'fraud-breach', 'fraud-liability'] }] },
  { id: 'kept', groups: [{ clauses: ['kept-metrics', 'kept-security', 'kept-invoices', 'kept-little', 'kept-bank'] }] },
  { id: 'changes', groups: [{ clauses: ['changes-later', 'changes-contact'] }] },
]
