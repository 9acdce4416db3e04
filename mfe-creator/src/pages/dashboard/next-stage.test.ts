// @vitest-environment jsdom
import type { Account, CountedVideo, NetworkStatus, PayoutAccount, SignUp } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { aMeasuredVideo, anInvitation, aPartnership } from '../../components/partnerships/a-partnership.fixture.ts'
import { type CreatorSituation, nextStage } from './next-stage.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()
const account = (facts: Partial<Account>) => ({ network: 'instagram', username: 'lina', status: 'unverified', ...facts }) as Account
const verified = account({ status: 'verified', verifiedAt: at(-9) })
const onlyConnect = (network: NetworkStatus['network']): NetworkStatus => ({
  network,
  attemptsLeft: 10,
  attemptsLimit: 10,
  connect: 'required',
})
const video = (...faults: CountedVideo['faults']) => ({ videoId: 'v', faults }) as unknown as CountedVideo
const counted = (qualified: number, ...faults: CountedVideo['faults']) =>
  ({ videoId: 'v', qualified, inReview: 0, faults }) as unknown as CountedVideo
const signUp = (facts: Partial<SignUp> = {}) =>
  ({ id: 's', state: 'active', endsAt: at(48), videos: [video()], count: { excluded: [] }, ...facts }) as unknown as SignUp
const money = (facts: Partial<NonNullable<CreatorSituation['balance']>>) => ({
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

const planned = aPartnership({ status: 'planned', startsAt: at(24), endsAt: at(192) })
const running = (...videos: ReturnType<typeof aMeasuredVideo>[]) => ({
  partnership: aPartnership({ startsAt: at(-24), endsAt: at(24) }),
  videos,
})

const rows: [string, Partial<CreatorSituation>, object][] = [
  ['no account yet: add the first one', { accounts: [] }, { at: 'first' }],
  ['valid code: put it in the bio', { accounts: [account({ code: 'XF94URN', codeExpiresAt: at(1) })] }, { at: 'code' }],
  ['expired code: get a new one', { accounts: [account({ code: 'XF94URN', codeExpiresAt: at(-1) })] }, { at: 'expired' }],
  [
    'network that requires a connection: connect the account',
    { accounts: [account({ code: 'XF94URN', codeExpiresAt: at(1) })], networks: [onlyConnect('instagram')] },
    { at: 'connect' },
  ],
  [
    'another network that requires a connection: put the valid code in the bio',
    { accounts: [account({ code: 'XF94URN', codeExpiresAt: at(1) })], networks: [onlyConnect('tiktok')] },
    { at: 'code' },
  ],
  ['verification running: wait', { accounts: [account({ status: 'verifying' })] }, { at: 'verifying' }],
  ['verified account: sign up for a campaign', {}, { at: 'join' }],
  ['one verified and one unverified account: sign up for a campaign', { accounts: [account({}), verified] }, { at: 'join' }],
  ['sign-up without a video: publish one', { signUps: [signUp({ videos: [] })] }, { at: 'publish' }],
  [
    'two sign-ups without a video: publish for the campaign that ends first',
    { signUps: [signUp({ id: 'late', videos: [] }), signUp({ id: 'soon', videos: [], endsAt: at(5) })] },
    { at: 'publish', work: expect.objectContaining({ id: 'soon' }) },
  ],
  ['published video: wait for the next reading', { signUps: [signUp()] }, { at: 'reading' }],
  ['all views allocated, reviews open: wait for the next reading', { signUps: [signUp({ state: 'closed' })] }, { at: 'reading' }],
  [
    'a fault that can be fixed in place: fix it, even if another video has none',
    { signUps: [signUp({ videos: [video(), video('link_not_in_bio')] })] },
    { at: 'fault', fault: { reason: 'link_not_in_bio', videos: 1, views: 0 } },
  ],
  [
    'a fault that needs a new video, every video affected: fix it',
    { signUps: [signUp({ videos: [video('logo_absent')] })] },
    { at: 'fault' },
  ],
  [
    'a fault that needs a new video, another video without faults: wait for the next reading',
    { signUps: [signUp({ videos: [video(), video('logo_absent')] })] },
    { at: 'reading' },
  ],
  [
    'a fault after the campaign has ended: nothing to fix',
    { signUps: [signUp({ state: 'ended', videos: [video('code_missing')] })] },
    { at: 'join-again' },
  ],
  [
    'a fault and money to transfer: fix the fault first',
    { signUps: [signUp({ videos: [video('code_missing')] })], balance: money({ payable: 900 }), payout: payout('active') },
    { at: 'fault' },
  ],
  [
    'counted views at risk after the campaign has ended: save them before anything else',
    {
      signUps: [signUp({ videos: [video('code_missing')] }), signUp({ state: 'ended', videos: [counted(900, 'account_private')] })],
      balance: money({ payable: 900 }),
      payout: payout('active'),
    },
    { at: 'risk', risk: { reason: 'account_private', videos: 1, views: 900 } },
  ],
  [
    'views at risk in two campaigns: save those with the earlier final reading first',
    {
      signUps: [
        signUp({ id: 'late', videos: [counted(9, 'video_deleted')] }),
        signUp({ id: 'soon', state: 'ended', endsAt: at(90), endedAt: at(-9), videos: [counted(9, 'account_private', 'video_deleted')] }),
      ],
    },
    { at: 'risk', work: expect.objectContaining({ id: 'soon' }), risk: { reason: 'video_deleted' } },
  ],
  [
    'a deleted video and another fault: fix the other fault first',
    { signUps: [signUp({ videos: [counted(9, 'video_deleted')] }), signUp({ id: 'other', videos: [video('code_missing')] })] },
    { at: 'fault', fault: { reason: 'code_missing' } },
  ],
  [
    'a deleted video and enough money: transfer the money',
    { signUps: [signUp({ videos: [counted(9, 'video_deleted')] })], balance: money({ payable: 100 }), payout: payout('active') },
    { at: 'move' },
  ],
  [
    'a deleted video and a campaign without a video: publish one',
    { signUps: [signUp({ state: 'ended', videos: [counted(9, 'video_deleted')] }), signUp({ videos: [] })] },
    { at: 'publish' },
  ],
  [
    'a deleted video and first earnings: set up the payout account',
    { signUps: [signUp({ videos: [counted(9, 'video_deleted')] })], balance: money({ accruing: 1 }), payout: payout('none') },
    { at: 'set-up' },
  ],
  [
    'a deleted video and nothing else to do: restore the video',
    { signUps: [signUp(), signUp({ state: 'ended', videos: [counted(9, 'video_deleted')] })] },
    { at: 'risk' },
  ],
  [
    'only video deleted, without counted views: show the fault instead of the next reading',
    { signUps: [signUp({ videos: [counted(0, 'video_deleted')] })] },
    { at: 'fault', fault: { reason: 'video_deleted' } },
  ],
  [
    'a deleted video without counted views, or in a settled campaign: nothing at risk',
    {
      signUps: [
        signUp({ state: 'ended', videos: [counted(0, 'video_deleted')] }),
        signUp({ state: 'settled', videos: [counted(9, 'video_deleted')] }),
      ],
    },
    { at: 'join-again' },
  ],
  [
    'first earnings, no payout account: set one up',
    { signUps: [signUp()], balance: money({ accruing: 1 }), payout: payout('none') },
    { at: 'set-up' },
  ],
  [
    'first earnings, no payout account, no video: publish first',
    { signUps: [signUp({ videos: [] })], balance: money({ accruing: 1 }), payout: payout('none') },
    { at: 'publish' },
  ],
  [
    'enough to transfer, no payout account: set one up',
    { signUps: [signUp({ videos: [] })], balance: money({ payable: 100 }), payout: payout('none') },
    { at: 'set-up' },
  ],
  [
    'enough to transfer, Stripe is checking the account: wait',
    { balance: money({ payable: 100 }), payout: payout('in_setup', 'provider') },
    { at: 'checking' },
  ],
  [
    'enough to transfer, Stripe needs information: continue the setup',
    { balance: money({ payable: 100 }), payout: payout('in_setup', 'provider', 'you') },
    { at: 'complete' },
  ],
  [
    'enough to transfer, account disabled by Stripe: show why',
    { balance: money({ payable: 100 }), payout: payout('restricted') },
    { at: 'stopped' },
  ],
  [
    'held money, account under review by Stripe: wait for the next reading',
    { signUps: [signUp()], balance: money({ held: 9 }), payout: payout('restricted', 'provider') },
    { at: 'reading' },
  ],
  [
    'all money in transfer: show the amount',
    { signUps: [signUp({ state: 'settled' })], balance: money({ inTransfer: 109 }), payout: payout('active') },
    { at: 'way', cents: 109 },
  ],
  [
    'everything paid: sign up for another campaign',
    { signUps: [signUp({ state: 'settled' })], balance: money({}), payout: payout('active') },
    { at: 'join-again' },
  ],
  [
    'enough to transfer, active account: transfer it',
    { balance: money({ payable: 100 }), payout: payout('active') },
    { at: 'move', cents: 100 },
  ],
  [
    'one cent below the minimum: sign up for another campaign',
    { signUps: [signUp({ state: 'settled' })], balance: money({ payable: 99 }), payout: payout('active') },
    { at: 'join-again' },
  ],
  [
    'campaign has ended, money held for the final checks: show the first amount',
    {
      signUps: [signUp({ state: 'ended' })],
      balance: money({ held: 70, holdings: [holding(40, at(9)), holding(30, at(33))] }),
      payout: payout('active'),
    },
    { at: 'held', cents: 40, until: at(9) },
  ],
  ['open invitation: answer it', { invitations: [anInvitation()] }, { at: 'invited', invitation: { id: 'i1' } }],
  [
    'two open invitations: answer the one that expires first',
    { invitations: [anInvitation(), anInvitation({ id: 'soon', expiresAt: at(1) })] },
    { at: 'invited', invitation: { id: 'soon' } },
  ],
  ['invitation at its last moment: too late to answer', { invitations: [anInvitation({ expiresAt: at(0) })] }, { at: 'join' }],
  [
    'open invitation and enough money: answer the invitation first',
    { invitations: [anInvitation()], balance: money({ payable: 900 }), payout: payout('active') },
    { at: 'invited' },
  ],
  [
    'open invitation and views being lost: save the views first',
    { invitations: [anInvitation()], signUps: [signUp({ videos: [video('code_missing')] })] },
    { at: 'fault' },
  ],
  ['planned partnership: wait for its start', { partnerships: [{ partnership: planned, videos: undefined }] }, { at: 'planned' }],
  [
    'planned partnership past its beginning: publish a video',
    { partnerships: [{ partnership: { ...planned, startsAt: at(0) }, videos: [] }] },
    { at: 'publish', work: { kind: 'partnership', name: 'Kéfiro' } },
  ],
  ['active partnership without a video: publish one', { partnerships: [running()] }, { at: 'publish', work: { code: 'RF-P7K2Q' } }],
  [
    'active partnership whose videos have not loaded: do not ask for one',
    { partnerships: [{ ...running(), videos: undefined }] },
    { at: 'reading' },
  ],
  [
    'a partnership’s fault that can be fixed in place: fix it',
    { partnerships: [running(aMeasuredVideo({ faults: [{ reason: 'link_not_in_bio', fix: 'add_link' }] }))] },
    { at: 'fault', work: { id: 'p1' } },
  ],
  [
    'counted views of a partnership at risk: save them',
    { partnerships: [running(aMeasuredVideo({ faults: [{ reason: 'account_private', fix: 'make_public' }] }))] },
    { at: 'risk', risk: { reason: 'account_private', views: 6_240 } },
  ],
  ['active partnership with a video: wait for the next reading', { partnerships: [running(aMeasuredVideo())] }, { at: 'reading' }],
  ['balance unknown: ignore the money', { signUps: [signUp({ videos: [] })] }, { at: 'publish' }],
  [
    'campaign past its end but not settled: sign up for another campaign',
    { signUps: [signUp({ endsAt: at(-1), videos: [] })] },
    { at: 'join-again' },
  ],
]

test.each(rows)('%s', (_, situation, stage) => {
  expect(
    nextStage({ accounts: [verified], networks: [], signUps: [], invitations: [], partnerships: [], now: NOW, ...situation }),
  ).toMatchObject(stage)
})
