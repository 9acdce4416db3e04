import { person } from '@reelfair/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostile, rejectsHostileInput } from './testing/hostile-strings.ts'
import { startVerification } from './testing/start-verification.ts'

const verification = await startVerification()
const { app, workflow } = verification

test('rejects 100 hostile usernames and codes before they reach the workflow', { timeout: 120_000 }, () =>
  rejectsHostileInput(verification, 100),
)

test('rejects hostile strings in place of an account id, a network or a request field', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const part = encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E') || '%20'
      const creator = app.as(person('creator'))
      const statuses = [
        (await creator.post(`/accounts/${part}/verification`, {})).status,
        (await creator.put(`/codes/${part}`, {})).status,
        (await creator.post(`/accounts/${crypto.randomUUID()}/verification`, { userAgent: text, code: text })).status,
      ]
      for (const status of statuses) expect([400, 404]).toContain(status)
    }),
    { numRuns: 40 },
  )
  expect(workflow.asked).toEqual([])
}, 120_000)
