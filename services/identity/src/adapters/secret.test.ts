import { expect, test } from 'vitest'
import { hashOfSecret, newSecret } from './secret.ts'

test('a secret has 256 bits and never comes twice', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret)
  expect(new Set(secrets).size).toBe(1_000)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
})

test('its hash is the same each time and does not hold it', () => {
  expect(hashOfSecret('s3cret')).toBe(hashOfSecret('s3cret'))
  expect(hashOfSecret('s3cret')).not.toBe(hashOfSecret('s3creT'))
  expect(hashOfSecret('s3cret')).toMatch(/^[A-Za-z0-9_-]{43}$/)
})
