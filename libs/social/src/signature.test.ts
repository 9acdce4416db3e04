import { expect, test } from 'vitest'
import { isSigned, signMessage } from './signature.ts'

const secret = 'secret-of-the-tests'
const body = Buffer.from('{"id":"m-1"}')
const at = new Date('2026-11-21T12:00:00Z')
const seconds = at.getTime() / 1_000

test('a message is taken for five minutes, to both sides', () => {
  for (const age of [0, 300, -300]) expect(isSigned(secret, body, signMessage(secret, body, seconds - age), at)).toBe(true)
  for (const age of [301, -301]) expect(isSigned(secret, body, signMessage(secret, body, seconds - age), at)).toBe(false)
})

test.each([
  ['another secret', signMessage('other', body, seconds)],
  ['another body', signMessage(secret, '{"id":"m-2"}', seconds)],
  ['another moment', signMessage(secret, body, seconds - 1).replace(/t=\d+/, `t=${seconds}`)],
  ['no signature', ''],
  ['half a signature', signMessage(secret, body, seconds).slice(0, -2)],
  ['letters for a moment', 't=now,v1='.padEnd(73, '0')],
])('%s is refused', (_, header) => expect(isSigned(secret, body, header, at)).toBe(false))
