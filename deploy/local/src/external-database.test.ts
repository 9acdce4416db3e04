import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Collection, Db } from 'mongodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DATA_FORMAT } from './data-format.ts'
import { startExternalDatabase } from './external-database.fixture.ts'
import { placeOf, prepareExternalDatabase, sandboxFolderOf } from './external-database.ts'
import { runNamed } from './run-commands.ts'
import { claimFolder } from './running.ts'

const { uri, client, folderNamed } = await startExternalDatabase()

let made = 0
function newDatabase(folder = folderNamed(`own-${made}`)) {
  made += 1
  const messages: string[] = []
  const own = { uri, prefix: `given${made}`, folder }
  return {
    ...own,
    messages,
    take: (wanted: { market?: boolean; empty?: boolean } = { market: true }) =>
      prepareExternalDatabase(own, wanted, (line) => messages.push(line)),
    takeFrom: (other: string) => prepareExternalDatabase({ ...own, folder: other }, { market: true }, () => {}),
    rows: (service: string, collection: string) => client.db(`${own.prefix}_${service}`).collection<{ emailKey?: string }>(collection),
  }
}

test('keeps an incomplete demo market that contains another user, and explains how to start over', async () => {
  const { take, rows, prefix } = newDatabase()
  await take()
  await rows('identity', 'users').insertMany([{ emailKey: 'lea@demo.reelfair.example' }, { emailKey: 'ada@people.example' }])
  await expect(take()).rejects.toThrow(
    new RegExp(`not part of the demo\\. Nothing was deleted\\. .* drop the databases ${prefix}_identity, .*${prefix}_local`),
  )
  expect(await rows('identity', 'users').countDocuments()).toBe(2)
  await rows('identity', 'users').deleteOne({ emailKey: 'ada@people.example' })
  expect(await take()).toMatchObject({ demo: 'begun', isNew: true })
  expect(await rows('identity', 'users').countDocuments()).toBe(0)
})

test('keeps an incomplete demo market that contains other data but no demo users', async () => {
  const { take, rows } = newDatabase()
  await take()
  await rows('payouts', 'job_runs').insertOne({})
  for (const [service, collection] of [
    ['payouts', 'entries'],
    ['campaigns', 'campaigns'],
    ['metrics', 'videos'],
  ] as const) {
    await rows(service, collection).insertOne({})
    await expect(take()).rejects.toThrow(/contain other data and no demo users\. Nothing was deleted\./)
    expect(await rows(service, collection).countDocuments()).toBe(1)
    await rows(service, collection).deleteMany({})
  }
  expect(await take()).toMatchObject({ demo: 'begun', isNew: true })
  expect(await rows('payouts', 'job_runs').countDocuments()).toBe(0)
})

test('detects an incomplete demo market after an interrupted removal', async () => {
  const { take, rows } = newDatabase()
  await take()
  await rows('identity', 'users').insertOne({ emailKey: 'lea@demo.reelfair.example' })
  for (const service of ['campaigns', 'payouts']) await rows(service, 'entries').insertOne({})
  const dropDatabase = Db.prototype.dropDatabase
  const drops = vi.spyOn(Db.prototype, 'dropDatabase').mockImplementation(function (this: Db) {
    return drops.mock.calls.length === 2 ? Promise.reject(new Error('network down')) : dropDatabase.call(this)
  })
  onTestFinished(() => drops.mockRestore())
  await expect(take()).rejects.toThrow('The incomplete demo market in MONGODB_URI could not be deleted: network down.')
  expect(await take()).toMatchObject({ demo: 'begun', isNew: true })
  for (const service of ['campaigns', 'payouts']) expect(await rows(service, 'entries').countDocuments()).toBe(0)
})

test('keeps another folder’s incomplete demo market', async () => {
  const { take, takeFrom, rows } = newDatabase()
  await take()
  await rows('campaigns', 'campaigns').insertOne({})
  await expect(takeFrom(folderNamed('other'))).rejects.toThrow(/was created from .*it may be running there now/)
  expect(await rows('campaigns', 'campaigns').countDocuments()).toBe(1)
})

test('lets only one of two concurrent starts create the demo market', async () => {
  const { takeFrom } = newDatabase()
  const folders = [folderNamed('left'), folderNamed('right')]
  const insertOne = Collection.prototype.insertOne
  const bothChecked = Promise.withResolvers<void>()
  // Both starts find the databases empty before either of them writes.
  const inserts = vi.spyOn(Collection.prototype, 'insertOne').mockImplementation(async function (this: Collection, ...args) {
    if (inserts.mock.calls.length === 2) bothChecked.resolve()
    await bothChecked.promise
    return insertOne.apply(this, args)
  })
  onTestFinished(() => inserts.mockRestore())
  const both = await Promise.allSettled(folders.map(takeFrom))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { name: 'UserError', message: 'Another start is already creating a market in this database.' },
  })
  expect(folders.map((folder) => readdirSync(join(folder, 'given')).length).sort()).toEqual([0, 1])
})

test('uses existing data unchanged, adds no demo market, and lists demo users only if they exist', async () => {
  const { take, rows, messages, folder, ...database } = newDatabase()
  await rows('payouts', 'entries').insertOne({})
  expect(await take()).toMatchObject({ demo: 'empty', isNew: false, place: folder })
  expect(messages).toEqual([expect.stringMatching(/already contain data\. They are used as they are/)])
  expect(await take({})).toMatchObject({ demo: 'people' })
  await rows('identity', 'users').insertOne({ emailKey: 'admin@demo.reelfair.example' })
  expect(await take()).toMatchObject({ demo: 'people' })
  expect(await sandboxFolderOf({ ...database, folder })).toBe(folder)
  expect(await rows('payouts', 'entries').countDocuments()).toBe(1)
})

test('rejects commands for another folder’s demo market or for a folder claimed by a running `npm start`', async () => {
  const { take, prefix, folder } = newDatabase()
  await take()
  vi.stubEnv('DB_PREFIX', prefix)
  const elsewhere = folderNamed('commands')
  await expect(runNamed('check-ledger', [], elsewhere)).rejects.toThrow(/was created from .*Start it from there/)
  const leave = claimFolder(folder)
  await expect(runNamed('check-ledger', [], folder)).rejects.toThrow(
    /already running on the data in .*it is starting, or a command is running/,
  )
  leave()
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
})

test('re-creates a finished demo market in emptied databases without dropping them', async () => {
  const { take, rows } = newDatabase()
  await (await take()).markMarketComplete()
  // The test checks this index later, because dropping the database would delete it.
  await rows('payouts', 'entries').createIndex({ emailKey: 1 })
  expect(await take()).toMatchObject({ demo: 'begun', isNew: true })
  expect(await rows('payouts', 'entries').indexes()).toHaveLength(2)
})

test('rejects a place outside the `given` folder', () => {
  for (const place of ['', '.', '..', '../kept', 'a/b']) expect(() => placeOf('/data', place)).toThrow(/is not a folder in/)
  expect(placeOf('/data', 'aaaaaaaaaaaa')).toBe('/data/given/aaaaaaaaaaaa')
})

test('re-creates a demo market whose databases were dropped, but only if requested', async () => {
  const { take, folder, ...database } = newDatabase()
  expect(await take({ empty: true })).toMatchObject({ demo: 'empty', isNew: false })
  const first = await take()
  await first.markMarketComplete()
  expect(await sandboxFolderOf({ ...database, folder })).toBe(first.place)
  const second = await take()
  expect(second).toMatchObject({ demo: 'begun', isNew: true })
  expect(second.place).not.toBe(first.place)
})

test('rejects a note in another format or with a place outside the folder', async () => {
  const { take, rows, folder } = newDatabase()
  await take()
  const notes = rows('local', 'demo')
  await notes.updateMany({}, { $set: { form: DATA_FORMAT + 1 } })
  await expect(take()).rejects.toThrow(new RegExp(`another version of Reelfair: they have format ${DATA_FORMAT + 1}, .*drop the databases`))
  mkdirSync(join(folder, 'kept'))
  await notes.updateMany({}, { $set: { form: DATA_FORMAT, place: '../kept' } })
  await expect(take()).rejects.toThrow(/an entry that this version cannot read/)
  expect(existsSync(join(folder, 'kept'))).toBe(true)
})
