import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, NOBODYS_HASH, passwordMatches } from './password-hash.ts'

test('a password matches its own hash and no other', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await passwordMatches('correct horse', hash)).toBe(true)
  expect(await passwordMatches('correct horsE', hash)).toBe(false)
  expect(await passwordMatches('', hash)).toBe(false)
})

test('two hashes of one password differ by their salts', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

test('the parameters of a stored hash are used, so that they can be raised later', async () => {
  const nonce = Buffer.from('sixteen bytes ok')
  const hash = argon2Sync('argon2id', { message: 'older', nonce, memory: 8192, passes: 3, parallelism: 1, tagLength: 32 })
  const phc = `$argon2id$v=19$m=8192,t=3,p=1$${nonce.toString('base64').replaceAll('=', '')}$${hash.toString('base64').replaceAll('=', '')}`
  expect(await passwordMatches('older', phc)).toBe(true)
})

test('é matches whether it was typed as one or as two code points', async () => {
  expect(await passwordMatches('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true)
})

test('nobody’s hash is checked like a real one and matches nothing', async () => {
  const parameters = (phc: string) => phc.split('$').slice(0, 4)
  expect(parameters(NOBODYS_HASH)).toEqual(parameters(await hashPassword('correct horse')))
  expect(await passwordMatches('', NOBODYS_HASH)).toBe(false)
})

test('a damaged hash is a bug, not a wrong password', async () => {
  await expect(passwordMatches('x', 'plain text')).rejects.toThrow('cannot be read')
})

test('the event loop goes on while hashes are made', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  await Promise.all(Array.from({ length: 8 }, () => hashPassword('correct horse')))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(8)
})
