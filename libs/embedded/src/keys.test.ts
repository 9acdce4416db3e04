import { expect, test } from 'vitest'
import { encodeKey } from './keys.ts'

// Each length exceeds all earlier ones, so the buffer grows while the last value of the first key is being encoded.
test.each([4_096, 8_192, 16_384])('encodes a key of more than %i bytes identically when the buffer grows', (bytes) => {
  for (const value of [true, 5, new Date(0)]) {
    const parts = ['x'.repeat(bytes - 2), value]
    const first = encodeKey(parts)
    expect(first.equals(encodeKey(parts))).toBe(true)
  }
})
