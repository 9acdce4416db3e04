import { BrandRegistered } from '@reelfair/contracts'
import { countBy, movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { anAccount } from '../testing/an-invitation.ts'

const app = await startService(partnerships, { clock: movableClock('2026-11-21T22:30:00Z') })
const draft = { weeklyViewsGoal: 10_000, link: 'https://alpine.example', caption: 'Try our boots', beginning: '2026-11-21' }

const requestedOf = async (brandId: string) => (await app.emitted('invitation.requested')).filter((event) => event.brandId === brandId)

test('a brand invites an account, and the invitation waits for its credits', async () => {
  const { accountId, creatorId } = await anAccount(app)
  const brand = person('brand')
  await app.hear(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  const answer = await app.as(brand).post('/invitations', { ...draft, accountId })
  const expected = {
    ...draft,
    accountId,
    creatorId,
    brandId: brand.id,
    brandName: 'Alpine',
    username: 'lea',
    network: 'tiktok',
    amountCents: 200,
    status: 'funding',
  }
  expect(answer).toMatchObject({ status: 201, body: expected })
  expect(await requestedOf(brand.id)).toEqual([
    { invitationId: answer.body.id, brandId: brand.id, creatorId, accountId, network: 'tiktok', viewsGoal: 10_000, version: 1 },
  ])
})

test.each([
  ['accountId', 'none', 400, 'invalid_input'],
  ['accountId', '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e', 404, 'not_found'],
  ['weeklyViewsGoal', 0, 400, 'invalid_input'],
  ['weeklyViewsGoal', 1_001, 400, 'invalid_input'],
  ['weeklyViewsGoal', 501_000, 400, 'invalid_input'],
  ['link', 'javascript:alert(1)', 400, 'invalid_input'],
  ['caption', ' ', 400, 'invalid_input'],
  ['caption', 'x'.repeat(501), 400, 'invalid_input'],
  ['beginning', 'tomorrow', 400, 'invalid_input'],
  ['beginning', '2026-02-30', 400, 'invalid_input'],
  ['beginning', '2026-11-20', 400, 'beginning_past'],
  ['status', 'pending', 400, 'invalid_input'],
  ['creatorId', '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e', 400, 'invalid_input'],
])('an invitation whose %s is %j is answered %i %s', async (field, value, status, code) => {
  const { accountId } = await anAccount(app)
  expect(await app.as('brand').post('/invitations', { ...draft, accountId, [field]: value })).toMatchObject({ status, body: { code } })
})

test('a repeated request with one key makes one invitation, also at once', async () => {
  const { accountId } = await anAccount(app)
  const brand = person('brand')
  const key = crypto.randomUUID()
  const answers = await Promise.all(times(10, () => app.as(brand).post('/invitations', { ...draft, accountId }, { key })))
  expect(countBy(answers, 'status')).toEqual({ 201: 10 })
  expect(await requestedOf(brand.id)).toHaveLength(1)
})
