import { setTimeout as pause } from 'node:timers/promises'
import type { Local } from '@reelfair/local'
import { eventually } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { evenly, killAny, runLoad } from './load.ts'
import { startSystem } from './start-system.ts'

const system = await startSystem(true)

const LOAD = { brands: 10, campaignsPerBrand: 100, funded: 70 } as const
const WITHIN = { within: 180_000 } as const

async function takeDown(engine: Local['database'] | undefined, ms: number): Promise<void> {
  if (!engine?.kill || !engine.restart) throw new Error('cannot kill an external engine: unset MONGODB_URI and AMQP_URL')
  await engine.kill()
  await pause(ms)
  await engine.restart()
}

test('each campaign takes effect exactly once while ten random processes are killed', async () => {
  const killed: string[] = []
  const check = await runLoad(system, { ...LOAD, meanwhile: evenly(10, () => killed.push(killAny(system))) })
  expect(killed).toHaveLength(10)
  await eventually(check, WITHIN)
})

test.for([
  ['each campaign takes effect exactly once when RabbitMQ is down for 20 s', () => takeDown(system.local.broker, 20_000)],
  ['each campaign takes effect exactly once when the database is down for 10 s', () => takeDown(system.local.database, 10_000)],
] as const)('%s', async ([, fault]) => {
  let broken: Promise<void> | undefined
  const meanwhile = evenly(1, () => {
    broken = fault()
  })
  const check = await runLoad(system, { ...LOAD, meanwhile })
  expect(broken).toBeDefined()
  await broken
  await eventually(check, WITHIN)
})
