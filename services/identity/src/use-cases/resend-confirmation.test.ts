import { countBy, eventually, times } from '@reelfair/testkit'
import { expect, test, vi } from 'vitest'
import { startMailbox, whenProcessed } from '../mailbox.fixture.ts'
import { mails } from '../store/mails.ts'
import { users } from '../store/users.ts'
import { startIdentity } from '../users.fixture.ts'
import { resendConfirmation } from './resend-confirmation.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, newEmail, user, signUp, resend } = await startIdentity({ env: { SMTP_URL: mailbox.url } })

const withoutEmail = ({ status, body: { email: _, ...rest } }: { status: number; body: { email: string } }) => ({ status, rest })

test('returns the same response for every address but sends an e-mail only to an unconfirmed address', async () => {
  const [waiting, unknown] = [newEmail(), newEmail()]
  const { email: confirmed } = await user('creator')
  await signUp({ email: waiting })
  await mailbox.newest(waiting)
  app.clock.advance({ minutes: 1 })
  const answers = [await resend(waiting), await resend(confirmed), await resend(unknown)]
  expect(answers.map(withoutEmail)).toEqual(times(3, () => ({ status: 202, rest: { resendAfterSeconds: 60 } })))
  await mailbox.newest(waiting, 2)
  await Promise.all([whenProcessed(app, confirmed), whenProcessed(app, unknown)])
  expect([mailbox.to(confirmed), mailbox.to(unknown)]).toEqual([[], []])
})

test('stores the same request for every address without looking up a user', async () => {
  const quiet = await startIdentity({ workers: false })
  const [waiting, unknown] = [quiet.newEmail(), quiet.newEmail()]
  await quiet.signUp({ email: waiting })
  const read = vi.spyOn(users, 'findOne')
  const wrote = vi.spyOn(mails, 'insert')
  const costOf = async (email: string) => {
    read.mockClear()
    wrote.mockClear()
    const context = { ...quiet.app.context(), locale: 'en', actor: { kind: 'visitor' } } as const
    await resendConfirmation({ email }, context)
    return { read: read.mock.calls.length, wrote: wrote.mock.calls.map(([, mail]) => mail.kind) }
  }
  const costs = [await costOf(waiting), await costOf(unknown)]
  vi.restoreAllMocks()
  expect(costs).toEqual(times(2, () => ({ read: 0, wrote: ['resend'] })))
})

test.each(['known', 'unknown'])('rejects a second request for an e-mail to a %s address within a minute', async (kind) => {
  const email = newEmail()
  if (kind === 'known') await signUp({ email })
  expect((await resend(email)).status).toBe(202)
  app.clock.advance({ seconds: 30 })
  const answer = await resend(email.toUpperCase())
  expect(answer).toMatchObject({ status: 429, body: { code: 'resend_too_soon', details: { seconds: expect.any(Number) } } })
  expect(answer.body.details.seconds).toBeLessThanOrEqual(30)
  app.clock.advance({ seconds: 30 })
  expect((await resend(email)).status).toBe(202)
})

test('delays an e-mail requested right after sign-up until the cool-down ends', async () => {
  const email = newEmail()
  await signUp({ email })
  await mailbox.newest(email)
  expect((await resend(email)).status).toBe(202)
  await eventually(async () => {
    const rows = await mails.native(app.context().connection).find({ to: email, kind: 'resend' }).toArray()
    expect(rows.map(({ attempts, state }) => [attempts, state])).toEqual([[1, 'waiting']])
  })
  app.clock.advance({ minutes: 1 })
  await mailbox.newest(email, 2)
})

test('accepts exactly one of ten concurrent requests for an e-mail', async () => {
  const email = newEmail()
  const answers = await Promise.all(times(10, () => resend(email)))
  expect(countBy(answers, 'status')).toEqual({ 202: 1, 429: 9 })
})
