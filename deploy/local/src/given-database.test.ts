/** A database and a broker that somebody has given: the market begins there once, and nothing of anybody else's is ever removed. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedMongo } from '@reelfair/embedded'
import { SETTLEMENT_TIME } from '@reelfair/rules'
import { freePort } from '@reelfair/testkit/engines'
import { sharedRabbit } from '@reelfair/testkit/shared'
import { connect } from 'amqplib'
import { Collection, Db, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FORM } from './data-form.ts'
import { demandNoEvents } from './given-broker.ts'
import { placeOf, placeOfGiven, takeGiven } from './given-database.ts'
import { noPages, notJustBefore } from './local.fixture.ts'
import { visit } from './market/visitor.ts'
import { runNamed } from './run-commands.ts'
import { claimFolder } from './running.ts'
import { type LocalOptions, startLocal } from './start-local.ts'

const root = mkdtempSync(join(tmpdir(), 'reelfair-given-'))
let given: Awaited<ReturnType<typeof startEmbeddedMongo>>
let client: MongoClient
beforeAll(async () => {
  given = await startEmbeddedMongo({ dataDir: join(root, 'theirs'), quiet: true })
  client = await new MongoClient(given.uri).connect()
})
beforeEach(() => {
  vi.stubEnv('MONGODB_URI', given.uri)
  vi.stubEnv('AMQP_URL', undefined)
  vi.stubEnv('LOG_LEVEL', 'error')
  onTestFinished(() => void vi.unstubAllEnvs())
})
afterAll(async () => {
  await client.close()
  await given.stop()
  rmSync(root, { recursive: true, force: true })
})

const folderNamed = (name: string) => {
  mkdirSync(join(root, name), { recursive: true })
  return join(root, name)
}
const start = async (options: LocalOptions) => startLocal({ port: await freePort(), web: noPages, market: true, ...options })

let made = 0
/** Databases of a name that no other test has, as a start from a folder of its own sees them. */
function newDatabase(folder = folderNamed(`own-${made}`)) {
  made += 1
  const said: string[] = []
  const own = { uri: given.uri, prefix: `given${made}`, folder }
  return {
    ...own,
    said,
    take: (wanted: { market?: boolean; empty?: boolean } = { market: true }) => takeGiven(own, wanted, (line) => said.push(line)),
    takeFrom: (other: string) => takeGiven({ ...own, folder: other }, { market: true }, () => {}),
    rows: (service: string, collection: string) => client.db(`${own.prefix}_${service}`).collection<{ emailKey?: string }>(collection),
  }
}

test('a market that was broken off is made anew, the next start finds it, and another program’s database stays', {
  timeout: 600_000,
}, async () => {
  await notJustBefore(SETTLEMENT_TIME)
  const folder = folderNamed('market')
  const theirs = client.db('reelfair_shop').collection('orders')
  await theirs.insertOne({ paid: true })
  const steps: string[] = []
  const said: string[] = []
  let breakOff = new AbortController()
  let breaksOffEarly = true
  const progress = {
    step: <T>(name: string, work: () => Promise<T>) => {
      steps.push(name)
      return work().finally(() => name === 'Starting the gateway' && breaksOffEarly && breakOff.abort())
    },
    say: (line: string) => {
      said.push(line)
      if (line.includes(' 2 of 12')) breakOff.abort()
    },
  }
  const brokenOff = () => expect(start({ folder, progress, signal: breakOff.signal })).rejects.toThrow('The start was broken off.')
  await brokenOff()
  expect(steps.at(-1)).toBe('Starting the gateway')
  // The services have run, and nobody is there yet.
  breaksOffEarly = false
  breakOff = new AbortController()
  await brokenOff()
  const users = client.db('reelfair_identity').collection('users')
  expect(await users.countDocuments()).toBe(14)
  const [half] = readdirSync(join(folder, 'given'))

  said.length = 0
  const local = await start({ folder, progress })
  onTestFinished(() => local.stop())
  expect(said[0]).toBe('The last start ended while it made the demo. The demo is made anew.')
  expect([local.hasMarket, local.isNew, await users.countDocuments()]).toEqual([true, true, 14])
  expect(existsSync(join(folder, 'given', half!))).toBe(false)
  expect(Math.abs(local.sandbox.clock.now().getTime() - Date.now())).toBeLessThan(2_000)
  const lea = local.signIns.find(({ email }) => email.startsWith('lea@'))!
  const balance = async (url: string) => (await visit(url, lea.email, lea.password)).get('/payouts/balance')
  expect(await balance(local.url)).toMatchObject({ accruing: 204, paid: 190 })
  await local.stop()
  // By the sandbox of these data, whose accounts the ledger's transfers name.
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)

  steps.length = 0
  const again = await start({ folder, progress })
  onTestFinished(() => again.stop())
  expect(steps).not.toContainEqual(expect.stringMatching(/demo/))
  expect([again.hasMarket, again.isNew]).toEqual([true, false])
  expect(await balance(again.url)).toMatchObject({ paid: 190 })
  await expect(start({ folder: folderNamed('elsewhere') })).rejects.toThrow(/was begun from .*market on .*Start it from there/)
  expect(await theirs.countDocuments()).toBe(1)
})

test('half a market in which a stranger is by now is left, and said with what to do', async () => {
  const { take, rows, prefix } = newDatabase()
  await take()
  await rows('identity', 'users').insertMany([{ emailKey: 'lea@demo.reelfair.example' }, { emailKey: 'ada@people.example' }])
  await expect(take()).rejects.toThrow(
    new RegExp(`not of the demo is a user there\\. Nothing was removed\\. .* drop the databases ${prefix}_identity, .*${prefix}_local`),
  )
  expect(await rows('identity', 'users').countDocuments()).toBe(2)
  await rows('identity', 'users').deleteOne({ emailKey: 'ada@people.example' })
  expect(await take()).toMatchObject({ demo: 'begun', isNew: true })
  expect(await rows('identity', 'users').countDocuments()).toBe(0)
})

test('half a market in which nobody of the demo is, but others’ data are by now, is left', async () => {
  const { take, rows } = newDatabase()
  await take()
  await rows('payouts', 'job_runs').insertOne({})
  for (const [service, collection] of [
    ['payouts', 'entries'],
    ['campaigns', 'campaigns'],
    ['metrics', 'videos'],
  ] as const) {
    await rows(service, collection).insertOne({})
    await expect(take()).rejects.toThrow(/nobody of the demo is there, and by now other data are\. Nothing was removed\./)
    expect(await rows(service, collection).countDocuments()).toBe(1)
    await rows(service, collection).deleteMany({})
  }
  expect(await take()).toMatchObject({ demo: 'begun', isNew: true })
  expect(await rows('payouts', 'job_runs').countDocuments()).toBe(0)
})

test('half a market of which a start has removed but a part is still known for one', async () => {
  const { take, rows } = newDatabase()
  await take()
  await rows('identity', 'users').insertOne({ emailKey: 'lea@demo.reelfair.example' })
  for (const service of ['campaigns', 'payouts']) await rows(service, 'entries').insertOne({})
  const dropDatabase = Db.prototype.dropDatabase
  const drops = vi.spyOn(Db.prototype, 'dropDatabase').mockImplementation(function (this: Db) {
    return drops.mock.calls.length === 2 ? Promise.reject(new Error('the cable is out')) : dropDatabase.call(this)
  })
  onTestFinished(() => drops.mockRestore())
  await expect(take()).rejects.toThrow('Half a market could not be removed from MONGODB_URI: the cable is out.')
  expect(await take()).toMatchObject({ demo: 'begun', isNew: true })
  for (const service of ['campaigns', 'payouts']) expect(await rows(service, 'entries').countDocuments()).toBe(0)
})

test('half a market that another folder has begun is left to that one, which perhaps makes it now', async () => {
  const { take, takeFrom, rows } = newDatabase()
  await take()
  await rows('campaigns', 'campaigns').insertOne({})
  await expect(takeFrom(folderNamed('other'))).rejects.toThrow(/was begun from .*perhaps it runs there now/)
  expect(await rows('campaigns', 'campaigns').countDocuments()).toBe(1)
})

test('of two starts at the same moment one begins', async () => {
  const { takeFrom } = newDatabase()
  const folders = [folderNamed('left'), folderNamed('right')]
  const insertOne = Collection.prototype.insertOne
  const haveLooked = Promise.withResolvers<void>()
  // Both have seen that nothing is there before one of them writes.
  const inserts = vi.spyOn(Collection.prototype, 'insertOne').mockImplementation(async function (this: Collection, ...args) {
    if (inserts.mock.calls.length === 2) haveLooked.resolve()
    await haveLooked.promise
    return insertOne.apply(this, args)
  })
  onTestFinished(() => inserts.mockRestore())
  const both = await Promise.allSettled(folders.map(takeFrom))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { name: 'Sentence', message: 'Another start has begun a market in this database just now.' },
  })
  expect(folders.map((folder) => readdirSync(join(folder, 'given')).length).sort()).toEqual([0, 1])
})

test('data of somebody’s are used as they are: no market, and nobody of the demo unless they were there', async () => {
  const { take, rows, said, folder, ...database } = newDatabase()
  await rows('payouts', 'entries').insertOne({})
  expect(await take()).toMatchObject({ demo: 'empty', isNew: false, place: folder })
  expect(said).toEqual([expect.stringMatching(/hold data already\. They are used as they are/)])
  expect(await take({})).toMatchObject({ demo: 'people' })
  await rows('identity', 'users').insertOne({ emailKey: 'admin@demo.reelfair.example' })
  expect(await take()).toMatchObject({ demo: 'people' })
  expect(await placeOfGiven({ ...database, folder })).toBe(folder)
  expect(await rows('payouts', 'entries').countDocuments()).toBe(1)
})

test('a command says so too when the market was begun elsewhere, and waits for no start that makes it', async () => {
  const { take, prefix, folder } = newDatabase()
  await take()
  vi.stubEnv('DB_PREFIX', prefix)
  const elsewhere = folderNamed('commands')
  await expect(runNamed('check-ledger', [], elsewhere)).rejects.toThrow(/was begun from .*Start it from there/)
  const leave = claimFolder(folder)
  await expect(runNamed('check-ledger', [], folder)).rejects.toThrow(/already runs on the data in .*it is starting, or a command runs/)
  leave()
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
})

test('a finished market whose databases are empty is begun anew without one of them being dropped', async () => {
  const { take, rows } = newDatabase()
  await (await take()).marketIsMade()
  // It would be gone with its database.
  await rows('payouts', 'entries').createIndex({ emailKey: 1 })
  expect(await take()).toMatchObject({ demo: 'begun', isNew: true })
  expect(await rows('payouts', 'entries').indexes()).toHaveLength(2)
})

test('what is removed lies below the folder’s own places', () => {
  for (const place of ['', '.', '..', '../kept', 'a/b']) expect(() => placeOf('/data', place)).toThrow(/is no place below/)
  expect(placeOf('/data', 'aaaaaaaaaaaa')).toBe('/data/given/aaaaaaaaaaaa')
})

test('a market whose databases somebody has dropped is made anew, and without being asked for none begins', async () => {
  const { take, folder, ...database } = newDatabase()
  expect(await take({ empty: true })).toMatchObject({ demo: 'empty', isNew: false })
  const first = await take()
  await first.marketIsMade()
  expect(await placeOfGiven({ ...database, folder })).toBe(first.place)
  const second = await take()
  expect(second).toMatchObject({ demo: 'begun', isNew: true })
  expect(second.place).not.toBe(first.place)
})

test('a note of another form, or one whose place leads elsewhere, is not followed', async () => {
  const { take, rows, folder } = newDatabase()
  await take()
  const notes = rows('local', 'demo')
  await notes.updateMany({}, { $set: { form: FORM + 1 } })
  await expect(take()).rejects.toThrow(new RegExp(`of another Reelfair, of form ${FORM + 1}, .*drop the databases`))
  mkdirSync(join(folder, 'kept'))
  await notes.updateMany({}, { $set: { form: FORM, place: '../kept' } })
  await expect(take()).rejects.toThrow(/something that this Reelfair cannot read/)
  expect(existsSync(join(folder, 'kept'))).toBe(true)
})

test('events of other data in a given RabbitMQ are said, and left there', { timeout: 120_000 }, async () => {
  const { uri } = await sharedRabbit()
  const connection = await connect(uri)
  onTestFinished(() => connection.close())
  const channel = await connection.createChannel()
  // The run's broker is others' too, whose queues have names of their own; this one's has nobody to hear it.
  const queue = 'partnerships'
  await channel.assertQueue(queue, { durable: true, autoDelete: true })
  onTestFinished(async () => void (await channel.deleteQueue(queue)))
  await demandNoEvents(uri)
  channel.sendToQueue(queue, Buffer.from('{}'))
  await expect.poll(async () => (await channel.checkQueue(queue)).messageCount).toBe(1)
  await expect(demandNoEvents(uri)).rejects.toThrow(
    /holds events of other data in the queues partnerships; .*rabbitmqctl purge_queue partnerships/,
  )
  expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 1 })

  await channel.purgeQueue(queue)
  await channel.assertQueue(`${queue}.dead`, { durable: true })
  onTestFinished(async () => void (await channel.deleteQueue(`${queue}.dead`)))
  channel.sendToQueue(`${queue}.dead`, Buffer.from('{}'))
  await expect.poll(async () => (await channel.checkQueue(`${queue}.dead`)).messageCount).toBe(1)
  await expect(demandNoEvents(uri)).rejects.toThrow(/rabbitmqctl purge_queue partnerships\.dead/)
  await channel.purgeQueue(`${queue}.dead`)
  await demandNoEvents(uri)

  await channel.consume(queue, () => {})
  await expect(demandNoEvents(uri)).rejects.toThrow(/Another Reelfair listens on the RabbitMQ of AMQP_URL \(queues partnerships\)/)
})
