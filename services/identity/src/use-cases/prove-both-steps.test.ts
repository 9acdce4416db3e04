/** One refusal per route shows that it asks for the proof; one route shows everything that the proof requires. */
import { countBy, type Person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { identity } from '../app.ts'
import { startFactorIdentity } from '../second-factor.fixture.ts'
import { users } from '../store/users.ts'
import { PASSWORD } from '../users.fixture.ts'
import { bothStepsRefusals } from './prove-both-steps.ts'
import { presenceRefusals } from './prove-presence.ts'

const { app, address, code, post, signedIn, withFactor } = await startFactorIdentity({}, { workers: false })
const { routes = [] } = identity
const WRONG = { code: 'AAAA-AAAA-AAAA-AAAA' }
const email = 'somebody@else.example'

const bothSteps: readonly (readonly [path: string, body: object])[] = [
  ['/google/connections', {}],
  ['/google/disconnections', {}],
  ['/account/deletion', { email }],
  ['/email-changes', { email }],
  ['/data-exports/:exportId/file', {}],
  ['/second-factor/recovery-codes', {}],
  ['/second-factor/removals', {}],
]
const onlyPresence: typeof bothSteps = [['/second-factor/enrolments', {}]]
const someone = await withFactor()
const send = (path: string, body: object) => post(path.replace(':exportId', crypto.randomUUID()), body, { as: someone.as })

test.each(bothSteps)('POST %s asks for both steps', async (path, body) => {
  expect(await send(path, { ...body, password: PASSWORD, ...WRONG })).toMatchObject({ status: 403, body: { code: 'wrong_code' } })
})

test.each(onlyPresence)('POST %s asks for the password', async (path, body) => {
  expect(await send(path, { ...body, password: 'wrong horse' })).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
})

test('the tables above list every route that asks for a proof', () => {
  const asking = (codes: readonly string[]) =>
    routes.filter(({ options }) => codes.every((one) => options.refuses?.some((refused) => refused === one))).map(({ path }) => path)
  expect(asking(bothStepsRefusals).toSorted()).toEqual(bothSteps.map(([path]) => path).toSorted())
  expect(asking(presenceRefusals).toSorted()).toEqual([...bothSteps, ...onlyPresence].map(([path]) => path).toSorted())
})

test('no password or code of a signed-in user is stored under an idempotency key', () => {
  const typed = ['password', 'currentPassword', 'code']
  const asking = routes.filter(
    ({ options: { role, input } }) => role !== 'visitor' && input instanceof z.ZodObject && typed.some((name) => name in input.shape),
  )
  expect(asking.length).toBeGreaterThan(bothSteps.length)
  expect(asking.filter(({ options }) => !options.confidential).map(({ path }) => path)).toEqual([])
})

const PATH = '/google/connections'
const ask = (as: Person, proof: object) => post(PATH, proof, { as })

test('requires the password, even right after the sign-in', async () => {
  const { as } = await signedIn()
  expect(await ask(as, {})).toMatchObject({ status: 403, body: { code: 'fresh_sign_in_required' } })
  expect(await ask(as, { password: 'wrong horse' })).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
  expect(await ask(as, { password: PASSWORD, code: '123456' })).toMatchObject({ status: 409, body: { code: 'second_factor_missing' } })
  expect((await ask(as, { password: PASSWORD })).status).toBe(201)
})

test('slows down password guesses, and counts them in the security log', async () => {
  const { as } = await signedIn()
  const headers = address()
  const guess = (password: string) => app.as(as).post(PATH, { password }, { headers })
  for (const _ of times(10, (n) => n)) expect(await guess('wrong horse')).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
  expect(await guess(PASSWORD)).toMatchObject({ status: 429, body: { code: 'sign_in_slowed' } })
  expect((await ask(as, { password: PASSWORD })).status).toBe(201)
  const { items } = (await app.as(as).get('/security-events')).body
  expect(items).toContainEqual(expect.objectContaining({ kind: 'wrong-password', count: 10 }))
})

test('requires a single-use code from a user with two-step sign-in', async () => {
  const { as, appSecret, email: own } = await withFactor()
  const right = code(appSecret)
  for (const [proof, refused] of [
    [{ password: PASSWORD }, 'wrong_code'],
    [{ password: PASSWORD, code: code(appSecret, 9) }, 'wrong_code'],
    [{ password: 'wrong horse', code: right }, 'wrong_password'],
    [{ code: right }, 'fresh_sign_in_required'],
  ] as const)
    expect((await ask(as, proof)).body.code).toBe(refused)
  // A refused request does not use up the code.
  const proof = { password: PASSWORD, code: right }
  expect((await post('/account/deletion', { email: `not-${own}`, ...proof }, { as })).body.code).toBe('deletion_email_differs')
  expect(countBy(await Promise.all(times(4, () => ask(as, proof))), 'status')).toEqual({ 201: 1, 403: 3 })
  expect((await ask(as, proof)).body.code).toBe('wrong_code')
})

test('slows down code guesses', async () => {
  const { as, appSecret } = await withFactor()
  for (const _ of times(10, (n) => n)) expect((await ask(as, { password: PASSWORD, ...WRONG })).status).toBe(403)
  const answer = await ask(as, { password: PASSWORD, code: code(appSecret) })
  expect(answer).toMatchObject({ status: 429, body: { code: 'code_slowed', details: { seconds: 1 } } })
})

test('requires a sign-in within the last ten minutes from a user without a password', async () => {
  const { as, id } = await signedIn()
  await users.native(app.context().connection).updateOne({ _id: id }, { $unset: { passwordHash: 1 } })
  app.clock.advance({ minutes: 10 })
  expect(await ask(as, {})).toMatchObject({ status: 403, body: { code: 'recent_sign_in_required' } })
  app.clock.advance({ ms: -1 })
  expect((await ask(as, {})).status).toBe(201)
})
