import { movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { workflowEnv } from '../testing/start-verification.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(verification, { env: workflowEnv, clock })

test('returns the current code while it is valid and a new one after 24 hours', async () => {
  const me = app.as(person('creator'))
  const { code } = (await me.post('/accounts', { network: 'tiktok', username: 'lea' })).body
  clock.advance({ hours: 24, ms: -1 })
  expect((await me.put('/codes/tiktok', {})).body).toMatchObject({ network: 'tiktok', code })
  clock.advance({ ms: 1 })
  const renewed = await me.put('/codes/tiktok', {})
  const expiresAt = new Date(clock.now().getTime() + 86_400_000).toISOString()
  expect(renewed).toMatchObject({ status: 200, body: { network: 'tiktok', expiresAt } })
  expect(renewed.body.code).not.toBe(code)
  expect((await me.get('/accounts')).body.items[0]).toMatchObject({ code: renewed.body.code, codeExpiresAt: expiresAt })
})

test('issues a code before the first account, which then uses that code', async () => {
  const me = app.as(person('creator'))
  const { code } = (await me.put('/codes/youtube', {})).body
  expect((await me.post('/accounts', { network: 'youtube', username: 'lea' })).body.code).toBe(code)
})

test('returns the same code to 20 concurrent requests from one creator, and a different code to another creator', async () => {
  const creator = person('creator')
  const answers = await Promise.all(times(20, () => app.as(creator).put('/codes/instagram', {})))
  expect(new Set(answers.map(({ body }) => body.code)).size).toBe(1)
  expect(answers[0]?.body.code).toMatch(/^[A-HJ-NP-Z2-9]{7}$/)
  expect((await app.as(person('creator')).put('/codes/instagram', {})).body.code).not.toBe(answers[0]?.body.code)
})

test.each(['myspace', 'TikTok'])('rejects the unknown network %s', async (network) => {
  expect(await app.as('creator').put(`/codes/${network}`, {})).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})
