import { expect, test } from 'vitest'
import { encodeKey } from './keys.ts'

// Each is the first of its length: room for it is made byte by byte, at its last value.
test.each([4_096, 8_192, 16_384])('a key of more than %i bytes is the same when room is made for it as it is afterwards', (bytes) => {
  for (const value of [true, 5, new Date(0)]) {
    const parts = ['x'.repeat(bytes - 2), value]
    const first = encodeKey(parts)
    expect(first.equals(encodeKey(parts))).toBe(true)
  }
})
