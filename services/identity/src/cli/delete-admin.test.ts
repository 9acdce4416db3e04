import { eventually, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { userById } from '../store/users.ts'
import { startIdentity } from '../users.fixture.ts'
import { deleteAdmin } from './delete-admin.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, user, signIn, exchange } = await startIdentity({ env: { SMTP_URL: mailbox.url } })
const remove = (email: string) => deleteAdmin.run({ email }, app.context())
const gone = (id: string) => eventually(async () => expect(await userById(app.context(), id)).toBeUndefined(), { within: 15_000 })

test('deletes an administrator as the worker deletes other users, but never the last one', async () => {
  const [first, second, third] = [await user('admin'), await user('admin'), await user('admin')]
  const { secret } = await signIn(first.email)
  expect(await Promise.all(times(2, () => remove(first.email.toUpperCase())))).toEqual(times(2, () => expect.stringContaining(first.id)))
  await gone(first.id)
  expect((await exchange(secret)).status).toBe(401)
  expect((await signIn(first.email)).body.code).toBe('wrong_credentials')
  const mail = await mailbox.newest(first.email)
  expect(mail.subject).toBe('Your Reelfair account is deleted')
  expect(mail.body).not.toContain('as you asked')
  expect(await app.emitted('user.deleted')).toEqual([expect.objectContaining({ userId: first.id, role: 'admin' })])

  const both = await Promise.allSettled([remove(second.email), remove(third.email)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [left, leaving] = both[0]?.status === 'rejected' ? [second, third] : [third, second]
  await gone(leaving.id)
  await expect(remove(left.email)).rejects.toThrow('last administrator')
  expect((await signIn(left.email)).status).toBe(201)
})

test('rejects creators, brands and unknown addresses', async () => {
  for (const role of ['creator', 'brand'] as const) {
    const { id, email } = await user(role)
    await expect(remove(email)).rejects.toThrow('not an administrator')
    expect(await userById(app.context(), id)).toBeDefined()
  }
  await expect(remove('nobody@example.org')).rejects.toMatchObject({ code: 'not_found' })
})
