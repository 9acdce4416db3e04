import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { afterEach, expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { isFree, startMongo, startRabbit } from './engines.ts'
import { eventually } from './eventually.ts'

afterEach(() => vi.unstubAllEnvs())

/** Simulates a machine without Docker and without installed engines. */
function bareMachine() {
  for (const name of ['MONGODB_URI', 'AMQP_URL']) vi.stubEnv(name, undefined)
  for (const name of ['MONGOD_BINARY', 'RABBITMQ_BINARY']) vi.stubEnv(name, '')
  vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock')
}

const logged: string[] = []
const log = (line: string) => void logged.push(line)
afterEach(() => void logged.splice(0))

test('prefers a URI from the environment and does not log its password', async () => {
  vi.stubEnv('MONGODB_URI', 'mongodb://me:secret@db.example:27017/?replicaSet=r')
  vi.stubEnv('AMQP_URL', 'amqp://me:secret@bus.example')
  expect(await startMongo({ log })).toMatchObject({ kind: 'uri', uri: process.env.MONGODB_URI })
  expect(await startRabbit({ log })).toMatchObject({ kind: 'uri', uri: process.env.AMQP_URL })
  expect(logged).toEqual(['MongoDB: using MONGODB_URI (db.example:27017).', 'RabbitMQ: using AMQP_URL (bus.example).'])
})

test('falls back to the embedded MongoDB, which keeps its data and address after kill -9', async () => {
  bareMachine()
  const mongo = await startMongo({ log })
  expect(mongo.kind).toBe('embedded')
  expect(logged).toEqual(['MongoDB: using the embedded server.'])
  const client = await new MongoClient(mongo.uri).connect()
  expect(await client.db('admin').command({ getParameter: 1, ttlMonitorSleepSecs: 1 })).toMatchObject({ ttlMonitorSleepSecs: 20 * 86_400 })
  const rows = client.db('engines').collection('rows')
  await rows.insertOne({ kept: true })
  await mongo.kill?.()
  await mongo.restart?.()
  expect(await rows.findOne({}, { projection: { _id: 0 } })).toEqual({ kept: true })
  await client.close()
  await mongo.stop()
  expect(await isFree(Number(new URL(mongo.uri).port))).toBe(true)
})

test.for([
  ['MONGOD_BINARY', startMongo],
  ['RABBITMQ_BINARY', startRabbit],
] as const)('rejects a %s that is not an executable file', async ([variable, start]) => {
  bareMachine()
  vi.stubEnv(variable, '/nowhere/server')
  await expect(start({ log })).rejects.toThrow(
    `${variable} is /nowhere/server, which is not an executable file. Correct or unset the variable.`,
  )
})

test('explains how to get RabbitMQ if the machine has none', async () => {
  bareMachine()
  await expect(startRabbit({ log })).rejects.toThrow(/RabbitMQ not found\. Install it .* start Docker, or set AMQP_URL/)
})

// The soak also kills and restarts brokers: `delivery.soak.ts`, `local.soak.ts`, `kill.soak.ts`.
test('a local broker exits when its parent process does', { timeout: 180_000 }, async () => {
  // The broker is the only engine in this temporary directory.
  const temporary = mkdtempSync(join(tmpdir(), 'reelfair-engines-'))
  const { AMQP_URL: _, ...environment } = process.env
  const starter = fork(new URL('./engines/start-rabbit.fixture.ts', import.meta.url), {
    env: { ...environment, TMPDIR: temporary, DOCKER_HOST: 'unix:///nowhere/docker.sock' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const printed: string[] = []
  for (const stream of [starter.stdout, starter.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => void printed.push(text))
  onTestFailed(() => console.error(printed.join('')))
  onTestFinished(() => void starter.kill('SIGKILL'))
  const message = once(starter, 'message') as Promise<[{ port: number }]>
  const early = once(starter, 'exit').then(([code, signal]): never => expect.fail(`the starter ended early: ${code ?? signal}`))
  early.catch(() => {})
  const [{ port }] = await Promise.race([message, early])
  expect({ folders: readdirSync(temporary).length, free: await isFree(port) }).toEqual({ folders: 1, free: false })
  starter.kill('SIGKILL')
  await eventually(async () => expect({ folders: readdirSync(temporary), free: await isFree(port) }).toEqual({ folders: [], free: true }))
  rmSync(temporary, { recursive: true })
})
