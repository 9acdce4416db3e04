import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { DUMMY_HASH, hashPassword, passwordMatches } from './password-hash.ts'

test('matches a password only with its own hash', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await passwordMatches('correct horse', hash)).toBe(true)
  expect(await passwordMatches('correct horsE', hash)).toBe(false)
  expect(await passwordMatches('', hash)).toBe(false)
})

test('uses a new salt for each hash', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

test('checks a password with the parameters of its stored hash, so that the defaults can be raised later', async () => {
  const nonce = Buffer.from('sixteen bytes ok')
  const hash = argon2Sync('argon2id', { message: 'older', nonce, memory: 8192, passes: 3, parallelism: 1, tagLength: 32 })
  const phc = `$argon2id$v=19$m=8192,t=3,p=1$${nonce.toString('base64').replaceAll('=', '')}$${hash.toString('base64').replaceAll('=', '')}`
  expect(await passwordMatches('older', phc)).toBe(true)
})

test('matches é whether it is typed as one or two code points', async () => {
  expect(await passwordMatches('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true)
})

test('gives DUMMY_HASH the parameters of a real hash but never matches a password with it', async () => {
  const parameters = (phc: string) => phc.split('$').slice(0, 4)
  expect(parameters(DUMMY_HASH)).toEqual(parameters(await hashPassword('correct horse')))
  expect(await passwordMatches('', DUMMY_HASH)).toBe(false)
})

test('throws an error for a malformed hash', async () => {
  await expect(passwordMatches('x', 'plain text')).rejects.toThrow('malformed password hash')
})

test('hashes passwords without blocking the event loop', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  await Promise.all(Array.from({ length: 8 }, () => hashPassword('correct horse')))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(8)
})
