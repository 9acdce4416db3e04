import { VerificationCode } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import fc from 'fast-check'
import { expect } from 'vitest'
import { accounts } from '../store/accounts.ts'
import { attempts } from '../store/attempts.ts'
import type { startVerification } from './start-verification.ts'

type Example = [(typeof networks)[number], string, string, boolean]

const networks = ['instagram', 'tiktok', 'youtube'] as const

const PAYLOADS = [
  '../../etc/passwd',
  '{"$gt":""}',
  '$where',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '\u202Egro.efil',
  'lea\u0000films',
  'lea\r\nx-injected: 1',
  '%2e%2e%2f',
  'https://evil.example/lea',
  '@lea',
  ' lea',
  'lea ',
  '__proto__',
  'constructor',
  '🦊'.repeat(60),
  'ａｄｍｉｎ',
  'l\u0435a',
]
export const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(...PAYLOADS),
  fc.tuple(fc.constantFrom(...PAYLOADS), fc.string({ unit: 'binary', maxLength: 20 })).map(([payload, more]) => payload + more),
)
const isPlain = (username: string) => /^[\p{L}\p{N}._·-]{1,30}$/u.test(username)

/**
 * Sends `count` hostile usernames and codes, and checks that none reaches the workflow and that the service keeps
 * responding. Each payload is sent in a signed and an unsigned message.
 */
export async function rejectsHostileInput(
  { app, workflow, send }: Awaited<ReturnType<typeof startVerification>>,
  count: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...networks), hostile, hostile, fc.boolean(), async (network, username, code, signed) => {
      fc.pre(!isPlain(username) && !VerificationCode.safeParse(code).success)
      const creator = person('creator')
      const added = await app.as(creator).post('/accounts', { network, username })
      expect([400, 413]).toContain(added.status)
      expect(added.body.code).toMatch(/^(username_|invalid_input|malformed_body|too_large)/)
      const message = {
        id: crypto.randomUUID(),
        userId: creator.id,
        username,
        code,
        platform: network,
        timestamp: '2026-11-21T12:00:00Z',
        verified: true,
      }
      const answer = signed ? await send(message) : await send(message, code.replaceAll(/[^\x21-\x7e]/g, '') || 'x')
      // 429 is possible because all messages come from one address.
      expect(signed ? [204, 400, 429] : [400, 429]).toContain(answer.status)
    }),
    {
      numRuns: count,
      examples: PAYLOADS.flatMap((payload, index) =>
        [true, false].map((signed): Example => {
          const username = isPlain(payload) ? `${payload}/` : payload
          return [networks[index % networks.length] ?? 'tiktok', username, payload, signed]
        }),
      ),
    },
  )
  expect(workflow.asked).toEqual([])
  expect(await accounts.count(app.context(), {}, 10)).toBe(0)
  expect(await attempts.count(app.context(), {}, 10)).toBe(0)
  expect((await app.as('creator').get('/accounts')).status).toBe(200)
}
