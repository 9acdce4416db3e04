import { generateKeyPairSync } from 'node:crypto'
import { TOKEN_SECONDS } from '@reelfair/contracts'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { makeSessionKeys, mintToken, PrivateKey, PublicKey, verifyToken } from './token.ts'

const keys = makeSessionKeys()
const privateKey = PrivateKey.parse(keys.privateKey)
const publicKey = PublicKey.parse(keys.publicKey)
const claims = {
  sub: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e',
  sid: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7f',
  role: 'brand',
  complete: false,
} as const
const now = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('returns the claims of a valid token', async () => {
  const token = await mintToken(claims, privateKey, now)
  expect(await verifyToken(token, publicKey, now)).toEqual(claims)
  expect(await verifyToken(token, publicKey, after(TOKEN_SECONDS - 1))).toEqual(claims)
})

test('rejects an expired token, whether cached or not', async () => {
  const [seen, unseen] = [await mintToken(claims, privateKey, now), await mintToken({ ...claims, complete: true }, privateKey, now)]
  await verifyToken(seen, publicKey, now)
  for (const token of [seen, seen, unseen]) {
    await expect(verifyToken(token, publicKey, after(TOKEN_SECONDS + 3))).rejects.toMatchObject({ code: 'not_signed_in' })
  }
})

test('rejects a token that we did not issue', async () => {
  const token = await mintToken(claims, privateKey, now)
  const other = PrivateKey.parse(makeSessionKeys().privateKey)
  const issued = Math.floor(now.getTime() / 1000)
  const signed = (change: (token: SignJWT) => SignJWT) =>
    change(
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuer('reelfair')
        .setAudience('reelfair-services')
        .setIssuedAt(issued)
        .setExpirationTime(issued + 10),
    ).sign(privateKey)
  const [head = '', body = ''] = token.split('.')
  const bad = [
    '',
    'x',
    `${head}.${body}.`,
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
    token.slice(0, -4).concat('AAAA'),
    await mintToken(claims, other, now),
    await signed((jwt) => jwt.setIssuer('somebody')),
    await signed((jwt) => jwt.setAudience('somebody')),
    await signed((jwt) => jwt.setExpirationTime(issued + 3600)),
    await signed((jwt) => jwt.setSubject('no id')),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('reelfair')
      .setAudience('reelfair-services')
      .setIssuedAt(issued)
      .setExpirationTime(issued + 10)
      .sign(Buffer.from(keys.publicKey)),
  ]
  // The valid variant passes, so each invalid one fails only because of what was changed.
  expect(await verifyToken(await signed((jwt) => jwt), publicKey, now)).toEqual(claims)
  for (const one of bad) await expect(verifyToken(one, publicKey, now), one).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('accepts keys only as PEM or raw bytes', () => {
  const { publicKey: spki, privateKey: pkcs8 } = generateKeyPairSync('ed25519')
  const pem = String(spki.export({ format: 'pem', type: 'spki' }))
  expect(PublicKey.parse(pem).equals(spki)).toBe(true)
  expect(PublicKey.parse(pem.replaceAll('\n', '\\n')).equals(spki)).toBe(true)
  expect(PrivateKey.parse(String(pkcs8.export({ format: 'pem', type: 'pkcs8' }))).equals(pkcs8)).toBe(true)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  for (const wrong of ['', 'abc', String(rsa.publicKey.export({ format: 'pem', type: 'spki' }))]) {
    expect(PublicKey.safeParse(wrong).error?.issues[0]?.message).toBe(
      'expected an Ed25519 public key, as PEM or as its 32 bytes in base64url',
    )
  }
})
