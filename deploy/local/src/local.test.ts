import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { eventually } from '@reelfair/testkit'
import { freePort, isFree } from '@reelfair/testkit/engines'
import { logoPng } from '@reelfair/testkit/logo'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { noPages, ownFolder } from './local.fixture.ts'
import { type Visitor, visit } from './market/visitor.ts'
import type { Progress } from './progress.ts'
import { listCommands, runNamed } from './run-commands.ts'
import { answers, birthOf } from './running.ts'
import { sentenceOfError } from './sentence.ts'
import { type LocalOptions, startLocal } from './start-local.ts'

let folder = ''
beforeEach(() => {
  const own = ownFolder('local')
  folder = own.folder
  // After what a test has started is stopped: the one that is asked first comes last.
  onTestFinished(own.leave)
})

async function start(options: LocalOptions = {}) {
  const local = await startLocal({ folder, port: await freePort(), web: noPages, ...options })
  onTestFinished(() => local.stop())
  return local
}

/** What the services answer about campaigns. */
interface Named {
  readonly id: string
}
const uploadLogo = async (who: Visitor) => (await who.upload<Named>('/campaigns/media', logoPng())).id

test('all is ready with people and credits, a campaign is funded across the services, and it lasts over a second start; commands run on both', {
  timeout: 120_000,
}, async () => {
  const local = await start()
  const brand = local.signIns.find(({ email }) => email.startsWith('brand@'))!
  const first = await visit(local.url, brand.email, brand.password)
  expect(await first.get('/payouts/credits')).toMatchObject({ available: 50_000, held: 0 })

  const draft = {
    name: 'Fridge door',
    category: 'Food_Cooking',
    network: 'tiktok',
    link: 'https://brand.example/fridge',
    mediaId: await uploadLogo(first),
  }
  const funded = await first.post<Named>('/campaigns/campaigns', { ...draft, viewsGoal: 20_000 })
  const refused = await first.post<Named>('/campaigns/campaigns', { ...draft, viewsGoal: 60_000 })
  await eventually(async () => {
    expect(await first.get(`/campaigns/campaigns/${funded.id}`)).toMatchObject({ status: 'active' })
    expect(await first.get(`/campaigns/campaigns/${refused.id}`)).toMatchObject({ status: 'failed' })
  })
  expect(await first.get('/payouts/credits')).toMatchObject({ available: 30_000, held: 20_000 })

  for (const { url } of Object.values(local.services)) expect(await answers(`${url}/readyz`)).toBe(true)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
  await expect(startLocal({ folder, port: await freePort(), web: noPages })).rejects.toThrow(
    /already runs on the data in .*Use that one, or stop it first/,
  )
  await local.stop()

  expect(await answers(`${local.url}/healthz`)).toBe(false)
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
  const steps: string[] = []
  const step: Progress['step'] = (name, work) => {
    steps.push(name)
    return work()
  }
  const progress: Progress = { step, say: () => {} }
  const again = await start({ progress })
  const second = await visit(again.url, brand.email, brand.password)
  expect(await second.get('/payouts/credits')).toMatchObject({ available: 30_000, held: 20_000 })
  expect(steps).not.toContainEqual(expect.stringContaining('people'))
  await again.stop()

  const fresh = await start({ progress, fresh: true })
  expect(steps).toContainEqual(expect.stringContaining('people'))
  const third = await visit(fresh.url, brand.email, fresh.signIns[0]!.password)
  expect(await third.get('/payouts/credits')).toMatchObject({ available: 50_000, held: 0 })
})

test('a taken port is said in a sentence with another one, before anything is started', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  await expect(startLocal({ folder, port, web: noPages })).rejects.toThrow(
    new RegExp(`^Port ${port} is in use .* npm start -- --port \\d+$`),
  )
})

test('a start that is broken off leaves nothing behind that runs', { timeout: 60_000 }, async () => {
  const port = await freePort()
  const breakOff = new AbortController()
  const progress: Progress = {
    step: async (name, work) => {
      const result = await work()
      if (name.includes('services')) breakOff.abort()
      return result
    },
    say: () => {},
  }
  await expect(startLocal({ folder, port, web: noPages, signal: breakOff.signal, progress })).rejects.toThrow('The start was broken off.')
  expect(await isFree(port)).toBe(true)
  const local = await start({ port, empty: true })
  expect(local.signIns).toEqual([])
})

test('a process is told apart from a later one of its number', () => {
  expect(birthOf(process.pid)).toMatch(/^\d+$/)
  expect(birthOf(process.pid)).not.toBe(birthOf(process.ppid))
  expect(birthOf(2 ** 22 + 1)).toBeUndefined()
})

test('a full disk is said in a sentence', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(sentenceOfError(full)).toMatch(/^The disk is full\. Make room/)
})

test('a RabbitMQ that does not answer is said in a sentence, and nothing is left running', { timeout: 60_000 }, async () => {
  vi.stubEnv('AMQP_URL', `amqp://127.0.0.1:${await freePort()}`)
  const options = { folder, port: await freePort(), web: noPages }
  await expect(startLocal(options)).rejects.toThrow('No RabbitMQ answers at the address in AMQP_URL.')
  await expect(startLocal(options)).rejects.toThrow('No RabbitMQ answers at the address in AMQP_URL.')
})

test('--fresh does not touch a database that is not ours', async () => {
  vi.stubEnv('MONGODB_URI', 'mongodb://db.example')
  await expect(startLocal({ folder, port: await freePort(), fresh: true, web: noPages })).rejects.toThrow(
    /drop the databases reelfair_\* there yourself/,
  )
})

test('an unknown command is said in a sentence; all that exist are listed with what they take', async () => {
  await expect(runNamed('dance', [], folder)).rejects.toThrow('There is no command dance. `npm run cli` lists them.')
  const uses = listCommands().map(({ use }) => use)
  expect(uses).toEqual(expect.arrayContaining([expect.stringMatching(/^grant-credits brandId credits reason$/), 'payouts-replay']))
  expect(new Set(uses).size).toBe(uses.length)
})

test('a killed database is started again with its data at its address, and it is said', { timeout: 120_000 }, async () => {
  const said: string[] = []
  const local = await start({ progress: { step: (_, work) => work(), say: (line) => said.push(line) } })
  const brand = local.signIns.find(({ email }) => email.startsWith('brand@'))!
  const { get } = await visit(local.url, brand.email, brand.password)
  const killed = local.database.process!().pid!
  process.kill(killed, 'SIGKILL')
  await eventually(() => expect(said).toEqual([expect.stringMatching(/^The database ended; .* 0\.1 s/), 'The database runs again.']), {
    within: 30_000,
  })
  expect(local.database.process!().pid).not.toBe(killed)
  await eventually(async () => expect(await get('/payouts/credits')).toMatchObject({ available: 50_000 }), { within: 30_000 })

  await local.database.kill!()
  await local.database.restart!()
  await eventually(async () => expect(await get('/payouts/credits')).toMatchObject({ available: 50_000 }), { within: 30_000 })
  expect(said).toHaveLength(2)
})
