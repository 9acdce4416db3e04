import { countBy, eventually, times } from '@reelfair/testkit'
import { expect, test, vi } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { startIdentity } from '../people.fixture.ts'
import { mails } from '../store/mails.ts'
import { users } from '../store/users.ts'
import { resendConfirmation } from './resend-confirmation.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, newEmail, user, signUp, resend } = await startIdentity({ env: { SMTP_URL: mailbox.url } })

const worked = (to: string) =>
  eventually(async () => {
    const rows = await mails.native(app.context().connection).find({ to }).toArray()
    expect(rows.map(({ state }) => state)).not.toContain('waiting')
    return rows
  })
const told = ({ status, body: { email: _, ...rest } }: { status: number; body: { email: string } }) => ({ status, rest })

test('known, confirmed and unknown addresses get one answer, and only who waits for a mail gets one', async () => {
  const [waiting, unknown] = [newEmail(), newEmail()]
  const { email: confirmed } = await user('creator')
  await signUp({ email: waiting })
  await mailbox.newest(waiting)
  app.clock.advance({ minutes: 1 })
  const answers = [await resend(waiting), await resend(confirmed), await resend(unknown)]
  expect(answers.map(told)).toEqual(times(3, () => ({ status: 202, rest: { resendAfterSeconds: 60 } })))
  await mailbox.newest(waiting, 2)
  await Promise.all([worked(confirmed), worked(unknown)])
  expect([mailbox.to(confirmed), mailbox.to(unknown)]).toEqual([[], []])
})

test('the request stores that somebody asked, the same for every address, and looks nobody up', async () => {
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

test.each(['known', 'unknown'])('a second mail to a %s address has to wait a minute', async (kind) => {
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

test('a mail that is asked for right after the sign-up comes when the sign-up’s cool-down is over', async () => {
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

test('of ten that ask at once one is heard', async () => {
  const email = newEmail()
  const answers = await Promise.all(times(10, () => resend(email)))
  expect(countBy(answers, 'status')).toEqual({ 202: 1, 429: 9 })
})
