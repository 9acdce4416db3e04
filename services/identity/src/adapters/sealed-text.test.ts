import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, sealingKeyOf, unseal } from './sealed-text.ts'

const privateKey = () => createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))

test('decrypts sealed text only with the same private key', () => {
  const key = privateKey()
  const sealed = seal('a secret', sealingKeyOf(key))
  expect(sealed).not.toContain('a secret')
  expect(unseal(sealed, sealingKeyOf(key))).toBe('a secret')
  expect(unseal(sealed, sealingKeyOf(privateKey()))).toBeUndefined()
})

test('rejects altered text and seals the same text differently each time', () => {
  const key = sealingKeyOf(privateKey())
  const sealed = seal('a secret', key)
  expect(seal('a secret', key)).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  for (const wrong of [bytes.toString('base64url'), 'x', '']) expect(unseal(wrong, key)).toBeUndefined()
})
