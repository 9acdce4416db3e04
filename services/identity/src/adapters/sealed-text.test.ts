import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyFor } from './derived-key.ts'
import { seal, unseal } from './sealed-text.ts'

const privateKey = () => createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))

test('decrypts sealed text only with the same private key and for the same purpose', () => {
  const key = privateKey()
  const sealed = seal('a secret', keyFor(key, 'second factors'))
  expect(sealed).not.toContain('a secret')
  expect(unseal(sealed, keyFor(key, 'second factors'))).toBe('a secret')
  expect(unseal(sealed, keyFor(key, 'Google sign-ins'))).toBeUndefined()
  expect(unseal(sealed, keyFor(privateKey(), 'second factors'))).toBeUndefined()
})

test('rejects altered text and seals the same text differently each time', () => {
  const key = keyFor(privateKey(), 'second factors')
  const sealed = seal('a secret', key)
  expect(seal('a secret', key)).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  for (const wrong of [bytes.toString('base64url'), 'x', '']) expect(unseal(wrong, key)).toBeUndefined()
})
