import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { clientsOf, eventually, person, testSecrets } from '@reelfair/testkit'
import { startMongo } from '@reelfair/testkit/engines'
import { sharedMongo, sharedRabbit } from '@reelfair/testkit/shared'
import { createConnection } from 'mongoose'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

let env: Record<string, string>
beforeAll(async () => {
  env = { ...testSecrets, MONGODB_URI: (await sharedMongo()).uri, AMQP_URL: (await sharedRabbit()).uri, LOG_LEVEL: 'info' }
}, 120_000)

interface Started {
  readonly child: ChildProcess
  readonly out: () => string
  readonly errors: () => string
  readonly exit: Promise<[number | null, NodeJS.Signals | null]>
}

function startProcess(variables: Record<string, string>): Started {
  let [out, errors] = ['', '']
  const child = fork(new URL('../test/toy-process.ts', import.meta.url), {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...variables },
    silent: true,
    execArgv: [],
  })
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, out: () => out, errors: () => errors, exit: once(child, 'exit') as Started['exit'] }
}

const readyAt = ({ out, errors }: Started): Promise<string> =>
  eventually(
    () => {
      const line = out()
        .split('\n')
        .find((text) => text.startsWith('{"ready":'))
      if (!line) throw new Error(`not ready: ${errors()}`)
      return JSON.parse(line).ready
    },
    { within: 20_000 },
  )

test('lists configuration errors and exits with 1', async () => {
  const started = startProcess({ GATEWAY_SECRET: 'hunter2', LOG_LEVEL: 'loud' })
  expect(await started.exit).toEqual([1, null])
  expect(started.errors()).toMatch(
    /^toy cannot start because its configuration is invalid:\n- MONGODB_URI is missing\. .*\n- SESSION_PUBLIC_KEY is missing\. .*\n- GATEWAY_SECRET is invalid: expected at least 32 characters\..*\n- LOG_LEVEL is invalid/,
  )
  expect(started.errors() + started.out()).not.toContain('hunter2')
})

test('prints its address on one line and exits with 0 on SIGTERM', async () => {
  const started = startProcess({ ...env, DB_PREFIX: `t${randomBytes(5).toString('hex')}` })
  const url = await readyAt(started)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  started.child.kill('SIGTERM')
  expect(await started.exit).toEqual([0, null])
  expect(started.out()).toContain('"msg":"service stopped"')
  expect(started.errors()).toBe('')
}, 60_000)

test('applies repeated requests once, even if the process dies in between', async () => {
  const DB_PREFIX = `t${randomBytes(5).toString('hex')}`
  const owner = person('creator')
  const wanted = Array.from({ length: 30 }, (_, at) => ({ name: `box ${at}`, key: randomUUID() }))
  const mongo = await startMongo()
  onTestFinished(() => mongo.stop())
  const own = { ...env, MONGODB_URI: mongo.uri, DB_PREFIX }
  const connection = await createConnection(mongo.uri, { dbName: `${DB_PREFIX}_toy` }).asPromise()
  onTestFinished(() => connection.close())
  const first = startProcess(own)
  const before = clientsOf(await readyAt(first))(owner)
  const answers = wanted.map(({ name, key }) => before.post('/boxes', { name }, { key }).catch(() => undefined))
  await Promise.race(answers)
  first.child.kill('SIGKILL')
  const known = await Promise.all(answers)
  expect(known.filter((answer) => !answer).length).toBeGreaterThan(0)

  // MongoDB keeps a dead client's transactions open for a minute, and requests that they block receive 503. The test
  // ends these transactions instead of waiting.
  await connection.getClient().db('admin').command({ killAllSessions: [] })
  const second = startProcess(own)
  const after = clientsOf(await readyAt(second))(owner)
  const repeated = await Promise.all(wanted.map(({ name, key }) => after.post('/boxes', { name }, { key })))
  expect(repeated.map(({ status }) => status)).toEqual(wanted.map(() => 201))
  for (const [at, answer] of known.entries()) if (answer) expect(repeated[at]?.body).toEqual(answer.body)

  expect(await connection.collection('boxes').countDocuments()).toBe(wanted.length)
  // The new process also publishes the outbox rows of the killed one.
  await eventually(async () => expect(await connection.collection('outbox').countDocuments()).toBe(0), { within: 20_000 })
  const consumedIds = async () => {
    const batches = await connection.collection('inbox').find().toArray()
    return batches.flatMap((batch) => batch.events as string[])
  }
  await eventually(async () => expect(await consumedIds()).toHaveLength(wanted.length))
  expect(new Set(await consumedIds()).size).toBe(wanted.length)
}, 120_000)
