import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { clientsOf, eventually, person, testSecrets } from '@reelfair/testkit'
import { freePort } from '@reelfair/testkit/engines'
import { sharedMongo, sharedRabbit } from '@reelfair/testkit/shared'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { toy } from '../test/toy.ts'
import { limits } from '../test/world.ts'
import { inProcessBus } from './bus/in-process.ts'
import { openDatabase } from './data/database.ts'
import { createLog } from './log.ts'
import { startService } from './start-service.ts'

const log = createLog('test', 'silent')
const newName = () => `t${randomBytes(5).toString('hex')}`

/**
 * Proxies the shared database and holds back responses on up to `toBeHeld` connections that create indexes on
 * `collection`.
 */
async function slowMongo(collection: string, toBeHeld: number) {
  const { hostname, port } = new URL((await sharedMongo()).uri)
  const sockets: Socket[] = []
  const held: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}))
    far.pipe(near)
    near.on('data', (chunk) => {
      if (chunk.includes('createIndexes') && chunk.includes(collection) && held.length < toBeHeld) {
        held.push(far)
        far.unpipe(near).pause()
      }
      far.write(chunk)
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    release.push(() => far.pipe(near))
  })
  const release: (() => void)[] = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    uri: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/?directConnection=true`,
    held: () => held.length,
    release: () => {
      for (const one of release) one()
    },
  }
}

test('is alive but not ready during an index build and refuses requests with 503', async () => {
  const mongo = await slowMongo('boxes', 1)
  const bus = inProcessBus({ log })
  onTestFinished(() => bus.close())
  const port = await freePort()
  const env = { ...testSecrets, MONGODB_URI: mongo.uri, DB_PREFIX: newName(), PORT: String(port) }
  const lines: string[] = []
  const recordingLog = pino(new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const starting = startService(toy, { env, bus, log: recordingLog })
  onTestFinished(async () => {
    mongo.release()
    await (await starting).stop()
  })
  const url = `http://127.0.0.1:${port}`
  const ask = async (path: string) => {
    const answer = await fetch(`${url}${path}`)
    return { status: answer.status, body: await answer.json() }
  }
  const maker = clientsOf(url)(person('creator'))
  await eventually(() => expect(mongo.held()).toBe(1))
  expect(await ask('/readyz')).toEqual({ status: 503, body: { ready: false, away: ['service', 'indexes'] } })
  expect(await ask('/healthz')).toEqual({ status: 200, body: { alive: true } })
  expect(await maker.get('/boxes')).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } })
  expect((await maker.get('/boxes')).status).toBe(503)
  // The service logs the refusal once, and not as a warning.
  expect(lines.filter((line) => line.includes('request refused during startup'))).toHaveLength(1)
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])

  mongo.release()
  await starting
  expect(await ask('/readyz')).toEqual({ status: 200, body: { ready: true } })
  expect((await maker.get('/boxes')).status).toBe(200)
})

test('exits with 0 on SIGTERM during an index build without waiting for it', { timeout: 60_000 }, async () => {
  const mongo = await slowMongo('boxes', 1)
  const env = { ...testSecrets, MONGODB_URI: mongo.uri, DB_PREFIX: newName(), AMQP_URL: (await sharedRabbit()).uri, LOG_LEVEL: 'info' }
  const child = fork(new URL('../test/toy-process.ts', import.meta.url), {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    silent: true,
    execArgv: [],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await eventually(() => expect(mongo.held()).toBe(1), { within: 20_000 })
  child.kill('SIGTERM')
  const late = new Promise((resolve) => void setTimeout(resolve, 10_000, 'still running').unref())
  expect(await Promise.race([ended, late])).toEqual([0, null])
})

test('repeats and logs the command for a slow index build', { timeout: 30_000 }, async () => {
  const mongo = await slowMongo('heaps', 2)
  const lines: string[] = []
  const recordingLog = pino(new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const heaps = { name: 'heaps', indexes: [{ name: 'height_1', key: { height: 1 } as const }] }
  const database = await openDatabase({
    uri: mongo.uri,
    name: newName(),
    collections: [heaps],
    log: recordingLog,
    poolSize: limits.poolSize,
    answersWithinMs: 2_000,
  })
  onTestFinished(() => database.close())
  expect(mongo.held()).toBe(2)
  expect(lines.filter((line) => line.includes('startup waiting for index build'))).toHaveLength(2)
  const indexes = await database.connection.collection('heaps').indexes()
  expect(indexes.map(({ name }) => name)).toContain('height_1')
})
