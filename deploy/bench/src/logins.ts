/** Compares sign-ins through the identity service with Argon2id alone, which is deliberately slow. */
import { type Argon2Parameters, argon2, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { makeSessionKeys } from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import { startChild } from './child.ts'
import { atClose, closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import type { Race, Suite } from './harness.ts'
import { demand } from './items.ts'
import { type Call, openLoad } from './load.ts'
import { connectDriver, newPrefix } from './payouts.ts'
import { sized } from './sizes.ts'

/** Enough users to stay below the session limit within a sample; at the limit, a sign-in ends the oldest session. */
const PEOPLE = sized(40, 2)
const PASSWORD = 'correct horse of the bench'
/** libuv hashes four passwords at a time. */
const CONNECTIONS = 8

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** Reads the parameters from a stored hash, so that both sides do the same work. */
function parametersOf(phc: string): Omit<Argon2Parameters, 'message' | 'nonce'> {
  const [, memory, passes, parallelism, hash = ''] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[^$]+\$([^$]+)$/.exec(phc) ?? []
  demand(memory !== undefined, 'a stored hash that contains its parameters')
  const tagLength = Buffer.from(hash, 'base64').length
  return { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength }
}

const world = once(async () => {
  const { uri } = await mongo()
  const DB_PREFIX = newPrefix()
  const keys = makeSessionKeys()
  const people = Array.from({ length: PEOPLE }, (_, i) => `person-${i}@bench.example`)
  const product = await startChild('serve-identity.ts', {
    ...smallLimits,
    MONGODB_URI: uri,
    DB_PREFIX,
    SESSION_PUBLIC_KEY: keys.publicKey,
    SESSION_PRIVATE_KEY: keys.privateKey,
    GATEWAY_SECRET: randomUUID(),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Reelfair <hello@bench.example>',
    PUBLIC_ORIGIN: 'https://bench.example',
    PEOPLE: JSON.stringify(people),
    PASSWORD,
  })
  atClose(product.stop)
  const load = openLoad(product.url, CONNECTIONS)
  atClose(load.close)
  const calls = people.map(
    (email, i): Call => ({
      method: 'POST',
      path: '/sessions',
      body: JSON.stringify({ email, password: PASSWORD }),
      // Each user signs in from a different network.
      headers: { 'x-forwarded-for': `2001:db8:${i.toString(16)}::1`, 'accept-language': 'en' },
    }),
  )
  // The first sign-in from a network does extra work, so it is not measured.
  await load.run(calls, calls.length)
  const database = (await connectDriver()).db(`${DB_PREFIX}_identity`)
  const user = await database.collection<{ passwordHash: string }>('users').findOne()
  let logins = calls.length
  return {
    parameters: parametersOf(user?.passwordHash ?? ''),
    async signIn(units: number) {
      logins += units
      await load.run(calls, units)
    },
    /**
     * Checks that each sign-in created a session, then deletes the sessions, so that all samples start in the same
     * state.
     */
    async settled() {
      const sessions = await database.collection('sessions').countDocuments()
      demand(sessions === logins, `${logins} sessions, found ${sessions}`)
      await database.collection('sessions').deleteMany({})
      logins = 0
    },
  }
})

const race: Race = {
  kind: 'race',
  name: 'login',
  unit: 'POST /sessions with the correct password, from a known network',
  aim: 0.85,
  floor: { ratio: 0.5, cpuRatio: 0.5 },
  sampleMs: 2_000,
  ceiling: {
    async work(units) {
      const { parameters } = await world()
      let left = units
      const client = async () => {
        while (left-- > 0) await derive('argon2id', { ...parameters, message: PASSWORD, nonce: randomBytes(16) })
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, client))
    },
  },
  product: {
    prepare: async () => (await world()).settled(),
    work: async (units) => (await world()).signIn(units),
  },
}

export const logins: Suite = {
  entries: [race],
  async facts() {
    const { memory, passes, parallelism } = (await world()).parameters
    return [
      (await mongo()).description,
      `login: identity as a separate process, ${CONNECTIONS} keep-alive connections, ${PEOPLE} people, each from a different network; reads throttles and stores a session.`,
      `ceiling: Argon2id alone (m=${memory}, t=${passes}, p=${parallelism}), ${CONNECTIONS} concurrently in the four libuv threads of the bench’s own process.`,
    ]
  },
  close: closeAll,
}
