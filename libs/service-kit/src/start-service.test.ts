import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Server } from 'node:http'
import { connect } from 'node:net'
import { clientsOf, countBy, eventually, person, startService as startToy, testSecrets, times } from '@reelfair/testkit'
import { startMongo } from '@reelfair/testkit/engines'
import { sharedMongo } from '@reelfair/testkit/shared'
import { Router } from 'express'
import { createConnection } from 'mongoose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BoxMade, plain, toy } from '../test/toy.ts'
import { inProcessBus } from './bus/in-process.ts'
import { on } from './define.ts'
import { createLog } from './log.ts'
import { runCommand } from './run-command.ts'
import type { AnyService } from './service.ts'
import { startService } from './start-service.ts'

const log = createLog('test', 'silent')

function busOfTest() {
  const bus = inProcessBus({ log })
  onTestFinished(() => bus.close())
  return bus
}

test('stores a document and an event for a request, and a document for an event', async () => {
  const app = await startToy(toy)
  const owner = person('creator')
  const { body } = await app.as(owner).post('/boxes', { name: 'a' })
  expect(await app.emitted('box.made')).toEqual([{ boxId: body.id, ownerId: owner.id, name: 'a' }])
  await app.deliver({ type: 'box.wanted', version: 1, data: { ownerId: owner.id, name: 'wanted' } }, { times: 2 })
  expect((await app.as(owner).get('/boxes')).body.items.map(({ name }: { name: string }) => name).sort()).toEqual(['a', 'wanted'])
  expect((await app.as(person('creator')).get(`/boxes/${body.id}`)).status).toBe(404)
})

test('stores only one document per owner and name despite 100 concurrent requests', async () => {
  const app = await startToy(toy)
  const owner = person('creator')
  const answers = await Promise.all(times(100, () => app.as(owner).post('/boxes', { name: 'same' })))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: 99 })
})

test('reports all missing configuration keys and requires a bus', async () => {
  await expect(startService(toy, { env: { PORT: 'x' }, bus: busOfTest() })).rejects.toMatchObject({
    name: 'ConfigError',
    messages: [
      expect.stringMatching(/^MONGODB_URI is missing/),
      expect.stringMatching(/^PORT is invalid/),
      expect.stringMatching(/^SESSION_PUBLIC_KEY is missing/),
      expect.stringMatching(/^GATEWAY_SECRET is missing/),
    ],
  })
  await expect(startService(plain, { env: testSecrets, log })).rejects.toThrow('AMQP_URL is missing. Address of RabbitMQ.')
})

test('closes opened resources when startup fails', async () => {
  const { uri } = await sharedMongo()
  const bus = busOfTest()
  const DB_PREFIX = `t${randomBytes(5).toString('hex')}`
  const first = await startService(toy, { env: { ...testSecrets, MONGODB_URI: uri, DB_PREFIX }, bus, log })
  onTestFinished(() => first.stop())
  const env = { ...testSecrets, MONGODB_URI: uri, DB_PREFIX: `${DB_PREFIX}b`, PORT: new URL(first.url).port }
  await expect(startService({ ...toy, name: 'twin' }, { env, bus, log })).rejects.toThrow('is in use')
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
})

test('creates no collections in a prepared database', async () => {
  const env = { ...testSecrets, MONGODB_URI: (await sharedMongo()).uri, DB_PREFIX: `t${randomBytes(5).toString('hex')}` }
  const service = await startService(toy, { env, bus: busOfTest(), log, workers: false, isPrepared: true })
  onTestFinished(() => service.stop())
  const collections = await service.context().connection.listCollections()
  expect(collections.map(({ name }) => name)).not.toContain('boxes')
})

test('provides no database connection in a service without data', async () => {
  const service = await startService(plain, { env: testSecrets, bus: busOfTest(), log })
  onTestFinished(() => service.stop())
  expect(() => service.context().connection).toThrow('plain stores no data')
})

test('reports an unavailable bus but stays ready', async () => {
  const service = await startService(plain, { env: testSecrets, bus: { ...busOfTest(), ready: () => false }, log })
  onTestFinished(() => service.stop())
  const answer = await fetch(`${service.url}/readyz`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ ready: true, away: ['bus'] })
})

// The test must not kill an external database (MONGODB_URI).
test.runIf(!process.env.MONGODB_URI)(
  'responds with 503 and Retry-After while the database is down and recovers afterwards',
  async () => {
    const mongo = await startMongo()
    onTestFinished(() => mongo.stop())
    const service = await startService(toy, { env: { ...testSecrets, MONGODB_URI: mongo.uri, DB_PREFIX: 'away' }, bus: busOfTest(), log })
    onTestFinished(() => service.stop())
    const maker = clientsOf(service.url)(person('creator'))
    const key = randomUUID()
    expect((await maker.get('/boxes')).status).toBe(200)
    await mongo.kill?.()
    const [reads, writes] = await Promise.all([maker.get('/boxes'), maker.post('/boxes', { name: 'a' }, { key })])
    expect(reads).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } })
    expect(writes).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await (await fetch(`${service.url}/readyz`)).json()).toEqual({ ready: false, away: ['database'] })
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    await mongo.restart?.()
    await eventually(async () => expect((await maker.post('/boxes', { name: 'a' }, { key })).status).toBe(201), { within: 20_000 })
    expect((await maker.get('/boxes')).body.items).toHaveLength(1)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  },
  60_000,
)

test('does not lose accepted requests when stopping under load', async () => {
  const { uri } = await sharedMongo()
  const DB_PREFIX = `t${randomBytes(5).toString('hex')}`
  const service = await startService(
    { ...toy, subscribes: [...(toy.subscribes ?? []), on(BoxMade, async () => {})] },
    {
      env: { ...testSecrets, MONGODB_URI: uri, DB_PREFIX },
      bus: busOfTest(),
      log,
      unlimited: true,
    },
  )
  const maker = clientsOf(service.url)(person('creator'))
  const made: string[] = []
  const broken: string[] = []
  let over = false
  const clients = times(20, async (client) => {
    for (let at = 0; !over; at += 1) {
      const name = `${client}-${at}`
      try {
        const { status, body } = await maker.post('/slow-boxes', { name, ms: 20 })
        if (status === 201) made.push(name)
        else broken.push(`${status} ${body?.code}`)
      } catch (error) {
        over = true
        // The service refused the request, or the kernel reset the connection first. Either way, nothing may be stored,
        // as checked below.
        const { code } = (error as Error & { cause?: { code?: string } }).cause ?? {}
        if (code !== 'ECONNREFUSED' && code !== 'ECONNRESET') broken.push(String(code))
      }
    }
  })
  await eventually(() => expect(made.length).toBeGreaterThan(40))
  await service.stop()
  await Promise.all(clients)
  const connection = await createConnection(uri, { dbName: `${DB_PREFIX}_toy` }).asPromise()
  onTestFinished(() => connection.close())
  const stored = await connection.collection('boxes').find().toArray()
  expect(broken).toEqual([])
  expect(stored.map(({ name }) => name).sort()).toEqual([...made].sort())
  expect(await service.stop()).toBeUndefined()
})

test('runs a command on the service’s data and explains its errors', async () => {
  const app = await startToy(toy)
  const { uri } = await sharedMongo()
  const run = (...[name = '', ...given]: string[]) =>
    runCommand(toy, name, given, { env: { MONGODB_URI: uri, DB_PREFIX: app.dbPrefix }, bus: app.bus, log })
  const owner = person('creator')
  expect(await run('make-box', owner.id, 'typed')).toBe('Box typed is made.')
  expect(await run('make-box', owner.id)).toBe('Box unnamed is made.')
  expect((await app.as(owner).get('/boxes')).body.items).toHaveLength(2)
  expect(await run('toy-dead-letters')).toBe('No dead letters.')
  await expect(run('make-box', 'nobody')).rejects.toThrow('Usage: make-box ownerId [name]\nownerId: Invalid UUID')
  await expect(run('make-box', owner.id, 'a', 'b')).rejects.toThrow('Too many arguments: 3')
  await expect(run('make-box', owner.id, 'typed')).rejects.toThrow('mail')
  await expect(run('break-box')).rejects.toThrow('toy has no command break-box.')
})

test('reports why startup failed, closes the other components even if one fails to close, and logs that component', async () => {
  const closed: string[] = []
  const lines: Record<string, unknown>[] = []
  const log = createLog('test', 'warn', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const edge: AnyService['edge'] = ({ onStop }) => {
    onStop(() => Promise.reject(new Error('failed to close')))
    onStop(() => new Promise(() => {}))
    onStop(() => void closed.push('the last component'))
    throw new Error('cause of the failure')
  }
  await expect(startService({ name: 'edged', config: {}, edge }, { env: testSecrets, bus: busOfTest(), log })).rejects.toThrow(
    'cause of the failure',
  )
  expect(closed).toEqual(['the last component'])
  expect(lines).toMatchObject([
    { msg: 'component failed to stop', component: 'edge', error: { message: 'failed to close', stack: expect.any(String) } },
    { msg: 'component did not stop in time', component: 'edge' },
  ])
})

test('stops even if the edge leaves its streams open', async () => {
  const edge: AnyService['edge'] = ({ onStop }) => {
    onStop(() => new Promise(() => {}))
    return Router()
  }
  const service = await startService({ name: 'edged', config: {}, edge }, { env: testSecrets, bus: busOfTest(), log })
  await service.stop()
  await expect(fetch(service.url)).rejects.toThrow('fetch failed')
}, 20_000)

test('stops even if a connection does not close, and logs that', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('test', 'warn', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const service = await startService({ name: 'edged', config: {}, edge: () => Router() }, { env: testSecrets, bus: busOfTest(), log })
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const closeAll = vi.spyOn(Server.prototype, 'closeAllConnections').mockImplementation(() => {})
  await service.stop()
  closeAll.mockRestore()
  expect(lines).toMatchObject([{ msg: 'server did not close', error: { message: 'a connection stayed open' } }])
})
