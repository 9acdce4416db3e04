import { CampaignRequested, CampaignSettled, InvitationSent, TransferCompleted, ViewsEndangered } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { eventSamples } from '../event-samples.fixture.ts'
import { startMailbox } from '../mailbox.fixture.ts'
import { startWithBells } from '../notifications.fixture.ts'
import { mails } from '../store/mails.ts'
import { users } from '../store/users.ts'
import { sendNextMail } from './send-next-mail.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, member } = await startWithBells({ env: { SMTP_URL: mailbox.url } })

const settled = (brandId: string, campaignId: string = crypto.randomUUID()) =>
  CampaignSettled.of({ campaignId, brandId, status: 'completed', charged: 30_000, version: 9 })
const paid = (creatorId: string) => TransferCompleted.of({ transferId: crypto.randomUUID(), creatorId, amountCents: 4_137 })
const statesOf = async (to: string) =>
  (await mails.native(app.context().connection).find({ to }).toArray()).map(({ state }) => String(state))

test.each([
  ['en', /^“Fridge <b> door” is settled$/, 'Stop e-mails about “Campaigns”'],
  ['fr', /^«\u00a0Fridge <b> door\u00a0» est clôturée$/, 'Ne plus recevoir d’e-mails concernant «\u00a0Campagnes\u00a0»'],
] as const)('sends an e-mail in the recipient’s language (%s), as text and HTML, with a one-click link', async (locale, title, stop) => {
  const { id, email } = await member('brand')
  await users.native(app.context().connection).updateOne({ _id: id }, { $set: { locale } })
  const campaignId = crypto.randomUUID()
  await app.deliver(
    CampaignRequested.of({ campaignId, brandId: id, name: 'Fridge <b> door', network: 'tiktok', viewsGoal: 1_000, version: 1 }),
  )
  await app.deliver(settled(id, campaignId))
  const { body, head } = await mailbox.newest(email)
  expect(body).toContain(stop)
  expect(body).toContain('Fridge &lt;b&gt; door')
  expect(/<title>([^<]+)<\/title>/.exec(body)?.[1]?.replace('&lt;', '<').replace('&gt;', '>')).toMatch(title)
  expect(body).toContain(`https://reelfair.test/brand-dashboard/campaigns/${campaignId}`)
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/im)
  const [, token = ''] = /List-Unsubscribe:\s+<https:\/\/reelfair\.test\/unsubscribe\/([\w~-]+)>/i.exec(head) ?? []
  const answer = await fetch(`${app.url}/webhooks/unsubscribe/${token}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(answer.status).toBe(204)
  await app.deliver(settled(id))
  expect(await statesOf(email)).toHaveLength(1)
})

test('always sends e-mails about money, without an unsubscribe link', async () => {
  const { id, email } = await member('creator')
  await app.deliver(paid(id))
  const { body, head, subject } = await mailbox.newest(email)
  expect(subject).toContain('41.37')
  expect(head + body).not.toMatch(/List-Unsubscribe|\/unsubscribe\//i)
})

test('gives times with the year and time zone', async () => {
  const { id, email } = await member('creator')
  const { invitation } = eventSamples({ id: crypto.randomUUID() }, { id }, () => app.clock.now())
  await app.deliver(InvitationSent.of(invitation()))
  expect((await mailbox.newest(email)).body).toMatch(/on \d+ \w+ \d{4} at \d\d:\d\d, Paris time/)
})

test('does not send an e-mail that the user has switched off', async () => {
  const { id, email, choose, kinds } = await member('brand')
  await choose('campaigns', false)
  await app.deliver(settled(id))
  expect(await statesOf(email)).toEqual([])
  expect(await kinds()).toEqual(['campaign-settled'])
})

test('while the mail server is down, keeps e-mails and drops those that were switched off or are too late', async () => {
  const mailbox = await startMailbox()
  const manual = await startWithBells({ env: { SMTP_URL: mailbox.url }, workers: false })
  const [brand, creator] = [await manual.member('brand'), await manual.member('creator')]
  const work = async () => {
    while (await sendNextMail(manual.app.context()));
  }
  const states = async (to: string) =>
    (await mails.native(manual.app.context().connection).find({ to }).toArray()).map(({ state }) => String(state)).toSorted()
  const { clock } = manual.app
  const expiresAt = new Date(clock.now().getTime() + 3_600_000)
  const { invitation, subject } = eventSamples(brand, creator, () => clock.now())
  mailbox.mood = 'later'
  await manual.app.deliver(settled(brand.id))
  await manual.app.deliver(paid(creator.id))
  await manual.app.deliver(InvitationSent.of(invitation({ expiresAt })))
  const risk = { assignmentId: crypto.randomUUID(), reason: 'video_deleted', views: 5_985, finalReadingAt: expiresAt } as const
  await manual.app.deliver(ViewsEndangered.of({ ...subject, brandId: brand.id, creatorId: creator.id }, risk))
  await work()
  expect(await brand.kinds()).toEqual(['campaign-settled'])
  expect([await states(brand.email), await states(creator.email)]).toEqual([['waiting'], ['waiting', 'waiting', 'waiting']])
  await brand.choose('campaigns', false)
  clock.advance({ hours: 2 })
  mailbox.mood = 'take'
  await work()
  expect([await states(brand.email), await states(creator.email)]).toEqual([['dropped'], ['dropped', 'dropped', 'sent']])
  expect(mailbox.to(brand.email)).toEqual([])
  expect(mailbox.to(creator.email)).toHaveLength(1)
})
