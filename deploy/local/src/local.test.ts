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
import { isResponding, processStartTime } from './running.ts'
import { type LocalOptions, startLocal } from './start-local.ts'
import { describeError } from './user-error.ts'

let folder = ''
beforeEach(() => {
  const own = ownFolder('local')
  folder = own.folder
  // Registered first and therefore run last, after each system that the test starts has stopped.
  onTestFinished(own.leave)
})

async function start(options: LocalOptions = {}) {
  const local = await startLocal({ folder, port: await freePort(), web: noPages, ...options })
  onTestFinished(() => local.stop())
  return local
}

interface Named {
  readonly id: string
}
const uploadLogo = async (who: Visitor) => (await who.upload<Named>('/campaigns/media', logoPng())).id

test('starts with users and credits, funds a campaign, and keeps its data at the next start', {
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

  for (const { url } of Object.values(local.services)) expect(await isResponding(`${url}/readyz`)).toBe(true)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
  await expect(startLocal({ folder, port: await freePort(), web: noPages })).rejects.toThrow(
    /already running on the data in .*Use it, or stop it first/,
  )
  await local.stop()

  expect(await isResponding(`${local.url}/healthz`)).toBe(false)
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
  const steps: string[] = []
  const step: Progress['step'] = (name, work) => {
    steps.push(name)
    return work()
  }
  const progress: Progress = { step, print: () => {} }
  const again = await start({ progress })
  const second = await visit(again.url, brand.email, brand.password)
  expect(await second.get('/payouts/credits')).toMatchObject({ available: 30_000, held: 20_000 })
  expect(steps).not.toContainEqual(expect.stringContaining('demo users'))
  await again.stop()

  const fresh = await start({ progress, fresh: true })
  expect(steps).toContainEqual(expect.stringContaining('demo users'))
  const third = await visit(fresh.url, brand.email, fresh.signIns[0]!.password)
  expect(await third.get('/payouts/credits')).toMatchObject({ available: 50_000, held: 0 })
})

test('reports a port in use and suggests another port before starting anything', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  await expect(startLocal({ folder, port, web: noPages })).rejects.toThrow(
    new RegExp(`^Port ${port} is in use .* npm start -- --port \\d+$`),
  )
})

test('stops everything launched by a cancelled start', { timeout: 60_000 }, async () => {
  const port = await freePort()
  const cancel = new AbortController()
  const progress: Progress = {
    step: async (name, work) => {
      const result = await work()
      if (name.includes('services')) cancel.abort()
      return result
    },
    print: () => {},
  }
  await expect(startLocal({ folder, port, web: noPages, signal: cancel.signal, progress })).rejects.toThrow('The start was cancelled.')
  expect(await isFree(port)).toBe(true)
  const local = await start({ port, empty: true })
  expect(local.signIns).toEqual([])
})

test('distinguishes a process from a later process with the same pid', () => {
  expect(processStartTime(process.pid)).toMatch(/^\d+$/)
  expect(processStartTime(process.pid)).not.toBe(processStartTime(process.ppid))
  expect(processStartTime(2 ** 22 + 1)).toBeUndefined()
})

test('explains that the disk is full', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(describeError(full)).toMatch(/^The disk is full\. Free some space/)
})

test('explains that RabbitMQ is not responding, and stops everything', { timeout: 60_000 }, async () => {
  vi.stubEnv('AMQP_URL', `amqp://127.0.0.1:${await freePort()}`)
  const options = { folder, port: await freePort(), web: noPages }
  await expect(startLocal(options)).rejects.toThrow('RabbitMQ does not answer at the address in AMQP_URL.')
  await expect(startLocal(options)).rejects.toThrow('RabbitMQ does not answer at the address in AMQP_URL.')
})

test('refuses to delete an external database with --fresh', async () => {
  vi.stubEnv('MONGODB_URI', 'mongodb://db.example')
  await expect(startLocal({ folder, port: await freePort(), fresh: true, web: noPages })).rejects.toThrow(
    /drop the databases reelfair_\* there yourself/,
  )
})

test('rejects an unknown command, and lists all commands with their arguments', async () => {
  await expect(runNamed('dance', [], folder)).rejects.toThrow('Unknown command dance. `npm run cli` lists all commands.')
  const uses = listCommands().map(({ use }) => use)
  expect(uses).toEqual(expect.arrayContaining([expect.stringMatching(/^grant-credits brandId credits reason$/), 'payouts-replay']))
  expect(new Set(uses).size).toBe(uses.length)
})

test('restarts a killed database with its data and address, and reports the restart', { timeout: 120_000 }, async () => {
  const messages: string[] = []
  const local = await start({ progress: { step: (_, work) => work(), print: (line) => messages.push(line) } })
  const brand = local.signIns.find(({ email }) => email.startsWith('brand@'))!
  const { get } = await visit(local.url, brand.email, brand.password)
  const killed = local.database.process!().pid!
  process.kill(killed, 'SIGKILL')
  await eventually(
    () => expect(messages).toEqual([expect.stringMatching(/^The database exited; .* 0\.1 s/), 'The database is running again.']),
    { within: 30_000 },
  )
  expect(local.database.process!().pid).not.toBe(killed)
  await eventually(async () => expect(await get('/payouts/credits')).toMatchObject({ available: 50_000 }), { within: 30_000 })

  await local.database.kill!()
  await local.database.restart!()
  await eventually(async () => expect(await get('/payouts/credits')).toMatchObject({ available: 50_000 }), { within: 30_000 })
  expect(messages).toHaveLength(2)
})
