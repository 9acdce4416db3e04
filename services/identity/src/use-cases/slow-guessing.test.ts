import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { PASSWORD, startIdentity } from '../people.fixture.ts'

const { app, user, signIn, address } = await startIdentity()

const from = (headers: Readonly<Record<string, string>>) => (email: string, password: string) =>
  app.as('visitor').post('/sessions', { email, password }, { headers })

async function guess(count: number, how: (n: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (const n of times(count, (index) => index)) statuses.push((await how(n)).status)
  return statuses
}

test('ten wrong passwords from one network slow the next ones, for whichever address', async () => {
  const [one, other] = [await user('creator'), await user('brand')]
  const network = from(address())
  expect(await guess(10, () => network(one.email, 'wrong horse'))).toEqual(times(10, () => 401))
  const next = await network(other.email, PASSWORD)
  expect(next).toMatchObject({ status: 429, body: { code: 'sign_in_slowed', details: { seconds: 1 } } })
  app.clock.advance({ seconds: 1 })
  expect((await network(other.email, 'wrong horse')).status).toBe(401)
  expect((await network(other.email, PASSWORD)).body.details).toEqual({ seconds: 2 })
  app.clock.advance({ seconds: 2 })
  expect((await network(other.email, PASSWORD)).status).toBe(201)
})

test('ten wrong passwords for one address slow strangers, and never the owner where they signed in before', async () => {
  const { email } = await user('creator')
  const home = from(address())
  expect((await home(email, PASSWORD)).status).toBe(201)
  expect(await guess(10, () => signIn(email, 'wrong horse'))).toEqual(times(10, () => 401))

  const began = performance.now()
  expect((await signIn(email, 'wrong horse')).status).toBe(401)
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)

  const strangers = times(8, () => signIn(email, 'wrong horse'))
  expect((await home(email, PASSWORD)).status).toBe(201)
  const answers = await Promise.all(strangers)
  expect(answers.map(({ status }) => status)).toContain(401)
})

test('the owner gets in from a new network too, only later', async () => {
  const { email } = await user('creator')
  await guess(10, () => signIn(email, 'wrong horse'))
  const began = performance.now()
  expect((await signIn(email)).status).toBe(201)
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)
})

test('more strangers at once than stand in line are told to come back', async () => {
  const { email } = await user('creator')
  await guess(10, () => signIn(email, 'wrong horse'))
  const answers = await Promise.all(times(8, () => signIn(email, 'wrong horse')))
  expect(answers.some(({ status, body }) => status === 429 && body.code === 'sign_in_slowed')).toBe(true)
}, 20_000)

test('an address that nobody has is slowed like any other', async () => {
  const email = 'nobody.at.all@example.org'
  expect(await guess(10, () => signIn(email, 'wrong horse'))).toEqual(times(10, () => 401))
  const began = performance.now()
  expect((await signIn(email, 'wrong horse')).body.code).toBe('wrong_credentials')
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)
})

test('a quarter of an hour without a failure makes good', async () => {
  const { email } = await user('creator')
  const network = from(address())
  await guess(10, () => network(email, 'wrong horse'))
  app.clock.advance({ minutes: 15 })
  expect((await network(email, PASSWORD)).status).toBe(201)
})

test('one’s own account does not reset the count for guessing others’', async () => {
  const [own, victim] = [await user('creator'), await user('creator')]
  const network = from(address())
  await guess(9, () => network(victim.email, 'wrong horse'))
  expect((await network(own.email, PASSWORD)).status).toBe(201)
  expect((await network(victim.email, 'wrong horse')).status).toBe(401)
  expect((await network(victim.email, 'wrong horse')).status).toBe(429)
})
