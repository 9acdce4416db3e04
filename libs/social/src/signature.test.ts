import { expect, test } from 'vitest'
import { signMessage } from './signature.fixture.ts'
import { isSigned } from './signature.ts'

const secret = 'secret-of-the-tests'
const body = Buffer.from('{"id":"m-1"}')
const at = new Date('2026-11-21T12:00:00Z')
const seconds = at.getTime() / 1_000

test('accepts a message signed up to five minutes before or after now', () => {
  for (const age of [0, 300, -300]) expect(isSigned(secret, body, signMessage(secret, body, seconds - age), at)).toBe(true)
  for (const age of [301, -301]) expect(isSigned(secret, body, signMessage(secret, body, seconds - age), at)).toBe(false)
})

test.each([
  ['a different secret', signMessage('other', body, seconds)],
  ['a different body', signMessage(secret, '{"id":"m-2"}', seconds)],
  ['a changed time', signMessage(secret, body, seconds - 1).replace(/t=\d+/, `t=${seconds}`)],
  ['a missing signature', ''],
  ['a truncated signature', signMessage(secret, body, seconds).slice(0, -2)],
  ['a non-numeric time', 't=now,v1='.padEnd(73, '0')],
])('rejects %s', (_, header) => expect(isSigned(secret, body, header, at)).toBe(false))
