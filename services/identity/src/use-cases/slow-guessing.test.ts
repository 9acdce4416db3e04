import { hashOfSecret } from '@reelfair/service-kit'
import { times } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { devices } from '../store/devices.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'

const { app, user, signIn, address } = await startIdentity()

const from = (headers: Readonly<Record<string, string>>) => (email: string, password: string) =>
  app.as('visitor').post('/sessions', { email, password }, { headers })

async function guess(count: number, how: (n: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (const n of times(count, (index) => index)) statuses.push((await how(n)).status)
  return statuses
}

test('slows down a network after ten wrong passwords, whichever addresses it tries', async () => {
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

test('slows down unknown devices, but not the owner’s known device, after ten wrong passwords for an address', async () => {
  const { email } = await user('creator')
  const { device } = await signIn(email)
  const home = (who: string, password: string) => from({ ...address(), 'x-device': device })(who, password)
  expect(await guess(10, () => signIn(email, 'wrong horse'))).toEqual(times(10, () => 401))

  const began = performance.now()
  expect((await signIn(email, 'wrong horse')).status).toBe(401)
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)

  const guesses = times(8, () => signIn(email, 'wrong horse'))
  expect((await home(email, PASSWORD)).status).toBe(201)
  const answers = await Promise.all(guesses)
  expect(answers.map(({ status }) => status)).toContain(401)
})

test('delays the owner’s sign-in from a new network but accepts it', async () => {
  const { email } = await user('creator')
  await guess(10, () => signIn(email, 'wrong horse'))
  const began = performance.now()
  expect((await signIn(email)).status).toBe(201)
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)
})

test('rejects attempts when the queue for their address is full', async () => {
  const { email } = await user('creator')
  await guess(10, () => signIn(email, 'wrong horse'))
  const answers = await Promise.all(times(8, () => signIn(email, 'wrong horse')))
  expect(answers.some(({ status, body }) => status === 429 && body.code === 'sign_in_slowed')).toBe(true)
}, 20_000)

test('slows down attempts on an unknown address just as on a known one', async () => {
  const email = 'nobody.at.all@example.org'
  expect(await guess(10, () => signIn(email, 'wrong horse'))).toEqual(times(10, () => 401))
  const began = performance.now()
  expect((await signIn(email, 'wrong horse')).body.code).toBe('wrong_credentials')
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)
})

test('allows sign-ins from a network again after 15 minutes without a failure', async () => {
  const { email } = await user('creator')
  const network = from(address())
  await guess(10, () => network(email, 'wrong horse'))
  app.clock.advance({ minutes: 15 })
  expect((await network(email, PASSWORD)).status).toBe(201)
})

test('keeps counting a guesser’s failures after they sign in to their own account', async () => {
  const [own, victim] = [await user('creator'), await user('creator')]
  const network = from(address())
  await guess(9, () => network(victim.email, 'wrong horse'))
  expect((await network(own.email, PASSWORD)).status).toBe(201)
  expect((await network(victim.email, 'wrong horse')).status).toBe(401)
  expect((await network(victim.email, 'wrong horse')).status).toBe(429)
})

describe('known devices', () => {
  test('slows down only the known device on which wrong passwords were entered', async () => {
    const { email } = await user('creator')
    const { device } = await signIn(email)
    const home = from({ ...address(), 'x-device': device })
    expect(await guess(10, () => home(email, 'wrong horse'))).toEqual(times(10, () => 401))
    expect(await home(email, PASSWORD)).toMatchObject({ status: 429, body: { code: 'sign_in_slowed', details: { seconds: 1 } } })
    const began = performance.now()
    expect((await signIn(email)).status).toBe(201)
    expect(performance.now() - began).toBeLessThan(990)
    app.clock.advance({ seconds: 1 })
    expect((await home(email, PASSWORD)).status).toBe(201)
  })

  test('signs the owner in on a known device even though its network is slowed down', async () => {
    const [{ email }, other] = [await user('creator'), await user('creator')]
    const shared = address()
    const { device } = await signIn(email)
    await guess(10, () => from(shared)(other.email, 'wrong horse'))
    expect((await from(shared)(email, PASSWORD)).status).toBe(429)
    expect((await from({ ...shared, 'x-device': device })(email, PASSWORD)).status).toBe(201)
  })

  test('treats a device as known only for users who have signed in on it', async () => {
    const [own, victim] = [await user('creator'), await user('creator')]
    const { device } = await signIn(own.email)
    const guesser = from({ ...address(), 'x-device': device })
    expect(await guess(10, () => guesser(victim.email, 'wrong horse'))).toEqual(times(10, () => 401))
    expect((await guesser(victim.email, 'wrong horse')).status).toBe(429)
  })

  test('keeps the device cookie when a second user signs in, but replaces a forged cookie', async () => {
    const [one, other] = [await user('creator'), await user('brand')]
    const { device } = await signIn(one.email)
    expect((await signIn(other.email, PASSWORD, 'visitor', device)).device).toBe(device)
    const madeUp = 'a'.repeat(43)
    expect((await signIn(one.email, PASSWORD, 'visitor', madeUp)).device).not.toBe(madeUp)
  })

  test('forgets a device after its user has signed in on twenty other devices', async () => {
    const { id, email } = await user('creator')
    const first = await signIn(email)
    for (const _ of times(20, (n) => n)) {
      app.clock.advance({ seconds: 1 })
      await signIn(email)
    }
    const kept = await devices.find(app.context(), { userId: id }, { limit: 100 })
    expect(kept).toHaveLength(20)
    expect(JSON.stringify(kept)).not.toContain(first.device)
    expect(kept.map(({ secretHash }) => secretHash)).not.toContain(hashOfSecret(first.device))
  })
})
