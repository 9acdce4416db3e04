import { Readable } from 'node:stream'
import { keyFor, makeSessionKeys, PrivateKey } from '@reelfair/service-kit'
import { expect, test } from 'vitest'
import { startFactorIdentity } from '../second-factor.fixture.ts'
import { resealSecondFactors } from './reseal-second-factors.ts'

const { app, keys, code, withFactor, answerWith, challengeOf } = await startFactorIdentity()

const run = (formerKey: string, presentKey: string) => {
  const context = app.context()
  const factorKey = keyFor(PrivateKey.parse(presentKey), 'identity: second factors')
  return resealSecondFactors.run(
    {},
    { ...context, ports: { ...context.ports, factorKey, standardInput: Readable.from([`${formerKey}\n`]) } },
  )
}

test('keeps authenticator apps working when the key is rotated and rotated back, and can run twice', async () => {
  const { email, appSecret } = await withFactor()
  const next = makeSessionKeys().privateKey
  expect(await run(keys.privateKey, next)).toBe('Re-encrypted 1, already encrypted with the present key 0, unreadable 0.')
  expect(await run(keys.privateKey, next)).toBe('Re-encrypted 0, already encrypted with the present key 1, unreadable 0.')
  expect((await answerWith(code(appSecret), await challengeOf(email))).status).toBe(403)
  expect(await run(makeSessionKeys().privateKey, keys.privateKey)).toContain('unreadable 1')
  expect(await run(next, keys.privateKey)).toContain('Re-encrypted 1')
  expect((await answerWith(code(appSecret), await challengeOf(email))).status).toBe(201)
})

test('still accepts a recovery code when the secret cannot be decrypted', async () => {
  const { email, recoveryCodes } = await withFactor()
  await run(keys.privateKey, makeSessionKeys().privateKey)
  expect((await answerWith(String(recoveryCodes[0]), await challengeOf(email))).status).toBe(201)
})

test('rejects text that is not a key', async () => {
  await expect(run('x', keys.privateKey)).rejects.toThrow('not an Ed25519 private key')
})
