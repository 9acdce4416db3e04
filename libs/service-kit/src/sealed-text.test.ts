import { createPrivateKey, createPublicKey, createSecretKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyFor } from './derived-key.ts'
import { seal, unseal } from './sealed-text.ts'
import { newSecret } from './secret.ts'

const privateKey = () => createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))

test('decrypts sealed text only with the same private key and for the same purpose', () => {
  const key = privateKey()
  const sealed = seal('a secret', keyFor(key, 'identity: second factors'))
  expect(sealed).not.toContain('a secret')
  expect(unseal(sealed, keyFor(key, 'identity: second factors'))).toBe('a secret')
  expect(unseal(sealed, keyFor(key, 'identity: Google sign-ins'))).toBeUndefined()
  expect(unseal(sealed, keyFor(privateKey(), 'identity: second factors'))).toBeUndefined()
})

test('rejects altered text and seals the same text differently each time', () => {
  const key = keyFor(privateKey(), 'identity: second factors')
  const sealed = seal('a secret', key)
  expect(seal('a secret', key)).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  for (const wrong of [bytes.toString('base64url'), 'x', '']) expect(unseal(wrong, key)).toBeUndefined()
})

const secretKey = (text = newSecret()) => createSecretKey(text, 'base64url')

test('derives keys from a secret key', () => {
  const text = newSecret()
  const sealed = seal('a grant', keyFor(secretKey(text), 'verification: grants'))
  expect(unseal(sealed, keyFor(secretKey(text), 'verification: grants'))).toBe('a grant')
  expect(unseal(sealed, keyFor(secretKey(text), 'verification: connection attempts'))).toBeUndefined()
  expect(unseal(sealed, keyFor(secretKey(), 'verification: grants'))).toBeUndefined()
})

test('keeps keys that earlier versions derived', () => {
  // What earlier versions sealed with this private key.
  const former = 'BwcHBwcHBwcHBwcHFhc2fZ3OTmXAGCftkrroX7XFo840Ozgq'
  const key = keyFor(secretKey('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'), 'identity: second factors')
  expect(unseal(former, key)).toBe('a secret')
})

test('refuses a public key and a short secret', () => {
  expect(() => keyFor(createPublicKey(privateKey()), 'verification: grants')).toThrow('requires a private key')
  expect(() => keyFor(secretKey('c2hvcnQ'), 'verification: grants')).toThrow('requires a private key')
})
