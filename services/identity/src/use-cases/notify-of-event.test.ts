import {
  AccessEnded,
  AccountAdded,
  AccountRemoved,
  AccountUpdated,
  CampaignActivated,
  CampaignEnded,
  CampaignRenamed,
  CampaignRequested,
  CampaignSettled,
  CreditOrderChanged,
  CreditsPurchased,
  type EventDraft,
  InvitationExpiring,
  InvitationSent,
  PartnershipAccepted,
  PartnershipEnded,
  PartnershipSettled,
  PartnershipStarted,
  TransferCompleted,
  TransferReversed,
  ViewsEndangered,
} from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { eventSamples } from '../event-samples.fixture.ts'
import { startWithBells } from '../notifications.fixture.ts'

const { app, member } = await startWithBells()
const id = () => crypto.randomUUID()
const now = () => app.clock.now()
const inHours = (hours: number) => new Date(now().getTime() + hours * 3_600_000)
const brand = await member('brand')
const creator = await member('creator')
const admin = await member('admin')
const people = { brand, creator, admin }
const { cases, review, decided, account, transfer, invitation, partnership, subject } = eventSamples(brand, creator, now)

test.each(cases)('%s notifies the right people once, even if it arrives twice', async (_, event, wanted) => {
  const roles = ['brand', 'creator', 'admin'] as const
  const before = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, (await people[role].kinds()).length] as const)))
  await app.deliver(event(), { times: 2 })
  for (const role of roles) {
    const kinds = await people[role].kinds()
    expect([role, kinds.slice(0, kinds.length - (before[role] ?? 0))]).toEqual([role, wanted[role] ?? []])
  }
})

test('ignores users who no longer exist', async () => {
  const unknown = id()
  await app.deliver(TransferCompleted.of(transfer({ creatorId: unknown })))
  expect(await app.database.collection('notifications').countDocuments({ userId: unknown })).toBe(0)
})

const campaignId = id()
const steps = [
  CampaignActivated.of({ campaignId, startsAt: now(), endsAt: inHours(168), brandId: id(), version: 2 }),
  CampaignEnded.of({
    campaignId,
    brandId: id(),
    status: 'completed',
    charged: 1_000,
    reserved: 0,
    kept: 0,
    endedAt: now(),
    payableAt: inHours(50),
    version: 7,
  }),
  CampaignSettled.of({ campaignId, brandId: id(), status: 'completed', charged: 1_000, version: 8 }),
]

test('reports each step of a campaign in order, and skips steps that a later one has overtaken', async () => {
  const kinds = ['campaign-started', 'campaign-goal-reached', 'campaign-settled'] as const
  const deliver = async (order: readonly number[]) => {
    const member_ = await member('brand')
    const campaign = id()
    for (const at of order) {
      const step = steps[at] as EventDraft<object>
      await app.deliver({ ...step, data: { ...step.data, brandId: member_.id, campaignId: campaign } })
    }
    return (await member_.kinds()).toReversed()
  }
  expect(await deliver([0, 1, 2])).toEqual(kinds)
  expect(await deliver([1, 0, 2])).toEqual([kinds[1], kinds[2]])
  expect(await deliver([2, 1, 0])).toEqual([kinds[2]])
})

test('reports each lost access to an account once, even if verification repeats the event', async () => {
  const { id: creatorId, kinds } = await member('creator')
  const ended = { ...account({ creatorId }), endedBy: 'network', endedAt: now() }
  await app.deliver(AccessEnded.of(ended))
  await app.deliver(AccessEnded.of(ended))
  expect(await kinds()).toEqual(['account-disconnected'])
  await app.deliver(AccessEnded.of(ended, { version: 5 }))
  await app.deliver(AccessEnded.of(ended))
  expect(await kinds()).toEqual(['account-disconnected', 'account-disconnected'])
})

test('asks for no answer after the deadline or the decision', async () => {
  const brand = await member('brand')
  const reviewId = id()
  await app.deliver(review('logo', { brandId: brand.id, decideBy: inHours(-1) }))
  await app.deliver(decided('admin', 'counts', { brandId: brand.id, reviewId }))
  await app.deliver(review('logo', { brandId: brand.id, reviewId }))
  expect(await brand.kinds()).toEqual(['review-counts-brand'])
})

test('asks the creator to save views each time before the last reading, but not after it', async () => {
  const { id: creatorId, kinds } = await member('creator')
  const atRisk = (reason: 'video_deleted' | 'account_private', finalReadingAt: Date) =>
    ViewsEndangered.of(subject, { brandId: id(), creatorId }, { assignmentId: id(), reason, views: 5_985, finalReadingAt })
  await app.deliver(atRisk('video_deleted', now()))
  expect(await kinds()).toEqual([])
  await app.deliver(atRisk('account_private', inHours(1)))
  expect(await kinds()).toEqual(['views-at-risk'])
})

test('does not remind the creator of an invitation that was accepted', async () => {
  const { id: creatorId, kinds } = await member('creator')
  const one = invitation({ creatorId })
  await app.deliver(PartnershipAccepted.of(partnership({ creatorId, partnershipId: one.invitationId })))
  await app.deliver(InvitationSent.of(one))
  await app.deliver(InvitationExpiring.of({ ...one, version: 3 }))
  expect(await kinds()).toEqual(['partnership-agreed'])
})

test('does not report a partnership’s start or provisional result after its settlement', async () => {
  const { id: creatorId, kinds } = await member('creator')
  const one = partnership({ creatorId })
  await app.deliver(PartnershipSettled.of({ ...one, version: 5 }))
  await app.deliver(PartnershipEnded.of({ ...one, version: 4 }))
  await app.deliver(PartnershipStarted.of({ ...one, version: 3 }))
  expect(await kinds()).toEqual(['partnership-settled'])
})

test('uses a brand’s present name, and none for a brand that no longer exists', async () => {
  const [{ id: creatorId, list }, { id: brandId, client }] = [await member('creator'), await member('brand')]
  const title = async () => (await list()).items[0].title
  const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@kefiro.example', termsAccepted: true }
  await app.deliver(InvitationSent.of(invitation({ creatorId, brandId })))
  expect(await title()).toBe('A brand has invited you')
  for (const brandName of ['Kefir', 'Kéfiro']) expect((await client.put('/brand', { brandName, ...contact })).status).toBe(200)
  expect(await title()).toBe('Kéfiro has invited you')
})

test('reports an order as paid even if the news of its failure arrives later', async () => {
  const { id: brandId, kinds } = await member('brand')
  const orderId = id()
  await app.deliver(CreditsPurchased.of({ orderId, brandId, package: 'growth', credits: 50_000, priceCents: 1_400 }))
  await app.deliver(CreditOrderChanged.of({ orderId, brandId, status: 'failed' }))
  expect(await kinds()).toEqual(['order-paid'])
})

test('does not report a transfer as paid after its reversal', async () => {
  const { id: creatorId, kinds } = await member('creator')
  const one = transfer({ creatorId })
  await app.deliver(TransferReversed.of(one))
  await app.deliver(TransferCompleted.of(one))
  expect(await kinds()).toEqual(['transfer-reversed'])
})

test('uses the newest name of a campaign, in whatever order the names arrive', async () => {
  const { id: brandId, list } = await member('brand')
  const campaignId = id()
  const title = async () => (await list()).items[0].title
  await app.deliver(CampaignSettled.of({ campaignId, brandId, status: 'completed', charged: 1, version: 9 }))
  expect(await title()).toBe('Your campaign is settled')
  await app.deliver(CampaignRenamed.of({ campaignId, brandId, name: 'Door', version: 3 }))
  await app.deliver(CampaignRequested.of({ campaignId, brandId, name: 'Fridge', network: 'tiktok', viewsGoal: 1_000, version: 1 }))
  expect(await title()).toBe('“Door” is settled')
})

test('uses an account’s newest username, and forgets it when the account is removed', async () => {
  const brand = await member('brand')
  const one = account({ username: 'lea', version: 1 })
  const text = async () => (await brand.list()).items[0].text
  await app.deliver(review('logo', { brandId: brand.id, accountId: one.accountId }))
  expect(await text()).toContain('a video by a creator is unclear')
  await app.deliver(AccountUpdated.of({ ...one, username: 'lea.films', version: 3 }))
  await app.deliver(AccountAdded.of(one))
  expect(await text()).toContain('a video by @lea.films is unclear')
  await app.deliver(AccountRemoved.of({ ...one, version: 4 }))
  await app.deliver(AccountUpdated.of({ ...one, version: 2 }))
  expect(await text()).toContain('a video by a creator is unclear')
})
