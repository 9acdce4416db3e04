import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startIdentity } from '../people.fixture.ts'
import { sessions } from '../store/sessions.ts'
import { findUserByEmail, users } from '../store/users.ts'
import { createUser } from './create-user.ts'

const { app, user, signIn, exchange, typing } = await startIdentity()
const run = (email: string, role: 'creator' | 'brand', password?: string) =>
  createUser.run({ email, role, password: password && '-' }, typing(password ?? ''))

test('makes a user who can sign in with the password that was printed once', async () => {
  const printed = await run('ada@example.org', 'brand')
  const [, password = ''] = /Password \(shown this once\): (\S+)$/.exec(printed) ?? []
  expect(password).toMatch(/^[\w-]{16}$/)
  expect(await signIn('ada@example.org', password)).toMatchObject({ status: 201, body: { role: 'brand' } })
  expect(JSON.stringify(await findUserByEmail(app.context(), 'ADA@example.org'))).not.toContain(password)
})

test('a given password is not printed', async () => {
  expect(await run('bea@example.org', 'brand', 'given secret')).not.toContain('given secret')
  expect((await signIn('bea@example.org', 'given secret')).status).toBe(201)
})

test('of a hundred at once with one address, in any capitals, one is made', async () => {
  const all = await Promise.allSettled(
    times(100, (index) => run(index % 2 ? 'Cyd@Example.org' : 'cyd@example.org', 'creator', 'given secret')),
  )
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(99)
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'email_taken' } })
  expect(await users.count(app.context(), { emailKey: 'cyd@example.org' }, 10)).toBe(1)
})

test('makes creators and brands, and takes no password among the arguments, where others could read it', () => {
  const { email, role, password } = createUser.args
  expect(['given secret', '', '--', '-', undefined].map((one) => password?.safeParse(one).success)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  expect(['creator', 'brand', 'admin', 'root'].map((one) => role?.safeParse(one).success)).toEqual([true, true, false, false])
  expect(email?.safeParse('ada').success).toBe(false)
})

test('takes none of the most common passwords', async () => {
  await expect(run('dan@example.org', 'brand', '123456')).rejects.toMatchObject({ code: 'password_common' })
  expect(await findUserByEmail(app.context(), 'dan@example.org')).toBeUndefined()
})

test('ends the sessions of whoever had the address without confirming it', async () => {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  await users.native(app.context().connection).updateOne({ _id: id }, { $unset: { confirmedAt: '' } })
  await run(email, 'creator', 'given secret')
  expect((await exchange(secret)).status).toBe(401)
  expect(await sessions.count(app.context(), { userId: id }, 10)).toBe(0)
  expect((await app.emitted('session.ended')).map(({ userId }) => userId)).toContain(id)
})
