/** A database and a broker that somebody has given: the market begins there once, and nothing of anybody else's is ever removed. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Collection, Db } from 'mongodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FORM } from './data-form.ts'
import { startTheirs } from './given-database.fixture.ts'
import { placeOf, placeOfGiven, takeGiven } from './given-database.ts'
import { runNamed } from './run-commands.ts'
import { claimFolder } from './running.ts'

const { uri, client, folderNamed } = await startTheirs()

let made = 0
/** Databases of a name that no other test has, as a start from a folder of its own sees them. */
function newDatabase(folder = folderNamed(`own-${made}`)) {
  made += 1
  const said: string[] = []
  const own = { uri, prefix: `given${made}`, folder }
  return {
    ...own,
    said,
    take: (wanted: { market?: boolean; empty?: boolean } = { market: true }) => takeGiven(own, wanted, (line) => said.push(line)),
    takeFrom: (other: string) => takeGiven({ ...own, folder: other }, { market: true }, () => {}),
    rows: (service: string, collection: string) => client.db(`${own.prefix}_${service}`).collection<{ emailKey?: string }>(collection),
  }
}

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
