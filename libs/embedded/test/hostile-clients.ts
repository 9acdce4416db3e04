/**
 * The server rejects malicious input or closes the connection. It never crashes, corrupts the data file or uses
 * unbounded memory.
 */
import { Binary as BsonBinary, Long } from 'bson'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts'
import { checkStore } from './check-store.ts'
import { almostValidCommand, invalidCommands } from './hostile-commands.ts'
import { random } from './random.ts'
import {
  bodySection,
  bson,
  element,
  flagBits,
  frame,
  memoryOf,
  message,
  nested,
  RawClient,
  type Reply,
  sequenceSection,
  sizeOf,
} from './raw-client.ts'
import { scratchDir } from './scratch.ts'

const SEED = Number(process.env.SEED ?? 20_261_121)
/** Maximum server memory during an attack, in MiB. */
const MEMORY = 1500
const MIB = 1024 * 1024

const insertFrame = () =>
  frame(
    Buffer.concat([
      flagBits(0),
      bodySection({ insert: 'frames', $db: 't' }),
      sequenceSection('documents', [bson(element(2, 'a', string('x')))]),
    ]),
  )
const string = (s: string) => Buffer.concat([length(s.length + 1), Buffer.from(`${s}\0`)])
function length(n: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(n)
  return bytes
}

function bsonUuid(i: number) {
  const bytes = Buffer.alloc(16)
  bytes.writeInt32LE(i)
  return new BsonBinary(bytes, 4)
}

/**
 * Registers the tests.
 * @param extent `short`: fewer frames, commands and array elements, and no near-duplicate tests
 */
export function hostileClients(extent: 'short' | 'all'): void {
  const isShort = extent === 'short'
  const dataDir = scratchDir()
  let server: EmbeddedMongo
  let client: RawClient

  beforeAll(async () => {
    server = await startEmbeddedMongo({ dataDir, quiet: true })
  })
  afterAll(async () => {
    await server.stop()
    expect(checkStore(dataDir)).toEqual([])
  })
  beforeEach(async () => {
    client = await RawClient.open(server.uri)
    return async () => {
      client.close()
      // After every test, the same server process must still serve other clients.
      const other = await RawClient.open(server.uri)
      expect(await other.run({ ping: 1 })).toMatchObject({ ok: 1 })
      other.close()
      process.kill(server.pid, 0)
      expect(memoryOf(server.pid).peak, 'MiB').toBeLessThan(MEMORY)
    }
  })

  /** Expects an error reply or a closed connection, but no internal error. */
  async function expectRejected(bytes: Uint8Array): Promise<void> {
    const connection = await RawClient.open(server.uri)
    connection.send(bytes)
    connection.socket.end()
    const reply = await connection.reply()
    if (reply !== 'closed') expect(reply).toMatchObject({ ok: 0, code: expect.not.toSatisfy((code: unknown) => code === 1) })
    connection.close()
  }

  describe('malformed frames', () => {
    test('rejects a frame truncated at any byte', async () => {
      const whole = insertFrame()
      for (let end = 0; end < whole.length; end++) await expectRejected(whole.subarray(0, end))
    })

    test('survives a wrong value in any length field', async () => {
      const whole = insertFrame()
      for (let at = 0; at + 4 <= whole.length; at++) {
        for (const wrong of [-1, 0, 3, 4, 5, 0x7fffffff, whole.readInt32LE(at) + 1, whole.readInt32LE(at) - 1]) {
          const bytes = Buffer.from(whole)
          bytes.writeInt32LE(wrong | 0, at)
          const connection = await RawClient.open(server.uri)
          connection.send(bytes)
          connection.socket.end()
          const reply = await connection.reply()
          if (reply !== 'closed') expect(reply.code).not.toBe(1)
          connection.close()
        }
      }
    })

    test('rejects unknown opcodes, flags and sections', async () => {
      const body = bodySection({ ping: 1, $db: 't' })
      for (const opCode of [0, 1, 2001, 2002, 2010, 2012, 2014, -1]) await expectRejected(frame(body, { opCode }))
      for (const flag of [4, 8, 1 << 15]) await expectRejected(frame(Buffer.concat([flagBits(flag), body])))
      await expectRejected(frame(Buffer.concat([flagBits(0), body, body])))
      await expectRejected(frame(flagBits(0)))
      await expectRejected(frame(Buffer.concat([flagBits(0), Buffer.of(7), body])))
      await expectRejected(frame(Buffer.alloc(0), { announced: 48_000_000 * 2 }))
    })

    test('survives random byte changes', async () => {
      const r = random(SEED)
      const valid = [
        insertFrame(),
        message({ find: 'frames', filter: { a: { $in: [1, 'x', null] } }, $db: 't' }),
        message({ aggregate: 'frames', pipeline: [{ $group: { _id: '$a' } }], cursor: {}, $db: 't' }),
      ]
      for (let i = 0; i < (isShort ? 500 : 3000); i++) {
        const bytes = Buffer.from(r.pick(valid))
        for (let n = 1 + r.int(3); n > 0; n--) bytes[4 + r.int(bytes.length - 4)] = r.int(256)
        if (client.socket.destroyed) client = await RawClient.open(server.uri)
        client.send(bytes)
        // A changed flag may suppress the reply, so the test also sends a ping.
        client.send(message({ ping: 1, $db: 't' }))
        const reply = await client.reply()
        if (reply !== 'closed') expect(reply.code, `seed ${SEED}, frame ${i}`).not.toBe(1)
        client.close()
      }
    })
  })

  describe('documents', () => {
    test.each([200, 10_000, 1_000_000])('rejects documents, arrays and filters nested %i levels deep', async (depth) => {
      const inner = (name: string, type: 3 | 4) =>
        bson(
          element(2, 'insert', string('deep')),
          element(2, '$db', string('t')),
          element(4, 'documents', bson(element(3, '0', nested(depth, name, type)))),
        )
      await expectRejected(message(inner('a', 3)))
      await expectRejected(message(inner('0', 4)))
      const find = bson(element(2, 'find', string('deep')), element(3, 'filter', nested(depth, '$not')), element(2, '$db', string('t')))
      await expectRejected(message(find))
    })

    test('stores a 16 MiB document and rejects one that is a byte larger', async () => {
      const mongo = await MongoClient.connect(server.uri)
      const large = mongo.db('t').collection<Document>('large')
      const padding = 'x'.repeat(16 * MIB - sizeOf({ _id: 1, padding: '' }))
      await large.insertOne({ _id: 1 as never, padding })
      await expect(large.updateOne({ _id: 1 as never }, { $set: { y: 1 } })).rejects.toMatchObject({ code: 10334 })
      expect((await large.findOne({ _id: 1 as never }))?.padding).toHaveLength(padding.length)
      await mongo.close()
      const document = bson(element(16, '_id', length(2)), element(2, 'padding', string(`${padding}y`)))
      expect(await client.run({ insert: 'large' }, sequenceSection('documents', [document]))).toMatchObject({ ok: expect.anything() })
      expect(await client.run({ count: 'large' })).toMatchObject({ n: 1 })
    }, 60_000)

    test('handles an indexed array with very many elements', async () => {
      await client.run({ createIndexes: 'many', indexes: [{ key: { a: 1 }, name: 'a_1' }] })
      const reply = (await client.run({
        insert: 'many',
        documents: [{ a: Array.from({ length: isShort ? 100_000 : 1_000_000 }, (_, i) => i) }],
      })) as Reply
      expect(reply.code).not.toBe(1)
      expect(
        await client.run({ find: 'many', filter: { a: { $in: Array.from({ length: 100_000 }, (_, i) => i) } }, projection: { _id: 1 } }),
      ).toMatchObject({ ok: 1 })
      expect(await client.run({ update: 'many', updates: [{ q: {}, u: { $set: { 'a.2000000000': 1 } } }] })).toMatchObject({ ok: 1 })
    }, 60_000)
  })

  describe('commands', () => {
    /** Opens a new connection when the server closes the old one. Returns the number of commands sent. */
    async function expectNoInternalError(commands: Iterable<Document>): Promise<number> {
      let sent = 0
      for (const command of commands) {
        if (client.socket.destroyed) client = await RawClient.open(server.uri)
        const silent = command.writeConcern?.w === 0
        const reply = await client.run(command)
        if (reply !== 'closed' && !silent) expect(reply.code, `${JSON.stringify(command)} ${reply.errmsg}`).not.toBe(1)
        sent++
      }
      return sent
    }

    test("rejects every wrong field type with MongoDB's error code", async () => {
      const r = random(SEED)
      const some = [...invalidCommands()].filter(() => r.chance(isShort ? 0.03 : 0.08))
      expect(await expectNoInternalError(some)).toBeGreaterThan(isShort ? 350 : 1000)
    }, 60_000)

    test("rejects misplaced operators with MongoDB's error codes", async () => {
      const r = random(SEED)
      await client.run({ insert: 'things', documents: [{ a: 1, b: [1, { a: 2 }] }, { a: 'x', b: { a: [1] } }, {}] })
      const some = Array.from({ length: isShort ? 500 : 2000 }, () => almostValidCommand(r))
      expect(await expectNoInternalError(some)).toBe(some.length)
    }, 60_000)

    test('rejects invalid names but stores names that look like injection attempts', async () => {
      for (const $db of ['', '../x', 'a.b', 'x'.repeat(64), 'a b', 'a\0b'])
        await expectRejected(message({ insert: 'x', documents: [{}], $db }))
      for (const name of ['', 'a\0b', '$cmd', '.x', 'x.', 'x'.repeat(300)])
        await expectRejected(message({ insert: name, documents: [{}], $db: 't' }))
      const injected = 'x"; DROP TABLE collections; --'
      expect(await client.run({ insert: injected, documents: [{ a: 1 }] })).toMatchObject({ n: 1 })
      expect(await client.run({ count: injected })).toMatchObject({ n: 1 })
      for (const name of ['__proto__', 'constructor', 'toString']) {
        const document = bson(element(16, name, length(1)))
        expect(await client.run({ insert: 'names' }, sequenceSection('documents', [document]))).toMatchObject({ n: 1 })
      }
      expect(await client.run({ aggregate: 'names', pipeline: [{ $group: { _id: '$constructor' } }], cursor: {} })).toMatchObject({ ok: 1 })
    })
  })

  describe('exhausted resources', () => {
    if (!isShort)
      test('closes the oldest cursors when too many cursors are open', async () => {
        await client.run({ insert: 'rows', documents: [{ _id: 1 }, { _id: 2 }, { _id: 3 }] })
        const open = async () => ((await client.run({ find: 'rows', batchSize: 1 })) as Reply).cursor.id as Long
        const first = await open()
        for (let i = 0; i < 10_100; i++) await open()
        const last = await open()
        expect(await client.run({ getMore: first, collection: 'rows' })).toMatchObject({ code: 43 })
        expect(await client.run({ getMore: Long.fromValue(last), collection: 'rows' })).toMatchObject({ ok: 1 })
        const status = (await client.run({ serverStatus: 1 })) as Reply
        expect(status.metrics.cursor.open.total).toBeLessThanOrEqual(10_000)
      }, 60_000)

    test('limits the memory used by incomplete messages and unread replies', async () => {
      const half = Buffer.alloc(40 * MIB)
      half.writeInt32LE(48_000_000, 0)
      half.writeInt32LE(2013, 12)
      const slow = await Promise.all(Array.from({ length: 12 }, () => RawClient.open(server.uri)))
      for (const one of slow) one.send(half)
      const stalled = await Promise.all(Array.from({ length: 12 }, () => RawClient.open(server.uri)))
      for (const one of stalled) {
        one.socket.pause()
        for (let i = 0; i < 20; i++) one.send(message({ find: 'large', batchSize: 100, $db: 't' }))
      }
      for (let i = 0; i < 20; i++) expect(await client.run({ find: 'rows', filter: { _id: 2 } })).toMatchObject({ ok: 1 })
      for (const one of [...slow, ...stalled]) one.close()
    }, 60_000)

    test('serves other clients despite 200 unfinished transactions', async () => {
      const lsid = (i: number) => ({ id: bsonUuid(i) })
      const begin = (i: number) =>
        message({ find: 'rows', lsid: lsid(i), txnNumber: Long.ONE, autocommit: false, startTransaction: true, $db: 't' })
      const crowd = await Promise.all(Array.from({ length: 200 }, () => RawClient.open(server.uri)))
      crowd.forEach((one, i) => void one.send(begin(i)))
      expect(await client.run({ insert: 'rows', documents: [{ a: 1 }] })).toMatchObject({ n: 1 })
      expect(await client.run({ find: 'rows' })).toMatchObject({ ok: 1 })
      expect(await client.run({ killAllSessions: [] })).toMatchObject({ ok: 1 })
      for (const one of crowd) one.close()
    })
  })

  test('aborts a filter that backtracks endlessly', async () => {
    await client.run({ insert: 'texts', documents: [{ a: `${'a'.repeat(40)}!` }] })
    expect(await client.run({ find: 'texts', filter: { a: { $regex: '^(a+)+$' } } })).toMatchObject({ ok: 0, code: 50 })
  }, 60_000)

  if (!isShort)
    test('aborts a pipeline that backtracks endlessly', async () => {
      await client.run({ insert: 'texts', documents: [{ a: `${'a'.repeat(40)}!` }] })
      const pipeline = [{ $match: {} }, { $match: { a: { $regex: '^(a+)+$' } } }]
      expect(await client.run({ aggregate: 'texts', pipeline, cursor: {} })).toMatchObject({ code: 50 })
    }, 60_000)

  describe('when the disk is full', () => {
    test('fails writes with error 14031, keeps acknowledged data and recovers when space is available again', async () => {
      const full = scratchDir()
      const small = await startEmbeddedMongo({ dataDir: full, maxBytes: 4 * MIB, quiet: true })
      const mongo = await MongoClient.connect(small.uri)
      const things = mongo.db('t').collection<{ _id: number; padding: string }>('things')
      const padding = 'x'.repeat(20_000)
      const kept: number[] = []
      for (let _id = 0; ; _id++) {
        try {
          await things.insertOne({ _id, padding })
          kept.push(_id)
        } catch (error) {
          expect(error).toMatchObject({ code: 14031 })
          break
        }
      }
      expect(kept.length).toBeGreaterThan(50)
      const session = mongo.startSession()
      session.startTransaction()
      await things.insertOne({ _id: -1, padding }, { session })
      await expect(session.commitTransaction()).rejects.toMatchObject({ code: 14031 })
      await session.endSession()
      await expect(things.createIndex({ padding: 1 })).rejects.toMatchObject({ code: 14031 })
      expect(await things.countDocuments()).toBe(kept.length)
      await things.deleteMany({ _id: { $lt: 50 } })
      await things.insertOne({ _id: -2, padding })
      expect((await things.find({}, { projection: { _id: 1 } }).toArray()).map((t) => t._id).sort((a, b) => a - b)).toEqual([
        -2,
        ...kept.filter((id) => id >= 50),
      ])
      await mongo.close()
      await small.stop()
      expect(checkStore(full)).toEqual([])
    })
  })
}
