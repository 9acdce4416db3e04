/**
 * Hashes passwords with Argon2id in libuv's threads (4 in parallel, 19 MB each), so that hashing does not block the
 * event loop.
 * @source OWASP Password Storage: m = 19 MiB, t = 2, p = 1
 */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const format = (salt: Buffer, hash: Buffer) => `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(hash)}`

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

/**
 * A hash that no password matches. Checking a password against it takes as long as against a real hash, which hides
 * whether a user exists.
 */
export const DUMMY_HASH = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive('argon2id', {
    message: composed(password),
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: HASH_BYTES,
  })
  return format(salt, hash)
}

/**
 * Uses the parameters stored in the hash, which may differ from today's.
 * @throws Error if the stored text is not an Argon2id hash, which is a bug
 */
export async function passwordMatches(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, lanes, salt = '', hash = ''] = PHC.exec(phc) ?? []
  if (!memory) throw new Error('malformed password hash')
  const expected = Buffer.from(hash, 'base64')
  const found = await derive('argon2id', {
    message: composed(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  })
  return timingSafeEqual(found, expected)
}

/** Operating systems encode é, for example, as either one code point or two. */
const composed = (password: string) => password.normalize('NFC')
