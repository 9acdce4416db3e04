/** Names the test that keeps each promise of the newest Terms, so that neither changes without the other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceRoot } from './source-files.ts'

const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8')

/** A test's file and title. */
type Proof = readonly [file: string, title: string]

const IDENTITY = 'services/identity/src/use-cases'
const CAMPAIGNS = 'services/campaigns/src/use-cases'
const ALLOCATION = 'services/campaigns/src/domain/allocation.test.ts'
const ELIGIBILITY = 'services/campaigns/src/domain/eligibility.test.ts'
const METRICS = 'services/metrics/src/use-cases'
const COUNT_VIDEO = 'services/metrics/src/domain/count-video.test.ts'
const PAYOUTS = 'services/payouts/src/use-cases'
const INVITATIONS = 'services/partnerships/src/use-cases'

const proofs: Readonly<Record<string, readonly Proof[]>> = {
  'people-account': [
    [
      `${IDENTITY}/confirm-email.test.ts`,
      'until the address is confirmed, rejects sessions of a user who signed up before confirmation was required',
    ],
  ],
  'people-brand': [[`${PAYOUTS}/order-credits.test.ts`, 'accepts only fully registered brands, their own orders and packages on sale']],
  'people-creator': [
    ['services/verification/src/use-cases/add-account.test.ts', 'adds exactly three of 30 different accounts requested concurrently'],
    [
      'services/verification/src/use-cases/start-verification.test.ts',
      'allows ten attempts per creator and network, and counts each attempt before its first call',
    ],
    ['services/verification/src/use-cases/renew-code.test.ts', 'returns the current code while it is valid and a new one after 24 hours'],
  ],
  'people-accepted': [
    [`${IDENTITY}/accept-terms.test.ts`, 'keeps the time, version and IP address of every accepted version'],
    [`${IDENTITY}/accept-terms.test.ts`, 'stores the acceptance as the company’s evidence too'],
    [`${IDENTITY}/register-brand.test.ts`, 'keeps the time, version and IP address of the first acceptance of the terms'],
  ],
  'credits-one': [
    [ALLOCATION, 'allocates all demanded views if they fit within the goal, charging qualified views and reserving those in review'],
  ],
  'credits-price': [
    ['shell/src/pages/terms/terms-page.test.tsx', 'shows the product’s figures, and each reason in the wording used for excluded views'],
    [`${PAYOUTS}/order-credits.test.ts`, 'an order keeps its credits and price, and later orders follow the newest price list'],
  ],
  'credits-booked': [
    [
      `${PAYOUTS}/order-credits.test.ts`,
      'posts the credits exactly once when the signed payment event arrives, and emits `credits.purchased`',
    ],
  ],
  'credits-last': [
    [`${PAYOUTS}/post-sign-up.test.ts`, 'posts earnings from the first view until they are payable, and returns unused credits'],
  ],
  'campaign-goal': [
    [`${CAMPAIGNS}/request-campaign.test.ts`, 'accepts a goal of %i views'],
    [
      `${CAMPAIGNS}/fail-campaign.test.ts`,
      'fails a campaign only once when its credits are refused, and shows the number of missing views',
    ],
  ],
  'campaign-runs': [
    [`${CAMPAIGNS}/activate-campaign.test.ts`, 'starts a campaign when its credits are held'],
    [ALLOCATION, 'closes a campaign when all its views are allocated and completes it when all are charged'],
  ],
  'campaign-end': [[`${CAMPAIGNS}/list-campaigns.test.ts`, 'sorts campaigns into three tabs and opens the first non-empty one']],
  'campaign-delete': [
    [`${CAMPAIGNS}/delete-campaign.test.ts`, 'immediately deletes a campaign without sign-ups and releases its credits'],
    [
      `${CAMPAIGNS}/delete-campaign.test.ts`,
      'pays for views that are counted after the deletion request, and keeps the campaign and its receipt',
    ],
    [
      `${CAMPAIGNS}/delete-campaign.test.ts`,
      'rejects deletion with the specified message once views have been counted, even before they are settled',
    ],
  ],
  'join-account': [
    [`${CAMPAIGNS}/sign-up-to-campaign.test.ts`, 'concurrent sign-ups for one campaign: exactly one succeeds'],
    [`${CAMPAIGNS}/sign-up-to-campaign.test.ts`, 'concurrent sign-ups for different campaigns: exactly five succeed'],
  ],
  'join-fits': [
    [ELIGIBILITY, 'accepts an account that meets every rule, even exactly at a limit'],
    [ELIGIBILITY, 'requires average views only on Instagram'],
    [ELIGIBILITY, 'returns all reasons in a fixed order'],
  ],
  kept: [
    [`${CAMPAIGNS}/follow-settings.test.ts`, 'a sign-up keeps the number of days that applied when it was made'],
    [`${CAMPAIGNS}/follow-settings.test.ts`, 'a campaign keeps the rate card in force when it was created'],
  ],
  'video-short': [
    [
      'services/metrics/src/domain/judge-video.test.ts',
      'finds no faults and reports the logo as verified if every value is exactly at its limit',
    ],
    [`${METRICS}/read-next-accounts.test.ts`, 'finds a video published before the sign-up and reports why it does not count'],
  ],
  'video-most': [[`${METRICS}/read-next-accounts.test.ts`, 'measures at most 100 videos per sign-up']],
  'video-logo': [['services/metrics/src/domain/judge-video.test.ts', 'judges a logo box exactly as a pixel-by-pixel count would']],
  'video-code': [
    [`${METRICS}/read-next-accounts.test.ts`, 'counts a video with two codes only for the first code, and ignores another creator’s code'],
    [`${METRICS}/read-next-accounts.test.ts`, 'excludes views gained before a code added late was found, and counts the rest'],
  ],
  'video-mention': [['services/metrics/src/domain/find-in-text.test.ts', 'recognises %j as a commercial mention']],
  'video-label': [['services/metrics/src/domain/video.test.ts', 'keeps the last known paid-partnership label during an outage']],
  'video-bio': [
    [
      `${METRICS}/read-next-accounts.test.ts`,
      'reports a private account, an age restriction and a missing commercial mention as separate faults',
    ],
  ],
  'views-read': [
    [
      `${METRICS}/refresh-views.test.ts`,
      'plans one refresh at midnight in Paris despite concurrent runs, and completes it after reading all accounts',
    ],
    ['services/metrics/src/cli/recount.test.ts', 'recomputes every emitted revision from stored readings and decisions'],
  ],
  'views-window': [
    [`${METRICS}/plan-final-readings.test.ts`, 'counts a video for 14 days after it is first seen, even in a longer campaign'],
    [`${METRICS}/plan-final-readings.test.ts`, 'corrects lagging figures in the final reading by interpolating to the campaign’s end'],
  ],
  'views-qualified': [
    [COUNT_VIDEO, 'conserves views at every step, and never lowers qualified or excluded views'],
    [COUNT_VIDEO, 'keeps counted views after a later fault or deletion'],
  ],
  invalid: [[`${METRICS}/gone-account.test.ts`, 'removes all views when the account is gone at the final reading']],
  'excluded-until': [
    [COUNT_VIDEO, 'excludes views gained between a fault and the first reading after its fix, with the first fault as the reason'],
  ],
  'review-what': [[COUNT_VIDEO, 'holds views for a logo review, a growth review or both']],
  'review-who': [
    [`${METRICS}/decide-review.test.ts`, 'lets a brand approve its own logo, but not decide growth reviews or another brand’s reviews'],
    [`${METRICS}/decide-review.test.ts`, 'counts all views in review exactly once after an admin’s approval, and stores the decision'],
  ],
  'review-default': [
    [`${METRICS}/decide-review.test.ts`, 'applies defaults after 72 hours: excludes non-human growth and counts an unrecognised logo'],
    [`${METRICS}/decide-review.test.ts`, 'a review keeps the period that was in force when it opened'],
    [`${METRICS}/plan-final-readings.test.ts`, 'decides open reviews by default in the final reading'],
  ],
  'share-night': [
    [ALLOCATION, 'shares the unallocated views in proportion to the demands and records the shares'],
    [ALLOCATION, 'assigns leftover views by largest remainder, then by earlier sign-up, then by smaller id'],
  ],
  'share-reserved': [
    [ALLOCATION, 'charges reserved views when their review is approved'],
    [ALLOCATION, 'frees a rejected review’s reserved views for other sign-ups'],
  ],
  'final-when': [['libs/workspace/src/terms.test.ts', 'checks the night of the final count in the Terms against the rules']],
  final: [[COUNT_VIDEO, 'the final reading deducts %s']],
  'final-gone': [
    [
      `${METRICS}/plan-final-readings.test.ts`,
      'in the final reading, removes all views of a deleted video, including those in the brand’s nights',
    ],
    [`${METRICS}/gone-account.test.ts`, 'keeps all views if the account is back before the final reading'],
  ],
  'final-removed': [
    [`${METRICS}/plan-final-readings.test.ts`, 'waits while a video has no figures, and then removes its lost views only once'],
  ],
  'final-order': [
    [COUNT_VIDEO, 'deducts lost views from excluded views first, then from views in review, then from qualified views'],
    [`${PAYOUTS}/post-sign-up.test.ts`, 'reproduces the example in decisions §5 with repeated and concurrent events in any order'],
  ],
  'final-silent': [
    [
      `${METRICS}/plan-final-readings.test.ts`,
      'retries the final reading until shortly before the last possible settlement, then keeps the last known figures',
    ],
    [
      `${METRICS}/plan-final-readings.test.ts`,
      'reports the final reading as missing, rather than as 0 views, for an account that was never read',
    ],
  ],
  'pay-rate': [[`${CAMPAIGNS}/follow-settings.test.ts`, 'a campaign keeps the rate card in force when it was created']],
  'pay-cents': [
    [`${CAMPAIGNS}/settle-campaign.test.ts`, 'allocates every view of the goal and pays each sign-up the exact rate'],
    [
      'services/campaigns/src/domain/recompute.test.ts',
      'reproduces every settlement: days with shared views, approved and rejected reviews, defaults and final readings',
    ],
  ],
  'money-held': [[`${PAYOUTS}/end-campaign.test.ts`, 'holds the earnings of a campaign that has used all its credits']],
  'money-stripe': [[`${PAYOUTS}/transfer.test.ts`, 'requires an active payout account']],
  'money-transfer': [
    [`${PAYOUTS}/transfer.test.ts`, 'accepts €1.00 and refuses €0.99'],
    [`${PAYOUTS}/transfer.test.ts`, 'returns the money and explains why if the account is no longer active'],
    [`${PAYOUTS}/transfer.test.ts`, 'posts a reversing entry for each part of a reversal'],
  ],
  'partnerships-answer': [
    [`${INVITATIONS}/answer-invitation.test.ts`, 'accepts an invitation: the creator gets a code, and the partnership begins on its day'],
    [`${INVITATIONS}/answer-invitation.test.ts`, 'responds alike to a repeated answer and refuses a different one'],
  ],
  'partnerships-invitation': [
    [`${INVITATIONS}/answer-invitation.test.ts`, 'reminds and expires unanswered invitations at their time, and late credits send nothing'],
    [`${INVITATIONS}/answer-invitation.test.ts`, 'a campaign sign-up rejects the brand’s open invitations on that network, and no others'],
    [`${PAYOUTS}/release-credits.test.ts`, 'returns the credits of an invitation that is %s only once'],
  ],
  'partnerships-run': [
    ['services/partnerships/src/domain/partnership.test.ts', '%i of 10,000 views end as %s with %i cents and %i credits'],
    [
      'services/partnerships/src/domain/partnership.test.ts',
      'completes at the first settlement with 100 %, and the final checks follow two days later',
    ],
  ],
  'partnerships-final': [
    ['services/partnerships/src/domain/partnership.test.ts', 'lets the final checks %s'],
    [
      'deploy/e2e/src/flows/settle-partnership.test.ts',
      '62 % of the goal pays half, returns half of the credits, and reaches Stripe by itself',
    ],
  ],
  'partnerships-code': [
    [`${INVITATIONS}/answer-invitation.test.ts`, 'accepts an invitation: the creator gets a code, and the partnership begins on its day'],
  ],
  'partnerships-rules': [
    [`${METRICS}/measure-partnership.test.ts`, 'measures a %s: %s'],
    [`${METRICS}/measure-partnership.test.ts`, 'opens and decides reviews of a %s, and tells both sides'],
  ],
  'fraud-views': [[`${METRICS}/decide-review.test.ts`, 'excludes views in review after an admin’s refusal, but counts later views']],
  'fraud-breach': [
    [
      `${METRICS}/decide-review.test.ts`,
      'opens a review with evidence for a bot spike, and shows the review to both the creator and the brand',
    ],
    ['shell/src/pages/terms/terms-page.test.tsx', 'shows the support e-mail address'],
  ],
  'kept-metrics': [
    ['services/metrics/src/cli/recount.test.ts', 'stores the planned end in all documents of an assignment, so they expire together (%s)'],
  ],
  'kept-security': [[`${IDENTITY}/remove-old-records.test.ts`, 'removes security events and notifications after 12 months']],
  'kept-invoices': [
    [
      `${PAYOUTS}/check-deletion.test.ts`,
      'erases the address and the payout account, keeps money records, and restores nothing when an event arrives late',
    ],
    [
      `${IDENTITY}/delete-account.test.ts`,
      'keeps the company’s details for ten years if the brand ever bought credits, but neither contact nor logo',
    ],
  ],
  'kept-little': [
    [`${IDENTITY}/exchange-secret.test.ts`, 'ends a session after 14 days without use'],
    [`${IDENTITY}/exchange-secret.test.ts`, 'ends a session after 30 days even if it is used every day'],
    [`${CAMPAIGNS}/sweep-media.test.ts`, 'keeps logos used by a campaign or a draft and removes others after 30 days'],
    [
      `${CAMPAIGNS}/keep-invited-logo.test.ts`,
      'keeps a logo for 120 days for an invitation and 25 months for its partnership (events twice and %s)',
    ],
  ],
  'changes-later': [
    [`${IDENTITY}/sign-up.test.ts`, 'stores the accepted version of the terms, with the time and IP address of acceptance'],
    ['libs/rules/src/terms.test.ts', 'a new account accepts, on %s, version %s'],
    [
      `${CAMPAIGNS}/follow-settings.test.ts`,
      'a sign-up accepts the newest Terms from the day of their publication, and an earlier one keeps its version',
    ],
    ['services/partnerships/src/domain/partnership.test.ts', 'accepts the newest Terms from the day of their publication'],
    ['libs/rules/src/terms.test.ts', 'requires the new version if it started at or after midnight in Paris on the 15th day'],
    [`${IDENTITY}/accept-terms.test.ts`, 'must accept version 1.1 at the first sign-in after it applies to everyone'],
    [`${IDENTITY}/announce-terms.test.ts`, 'names the day on which the version takes effect and links to its text (%s)'],
  ],
}

/** Clauses that state the law or who may use the product, that bind users, or that only people can honour. */
const STATEMENTS = ['adult', 'repost', 'money-tax', 'fraud-liability', 'kept-bank', 'changes-contact']

const clauses = [...read('shell/src/pages/terms/parts.ts').matchAll(/clauses: \[([^\]]+)\]/g)].flatMap(([, list = '']) =>
  [...list.matchAll(/'([\w-]+)'/g)].map(([, key = '']) => key),
)

test('classifies every clause of the Terms once', () => {
  expect(clauses.length).toBeGreaterThan(50)
  expect([...Object.keys(proofs), ...STATEMENTS].toSorted()).toEqual(clauses.toSorted())
})

test.each(Object.entries(proofs))('keeps the promise %s of the Terms', (_, all) => {
  for (const [file, title] of all) expect(read(file), file).toContain(`('${title}'`)
})
