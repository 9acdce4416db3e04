/** The memory of a service that has nothing to do, against that of an Express process which has as much to do with the database. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeSessionKeys } from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import { residentMb, startChild } from './child.ts'
import { closeAll, once } from './closing.ts'
import { mongo, rabbit } from './engines.ts'
import type { Limit, Suite } from './harness.ts'
import { isSmoke, sized } from './sizes.ts'

const IDLE_MS = sized(5_000, 100)
/** Node keeps what it compiled, so that the second start of a program does without stripping types and compiling; for both sides alike. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/reelfair-bench/compiled')
const SERVICE = join(import.meta.dirname, '../../../services/campaigns/src/main.ts')
const BARE = join(import.meta.dirname, 'serve-bare.ts')

/** Started, asked once, and left alone. */
async function idleMb(program: string, env: Readonly<Record<string, string>>): Promise<number> {
  const child = await startChild(program, { ...env, NODE_COMPILE_CACHE: COMPILED })
  try {
    await (await fetch(`${child.url}/nothing-here`)).text()
    await pause(IDLE_MS)
    return residentMb(child.process)
  } finally {
    await child.stop()
  }
}

/** The first attempt of all fills the cache of compiled code. */
const warm = once(async () => {
  await bothMb()
})

async function bothMb(): Promise<{ bare: number; service: number }> {
  const [{ uri }, { uri: url }] = [await mongo(), await rabbit()]
  const DB_PREFIX = `bench-${randomUUID().slice(0, 8)}`
  const bare = await idleMb(BARE, { MONGODB_URI: uri, DATABASE: `${DB_PREFIX}_bare` })
  const secrets = { SESSION_PUBLIC_KEY: makeSessionKeys().publicKey, GATEWAY_SECRET: randomUUID() }
  return { bare, service: await idleMb(SERVICE, { ...smallLimits, MONGODB_URI: uri, AMQP_URL: url, DB_PREFIX, ...secrets }) }
}

const idle: Limit = {
  kind: 'limit',
  name: 'memory-idle',
  unit: `resident memory ${IDLE_MS / 1000} s after the first answer`,
  measure: '(times the bare one, or MB)',
  limits: { 'service : bare Express': 1.35, service: Number.POSITIVE_INFINITY, 'bare Express': Number.POSITIVE_INFINITY },
  steady: true,
  needed: 3,
  async attempt() {
    if (!isSmoke) await warm()
    const { bare, service } = await bothMb()
    return { 'service : bare Express': service / bare, service, 'bare Express': bare }
  },
}

export const memory: Suite = {
  entries: [idle],
  facts: async () => [
    (await mongo()).said,
    (await rabbit()).said,
    'memory: the campaigns service as it is started in production, on both engines; against Express with mongoose, connected. Both with NODE_COMPILE_CACHE, at their second start or later.',
  ],
  close: closeAll,
}
