import { expect, test } from 'vitest'
import { hashOfSecret, newSecret } from './secret.ts'

test('creates unique 256-bit secrets', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret)
  expect(new Set(secrets).size).toBe(1_000)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
})

test('hashes a secret to the same value each time without revealing it', () => {
  expect(hashOfSecret('s3cret')).toBe(hashOfSecret('s3cret'))
  expect(hashOfSecret('s3cret')).not.toBe(hashOfSecret('s3creT'))
  expect(hashOfSecret('s3cret')).toMatch(/^[A-Za-z0-9_-]{43}$/)
})
