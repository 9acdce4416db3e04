/** Compares the memory of an idle service with that of an idle Express process connected to the same database. */
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
/** From the second start onwards, programs on both sides need no type stripping or compilation. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/reelfair-bench/compiled')
const SERVICE = join(import.meta.dirname, '../../../services/campaigns/src/main.ts')

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

/** The first attempt only fills the compile cache. */
const warm = once(async () => {
  await bothMb()
})

async function bothMb(): Promise<{ baseline: number; service: number }> {
  const [{ uri }, { uri: url }] = [await mongo(), await rabbit()]
  const DB_PREFIX = `bench-${randomUUID().slice(0, 8)}`
  const baseline = await idleMb('serve-baseline.ts', { MONGODB_URI: uri, DATABASE: `${DB_PREFIX}_baseline` })
  const secrets = { SESSION_PUBLIC_KEY: makeSessionKeys().publicKey, GATEWAY_SECRET: randomUUID() }
  return { baseline, service: await idleMb(SERVICE, { ...smallLimits, MONGODB_URI: uri, AMQP_URL: url, DB_PREFIX, ...secrets }) }
}

const idle: Limit = {
  kind: 'limit',
  name: 'memory-idle',
  unit: `resident memory ${IDLE_MS / 1000} s after the first response`,
  measure: '(times the baseline, or MB)',
  limits: { 'service : baseline Express': 1.35, service: Number.POSITIVE_INFINITY, 'baseline Express': Number.POSITIVE_INFINITY },
  unaffectedByLoad: true,
  needed: 3,
  async attempt() {
    if (!isSmoke) await warm()
    const { baseline, service } = await bothMb()
    return { 'service : baseline Express': service / baseline, service, 'baseline Express': baseline }
  },
}

export const memory: Suite = {
  entries: [idle],
  facts: async () => [
    (await mongo()).description,
    (await rabbit()).description,
    'memory: the campaigns service, started as in production and connected to both engines, against Express with mongoose, connected to the database. Both use NODE_COMPILE_CACHE and are measured from their second start on.',
  ],
  close: closeAll,
}
