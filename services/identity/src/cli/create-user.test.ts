import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startIdentity } from '../people.fixture.ts'
import { findUserByEmail, users } from '../store/users.ts'
import { createUser } from './create-user.ts'

const { app, signIn } = await startIdentity()
const run = (email: string, role: 'creator' | 'brand' | 'admin', password?: string) =>
  createUser.run({ email, role, password }, app.context())

test('makes a user who can sign in with the password that was printed once', async () => {
  const printed = await run('ada@example.org', 'admin')
  const [, password = ''] = /Password \(shown this once\): (\S+)$/.exec(printed) ?? []
  expect(password).toMatch(/^[\w-]{16}$/)
  expect(await signIn('ada@example.org', password)).toMatchObject({ status: 201, body: { role: 'admin' } })
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

test('takes passwords of 6 to 128 characters and the three roles', () => {
  const { email, role, password } = createUser.args
  expect([5, 6, 128, 129].map((length) => password?.safeParse('x'.repeat(length)).success)).toEqual([false, true, true, false])
  expect(['creator', 'brand', 'admin', 'root'].map((one) => role?.safeParse(one).success)).toEqual([true, true, true, false])
  expect(email?.safeParse('ada').success).toBe(false)
})
