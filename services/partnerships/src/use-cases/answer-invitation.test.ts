import { SignupCreated } from '@reelfair/contracts'
import { countBy, movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { createAccount, createInvitation, draftFor, sendInvitation, storeLogo } from '../testing/create-invitation.ts'
import { takeDueSteps } from './take-due-steps.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock, workers: false })

const over = { status: 409, body: { code: 'invitation_over' } }
const joined = (of: { creator: { id: string }; brand: { id: string } }, more: object = {}) =>
  SignupCreated.of({
    ...{ signupId: crypto.randomUUID(), campaignId: crypto.randomUUID(), brandId: of.brand.id, creatorId: of.creator.id, version: 1 },
    ...{ accountId: crypto.randomUUID(), externalId: 'x', network: 'tiktok', username: 'lea', code: 'RF-A2345', link: 'https://a.example' },
    ...{ startsAt: clock.now(), endsAt: clock.now(), windowDays: 14, ...more },
  })

test('accepts an invitation: the creator gets a code, and the partnership begins on its day', async () => {
  const { id, creator, brand, accept, seenByCreator, emitted } = await sendInvitation(app)
  const answer = await accept()
  const expected = { id, status: 'planned', viewsGoal: 10_000, amountCents: 200, startsAt: '2026-12-04T23:00:00.000Z', brandName: 'Alpine' }
  expect(answer).toMatchObject({ status: 201, body: { ...expected, code: expect.stringMatching(/^RF-[N-Z][A-Z2-9]{4}$/) } })
  expect(await seenByCreator()).toMatchObject([{ status: 'accepted', respondedAt: clock.now().toISOString() }])
  expect(await emitted('partnership.accepted')).toMatchObject([{ partnershipId: id, brandId: brand.id, creatorId: creator.id }])
  expect(await emitted('partnership.started')).toEqual([])
})

test('begins at once if the first day has come', async () => {
  const { accept, emitted, creator } = await sendInvitation(app, { draft: { beginning: '2026-11-21' } })
  expect((await accept()).body).toMatchObject({
    status: 'active',
    startsAt: '2026-11-21T12:00:00.000Z',
    endsAt: '2026-11-28T12:00:00.000Z',
  })
  expect(await emitted('partnership.started')).toMatchObject([
    { externalId: `tiktok-${creator.id}`, link: 'https://alpine.example', windowDays: 14 },
  ])
})

test('responds alike to a repeated answer and refuses a different one', async () => {
  const accepted = await sendInvitation(app)
  const first = (await accepted.accept()).body
  expect((await accepted.accept()).body).toEqual(first)
  expect([await accepted.reject(), await accepted.withdraw()]).toMatchObject([over, over])
  const rejected = await sendInvitation(app)
  expect(await rejected.reject()).toMatchObject({ status: 200, body: { status: 'rejected' } })
  expect(await rejected.reject()).toMatchObject({ status: 200, body: { status: 'rejected' } })
  expect([await rejected.accept(), await rejected.withdraw()]).toMatchObject([over, over])
  expect(await rejected.emitted('invitation.closed')).toMatchObject([{ status: 'rejected', wasSent: true }])
  const withdrawn = await sendInvitation(app)
  expect([await withdrawn.withdraw(), await withdrawn.withdraw()]).toMatchObject([{ status: 200 }, { status: 200 }])
  expect([await withdrawn.accept(), await withdrawn.reject()]).toMatchObject([over, over])
  expect(await withdrawn.emitted('invitation.closed')).toMatchObject([{ status: 'withdrawn' }])
})

test('nobody can answer another user’s invitation, one without credits or one of the other side', async () => {
  const { id, brand, creator } = await sendInvitation(app)
  const waiting = await createInvitation(app)
  const missing = { status: 404, body: { code: 'not_found' } }
  for (const path of ['acceptance', 'refusal']) {
    expect(await app.as(person('creator')).post(`/invitations/${id}/${path}`)).toMatchObject(missing)
    expect(await app.as(waiting.creator).post(`/invitations/${waiting.id}/${path}`)).toMatchObject(missing)
    expect(await app.as(brand).post(`/invitations/${id}/${path}`)).toMatchObject({ status: 403 })
  }
  expect(await app.as(person('brand')).post(`/invitations/${id}/withdrawal`)).toMatchObject(missing)
  expect(await app.as(creator).post(`/invitations/${id}/withdrawal`)).toMatchObject({ status: 403 })
  expect(await app.as(waiting.brand).post(`/invitations/${waiting.id}/withdrawal`)).toMatchObject({ status: 200 })
})

test('reminds and expires unanswered invitations at their time, and late credits send nothing', async () => {
  const { accept, reject, withdraw, emitted, seenByCreator } = await sendInvitation(app)
  const withdrawn = await createInvitation(app)
  await withdrawn.withdraw()
  await app.deliver(withdrawn.held)
  expect(await withdrawn.emitted('invitation.sent')).toEqual([])
  clock.set('2026-11-22T08:00:00Z')
  while (await takeDueSteps(app.context()));
  expect(await emitted('invitation.expiring')).toMatchObject([{ expiresAt: '2026-11-22T12:00:00.000Z' }])
  clock.set('2026-11-22T12:00:00Z')
  expect(await seenByCreator()).toMatchObject([{ status: 'expired' }])
  expect([await accept(), await reject(), await withdraw()]).toMatchObject([over, over, over])
  while (await takeDueSteps(app.context()));
  expect(await emitted('invitation.closed')).toMatchObject([{ status: 'expired', wasSent: true }])
  clock.set('2026-11-21T12:00:00Z')
})

test('a campaign sign-up rejects the brand’s open invitations on that network, and no others', async () => {
  const [creator, brand] = [person('creator'), person('brand')]
  const superseded = await sendInvitation(app, { creator, brand })
  const waiting = await createInvitation(app, { creator, brand })
  const others = [await sendInvitation(app, { creator }), await sendInvitation(app, { brand })]
  const event = joined({ creator, brand })
  await app.deliver(event, { times: 2 })
  const { campaignId } = event.data as { campaignId: string }
  expect(await superseded.emitted('invitation.closed')).toMatchObject([{ status: 'rejected', campaignId, wasSent: true }])
  expect(await waiting.emitted('invitation.closed')).toMatchObject([{ status: 'rejected', campaignId, wasSent: false }])
  for (const other of others) expect(await other.emitted('invitation.closed')).toEqual([])
  const elsewhere = await sendInvitation(app)
  await app.deliver(joined(elsewhere, { network: 'instagram' }))
  expect(await elsewhere.emitted('invitation.closed')).toEqual([])
})

test('a brand has one open invitation per account, and may invite again once it has ended', async () => {
  const { brand, accountId, mediaId, withdraw } = await sendInvitation(app)
  const again = () => app.as(brand).post('/invitations', draftFor(app, accountId, mediaId))
  expect(await again()).toMatchObject({ status: 409, body: { code: 'invitation_open' } })
  await withdraw()
  const answers = await Promise.all(times(5, again))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: 4 })
  const other = person('brand')
  const own = await storeLogo(app, other.id)
  expect(await app.as(other).post('/invitations', draftFor(app, accountId, own))).toMatchObject({ status: 201 })
})

test('rejects another brand’s logo, and private or age-restricted accounts', async () => {
  const { accountId } = await createAccount(app)
  const brand = person('brand')
  const foreign = await storeLogo(app, person('brand').id)
  expect(await app.as(brand).post('/invitations', draftFor(app, accountId, foreign))).toMatchObject({ body: { code: 'logo_not_ready' } })
  const mediaId = await storeLogo(app, brand.id)
  for (const facts of [{ isPublic: false }, { ageRestricted: true }]) {
    const hidden = await createAccount(app, crypto.randomUUID(), facts)
    const answer = await app.as(brand).post('/invitations', draftFor(app, hidden.accountId, mediaId))
    expect(answer).toMatchObject({ body: { code: 'account_not_invitable' } })
  }
})

const outcomes = async (invitation: Awaited<ReturnType<typeof sendInvitation>>) => ({
  accepted: (await invitation.emitted('partnership.accepted')).length,
  closed: (await invitation.emitted('invitation.closed')).length,
})

test.each([
  ['two acceptances', (one) => [one.accept(), one.accept()]],
  ['an acceptance and a withdrawal', (one) => [one.accept(), one.withdraw()]],
  ['an acceptance and a refusal', (one) => [one.accept(), one.reject()]],
  ['an acceptance and a campaign sign-up', (one) => [one.accept(), app.deliver(joined(one))]],
  [
    'an acceptance, a withdrawal and two campaign sign-ups',
    (one) => [one.accept(), one.withdraw(), app.deliver(joined(one)), app.deliver(joined(one))],
  ],
] satisfies [string, (one: Awaited<ReturnType<typeof sendInvitation>>) => Promise<unknown>[]][])(
  '%s at once have one outcome',
  async (_, act) => {
    for (const _ of times(4, () => 0)) {
      const invitation = await sendInvitation(app)
      await Promise.all(act(invitation))
      const { accepted, closed } = await outcomes(invitation)
      expect(accepted + closed).toBe(1)
      const [{ status }] = await invitation.seenByBrand()
      expect(status === 'accepted').toBe(accepted === 1)
    }
  },
)

test('an acceptance in the last millisecond and the expiry have one outcome', async () => {
  for (const _ of times(4, () => 0)) {
    const invitation = await sendInvitation(app)
    clock.advance({ hours: 24 })
    const accepting = invitation.accept()
    await Promise.all([accepting, takeDueSteps(app.context())])
    expect([(await accepting).status, await outcomes(invitation)]).toEqual([409, { accepted: 0, closed: 1 }])
    clock.set('2026-11-21T12:00:00Z')
  }
})
