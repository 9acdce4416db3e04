import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { sessions } from '../store/sessions.ts'
import { findUserByEmail, users } from '../store/users.ts'
import { startIdentity } from '../users.fixture.ts'
import { createUser } from './create-user.ts'

const { app, user, signIn, exchange, typing } = await startIdentity()
const run = (email: string, role: 'creator' | 'brand', password?: string) =>
  createUser.run({ email, role, password: password && '-' }, typing(password ?? ''))

test('creates a user who can sign in with the printed password', async () => {
  const printed = await run('ada@example.org', 'brand')
  const [, password = ''] = /Password \(shown only once\): (\S+)$/.exec(printed) ?? []
  expect(password).toMatch(/^[\w-]{16}$/)
  expect(await signIn('ada@example.org', password)).toMatchObject({ status: 201, body: { role: 'brand' } })
  expect(JSON.stringify(await findUserByEmail(app.context(), 'ADA@example.org'))).not.toContain(password)
})

test('does not print a password read from standard input', async () => {
  expect(await run('bea@example.org', 'brand', 'given secret')).not.toContain('given secret')
  expect((await signIn('bea@example.org', 'given secret')).status).toBe(201)
})

test('creates a single user when 20 concurrent runs use the same address in upper and lower case', async () => {
  const all = await Promise.allSettled(
    times(20, (index) => run(index % 2 ? 'Cyd@Example.org' : 'cyd@example.org', 'creator', 'given secret')),
  )
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(19)
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'email_taken' } })
  expect(await users.count(app.context(), { emailKey: 'cyd@example.org' }, 10)).toBe(1)
})

test('accepts only the roles creator and brand, and rejects a password passed as an argument', () => {
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

test('rejects a common password', async () => {
  await expect(run('dan@example.org', 'brand', '123456')).rejects.toMatchObject({ code: 'password_common' })
  expect(await findUserByEmail(app.context(), 'dan@example.org')).toBeUndefined()
})

test('ends the sessions of an unconfirmed user with the same address', async () => {
  const { id, email } = await user('creator')
  const { secret } = await signIn(email)
  await users.native(app.context().connection).updateOne({ _id: id }, { $unset: { confirmedAt: '' } })
  await run(email, 'creator', 'given secret')
  expect((await exchange(secret)).status).toBe(401)
  expect(await sessions.count(app.context(), { userId: id }, 10)).toBe(0)
  expect((await app.emitted('session.ended')).map(({ userId }) => userId)).toContain(id)
})
