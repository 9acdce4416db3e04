// @vitest-environment jsdom
/** What a creator is told to do next, from nothing to the transfer. */
import type { Account, CountedVideo, PayoutAccount, SignUp } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { nextStage, type Standing } from './next-stage.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()
const account = (facts: Partial<Account>) => ({ network: 'instagram', username: 'lina', status: 'unverified', ...facts }) as Account
const verified = account({ status: 'verified', verifiedAt: at(-9) })
const video = (...faults: CountedVideo['faults']) => ({ videoId: 'v', faults }) as unknown as CountedVideo
const counted = (qualified: number, ...faults: CountedVideo['faults']) =>
  ({ videoId: 'v', qualified, inReview: 0, faults }) as unknown as CountedVideo
const signUp = (facts: Partial<SignUp> = {}) =>
  ({ id: 's', state: 'active', endsAt: at(48), videos: [video()], count: { excluded: [] }, ...facts }) as unknown as SignUp
const money = (facts: Partial<NonNullable<Standing['balance']>>) => ({
  accruing: 0,
  held: 0,
  payable: 0,
  inTransfer: 0,
  minimumTransfer: 100,
  holdings: [],
  ...facts,
})
const holding = (amount: number, until: string) => ({ id: until, amount, subject: 's', reason: 'final_checks', until }) as const
const payout = (status: PayoutAccount['status'], ...awaits: ('you' | 'provider')[]) =>
  ({ status, requirements: awaits.map((one) => ({ awaits: one })) }) as unknown as PayoutAccount

const rows: [string, Partial<Standing>, object][] = [
  ['without an account: add the first', { accounts: [] }, { at: 'first' }],
  ['with a code: put it into the bio', { accounts: [account({ code: 'XF94URN', codeExpiresAt: at(1) })] }, { at: 'code' }],
  ['its code over: get a new one', { accounts: [account({ code: 'XF94URN', codeExpiresAt: at(-1) })] }, { at: 'expired' }],
  ['being verified: wait', { accounts: [account({ status: 'verifying' })] }, { at: 'verifying' }],
  ['verified: join a campaign', {}, { at: 'join' }],
  ['another account open: the campaign comes first', { accounts: [account({}), verified] }, { at: 'join' }],
  ['joined: publish', { signUps: [signUp({ videos: [] })] }, { at: 'publish' }],
  [
    'joined two: publish for the one that ends first',
    { signUps: [signUp({ id: 'late', videos: [] }), signUp({ id: 'soon', videos: [], endsAt: at(5) })] },
    { at: 'publish', signUp: expect.objectContaining({ id: 'soon' }) },
  ],
  ['published: the next reading', { signUps: [signUp()] }, { at: 'reading' }],
  ['all given out, reviews open: the next reading', { signUps: [signUp({ state: 'closed' })] }, { at: 'reading' }],
  [
    'a fault that is mended where it is, though another video is clean',
    { signUps: [signUp({ videos: [video(), video('link_not_in_bio')] })] },
    { at: 'fault', fault: { reason: 'link_not_in_bio', videos: 1, views: 0 } },
  ],
  ['a fault for a new video, no clean one there', { signUps: [signUp({ videos: [video('logo_absent')] })] }, { at: 'fault' }],
  ['a fault for a new video, a clean one there', { signUps: [signUp({ videos: [video(), video('logo_absent')] })] }, { at: 'reading' }],
  [
    'a fault in what has ended: nothing to mend',
    { signUps: [signUp({ state: 'ended', videos: [video('code_missing')] })] },
    { at: 'join-again' },
  ],
  [
    'a fault comes before money',
    { signUps: [signUp({ videos: [video('code_missing')] })], balance: money({ payable: 900 }), payout: payout('active') },
    { at: 'fault' },
  ],
  [
    'counted views at risk in what has ended: before anything else',
    {
      signUps: [signUp({ videos: [video('code_missing')] }), signUp({ state: 'ended', videos: [counted(900, 'account_private')] })],
      balance: money({ payable: 900 }),
      payout: payout('active'),
    },
    { at: 'risk', risk: { reason: 'account_private', videos: 1, views: 900 } },
  ],
  [
    'views at risk in two: first what is read finally first',
    {
      signUps: [
        signUp({ id: 'late', videos: [counted(9, 'video_deleted')] }),
        signUp({ id: 'soon', state: 'ended', endsAt: at(90), endedAt: at(-9), videos: [counted(9, 'account_private', 'video_deleted')] }),
      ],
    },
    { at: 'risk', signUp: expect.objectContaining({ id: 'soon' }), risk: { reason: 'video_deleted' } },
  ],
  [
    'a deleted video, something else to fix: that first',
    { signUps: [signUp({ videos: [counted(9, 'video_deleted')] }), signUp({ id: 'other', videos: [video('code_missing')] })] },
    { at: 'fault', fault: { reason: 'code_missing' } },
  ],
  [
    'a deleted video, enough money: transfer it',
    { signUps: [signUp({ videos: [counted(9, 'video_deleted')] })], balance: money({ payable: 100 }), payout: payout('active') },
    { at: 'move' },
  ],
  [
    'a deleted video, another one missing: publish',
    { signUps: [signUp({ state: 'ended', videos: [counted(9, 'video_deleted')] }), signUp({ videos: [] })] },
    { at: 'publish' },
  ],
  [
    'a deleted video, something earned: set the payout account up',
    { signUps: [signUp({ videos: [counted(9, 'video_deleted')] })], balance: money({ accruing: 1 }), payout: payout('none') },
    { at: 'set-up' },
  ],
  [
    'a deleted video, another that is read: the deleted one',
    { signUps: [signUp(), signUp({ state: 'ended', videos: [counted(9, 'video_deleted')] })] },
    { at: 'risk' },
  ],
  [
    'a deleted video without a counted view, none left: say so before the reading',
    { signUps: [signUp({ videos: [counted(0, 'video_deleted')] })] },
    { at: 'fault', fault: { reason: 'video_deleted' } },
  ],
  [
    'a video that is gone without a counted view, or settled: nothing is at risk',
    {
      signUps: [
        signUp({ state: 'ended', videos: [counted(0, 'video_deleted')] }),
        signUp({ state: 'settled', videos: [counted(9, 'video_deleted')] }),
      ],
    },
    { at: 'join-again' },
  ],
  [
    'something earned, no payout account: set it up',
    { signUps: [signUp()], balance: money({ accruing: 1 }), payout: payout('none') },
    { at: 'set-up' },
  ],
  [
    'but the missing video first',
    { signUps: [signUp({ videos: [] })], balance: money({ accruing: 1 }), payout: payout('none') },
    { at: 'publish' },
  ],
  [
    'enough, no payout account: set it up',
    { signUps: [signUp({ videos: [] })], balance: money({ payable: 100 }), payout: payout('none') },
    { at: 'set-up' },
  ],
  ['enough, the provider checks: wait', { balance: money({ payable: 100 }), payout: payout('in_setup', 'provider') }, { at: 'checking' }],
  [
    'enough, something is asked: go on',
    { balance: money({ payable: 100 }), payout: payout('in_setup', 'provider', 'you') },
    { at: 'set-up' },
  ],
  [
    'enough, the provider stopped it for good: nothing to press',
    { balance: money({ payable: 100 }), payout: payout('restricted') },
    { at: 'stopped' },
  ],
  [
    'earned, the provider looks into it: go by the rest',
    { signUps: [signUp()], balance: money({ held: 9 }), payout: payout('restricted', 'provider') },
    { at: 'reading' },
  ],
  [
    'all on its way',
    { signUps: [signUp({ state: 'settled' })], balance: money({ inTransfer: 109 }), payout: payout('active') },
    { at: 'way', cents: 109 },
  ],
  [
    'all is paid: another campaign',
    { signUps: [signUp({ state: 'settled' })], balance: money({}), payout: payout('active') },
    { at: 'join-again' },
  ],
  ['enough: transfer it', { balance: money({ payable: 100 }), payout: payout('active') }, { at: 'move', cents: 100 }],
  [
    'one cent short: another campaign',
    { signUps: [signUp({ state: 'settled' })], balance: money({ payable: 99 }), payout: payout('active') },
    { at: 'join-again' },
  ],
  [
    'ended, in the last checks',
    {
      signUps: [signUp({ state: 'ended' })],
      balance: money({ held: 70, holdings: [holding(40, at(9)), holding(30, at(33))] }),
      payout: payout('active'),
    },
    { at: 'held', cents: 40, until: at(9) },
  ],
  ['money not known: go by the rest', { signUps: [signUp({ videos: [] })] }, { at: 'publish' }],
  ['its time is over, not ended yet', { signUps: [signUp({ endsAt: at(-1), videos: [] })] }, { at: 'join-again' }],
]

test.each(rows)('%s', (_, standing, stage) => {
  expect(nextStage({ accounts: [verified], signUps: [], now: NOW, ...standing })).toMatchObject(stage)
})
