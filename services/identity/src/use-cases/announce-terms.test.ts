import { times } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { startWithBells } from '../notifications.fixture.ts'
import { notifications } from '../store/notifications.ts'
import { type User, userById, users } from '../store/users.ts'
import { announceTerms } from './announce-terms.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, member, signUp, newEmail } = await startWithBells({ env: { SMTP_URL: mailbox.url } })
const announce = (day = '2026-11-22', ctx = app.context()) => announceTerms({ day }, ctx)
const collection = () => users.native(app.context().connection)

/** Users of earlier tests must not fill the batches. */
beforeEach(async () => void (await collection().deleteMany({})))

const FIRST = { version: '1.0', acceptedAt: new Date('2026-11-20T12:00:00Z') }
async function earlyMember(role: 'creator' | 'brand' = 'creator') {
  const early = await member(role)
  await collection().updateOne({ _id: early.id }, { $set: { terms: [FIRST], termsKnown: 0 } })
  return early
}
const notifiedUsers = async () => {
  const all = await notifications.native(app.context().connection).find({ kind: 'terms-change' }).toArray()
  return all.map(({ userId }) => String(userId))
}

test.each([
  [
    'en',
    'New Terms from 7 December',
    'Version 1.1 takes effect on that day. It already applies to new accounts, campaign sign-ups and partnerships.',
    'Read the Terms',
  ],
  [
    'fr',
    'Nouvelles Conditions à partir du 7 décembre',
    'La version 1.1 entre en vigueur ce jour-là. Elle s’applique déjà aux nouveaux comptes, participations et partenariats.',
    'Lire les Conditions',
  ],
] as const)('names the day on which the version takes effect and links to its text (%s)', async (locale, title, text, label) => {
  const { id, email, list } = await earlyMember('brand')
  await collection().updateOne({ _id: id }, { $set: { locale } })
  await announce()
  const [notification, ...others] = (await list()).items
  expect(others).toEqual([])
  expect(notification).toMatchObject({ kind: 'terms-change', link: { href: '/terms/1.1' } })
  const { subject, body } = await mailbox.newest(email)
  if (locale === 'en') expect(notification).toMatchObject({ title, text: expect.stringContaining(text), link: { label } })
  expect(subject).toBe(`${title} 2026`)
  for (const part of [text, label, 'https://reelfair.test/terms/1.1']) expect(body).toContain(part)
  expect(body).not.toMatch(/\/unsubscribe\//)
})

test('notifies nobody before the day of publication', async () => {
  const { kinds } = await earlyMember()
  await announce('2026-11-21')
  expect(await kinds()).toEqual([])
  await announce()
  expect(await kinds()).toEqual(['terms-change'])
})

test('notifies each user once, even though the job runs every night and again after a crash', async () => {
  const early = await earlyMember()
  for (const day of ['2026-11-22', '2026-11-22', '2026-11-23']) await announce(day)
  expect(await early.kinds()).toEqual(['terms-change'])
})

test('does not notify users who accepted the version, unconfirmed users or admins', async () => {
  const accepted = await earlyMember()
  await accepted.client.post('/terms-acceptances', { version: '1.1' })
  const [current, admin] = [await member('creator'), await member('admin')]
  const email = newEmail()
  await signUp({ email })
  await collection().updateOne({ email }, { $set: { terms: [FIRST], termsKnown: 0 } })
  await announce()
  for (const { kinds } of [accepted, current, admin]) expect(await kinds()).toEqual([])
  const [unconfirmed] = await users.find(app.context(), { email }, { limit: 1 })
  expect(unconfirmed?.termsKnown).toBe(0)
  await collection().updateOne({ email }, { $set: { confirmedAt: new Date() } })
  await announce('2026-11-23')
  expect(await notifiedUsers()).toContain(unconfirmed?.id)
})

test('notifies each of 120 users exactly once, even if killed between two batches and run twice concurrently', async () => {
  const { id } = await earlyMember()
  const model = (await userById(app.context(), id)) as User
  const more = times(119, (n) => {
    const key = `early.${n}@example.org`
    const { id: _, email: __, emailKey: ___, ...copied } = model
    return { ...copied, _id: crypto.randomUUID(), email: key, emailKey: key }
  })
  await collection().insertMany(more)
  let commits = 0
  const ctx = app.context()
  const dying: typeof ctx = {
    ...ctx,
    transact: async (work) => {
      const result = await ctx.transact(work)
      commits += 1
      if (commits === 1) throw new Error('killed')
      return result
    },
  }
  await expect(announce('2026-11-22', dying)).rejects.toThrow('killed')
  const all = [id, ...more.map(({ _id }) => _id)]
  const notified = async () => (await notifiedUsers()).filter((userId) => all.includes(userId))
  expect((await notified()).length).toBe(50)
  await Promise.all([announce(), announce()])
  expect((await notified()).toSorted()).toEqual(all.toSorted())
})
