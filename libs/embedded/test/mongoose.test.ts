/** Uses unmodified mongoose as an application does. */
import mongoose, { type Connection, Schema, Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { KillableMongo } from './kill.ts'
import { scratchDir, startServer } from './scratch.ts'

let connection: Connection
let close: () => Promise<void>

beforeAll(async () => {
  const server = await startServer({ ttlSeconds: 1 })
  close = server.close
  connection = await mongoose.createConnection(server.uri, { dbName: `mongoose_${process.pid}` }).asPromise()
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
  await close()
})

describe('schema indexes', () => {
  test('builds schema indexes and names the field and value in duplicate key errors', async () => {
    const User = connection.model('User', new Schema({ email: { type: String, unique: true }, name: { type: String, index: true } }))
    await User.init()
    await User.create({ email: 'a@example.org' })
    const error = await User.create({ email: 'a@example.org' }).catch((e) => e)
    expect(error).toMatchObject({ name: 'MongoServerError', code: 11000, keyPattern: { email: 1 }, keyValue: { email: 'a@example.org' } })
    expect(error.message).toMatch(/E11000 duplicate key error collection: .*\.users index: email_1 dup key: \{ email: "a@example\.org" \}/)
    expect(Object.keys(await User.collection.indexInformation())).toEqual(['_id_', 'email_1', 'name_1'])
  })

  test('synchronizes indexes with the schema through syncIndexes', async () => {
    const first = new Schema({ a: Number, b: Number, c: Number }, { autoIndex: false }).index({ a: 1 }).index({ b: 1 })
    const second = new Schema({ a: Number, b: Number, c: Number }, { autoIndex: false })
      .index({ b: 1 }, { unique: true, partialFilterExpression: { b: { $gt: 0 } } })
      .index({ c: -1, a: 1 }, { sparse: true })
    await connection.model('Synced', first).syncIndexes()
    connection.deleteModel('Synced')
    const Synced = connection.model('Synced', second)
    expect(await Synced.diffIndexes()).toMatchObject({ toDrop: ['a_1', 'b_1'] })
    expect((await Synced.syncIndexes()).sort()).toEqual(['a_1', 'b_1'])
    expect(await Synced.diffIndexes()).toEqual({ toDrop: [], toCreate: [] })
    await Synced.create([{ b: 0 }, { b: 0 }, { b: 1 }])
    await expect(Synced.create({ b: 1 })).rejects.toMatchObject({ code: 11000 })
  })

  test('removes only expired documents through an expireAfterSeconds index', async () => {
    const Session = connection.model('Session', new Schema({ at: { type: Date, expires: 60 }, name: String }))
    await Session.init()
    await Session.create([{ name: 'old', at: new Date(Date.now() - 120_000) }, { name: 'new', at: new Date() }, { name: 'undated' }])
    await eventually(
      'the expired document is removed',
      async () => (await Session.countDocuments()) < 3,
      process.env.MONGODB_URI ? 90_000 : 20_000,
    )
    expect((await Session.find().sort('name')).map((s) => s.name)).toEqual(['new', 'undated'])
  })
})

describe('populate', () => {
  test('populates references through documents, arrays and virtuals', async () => {
    const author = new Schema({ name: String })
    author.virtual('books', { ref: 'Book', localField: '_id', foreignField: 'author', options: { sort: { title: 1 } } })
    author.virtual('bookCount', { ref: 'Book', localField: '_id', foreignField: 'author', count: true })
    const Author = connection.model('Author', author)
    const Book = connection.model('Book', new Schema({ title: String, author: { type: Schema.Types.ObjectId, ref: 'Author' } }))
    const Shelf = connection.model('Shelf', new Schema({ books: [{ type: Schema.Types.ObjectId, ref: 'Book' }] }))
    const ann = await Author.create({ name: 'Ann' })
    const bob = await Author.create({ name: 'Bob' })
    const books = await Book.create([
      { title: 'C', author: ann._id },
      { title: 'A', author: ann._id },
      { title: 'B', author: bob._id },
    ])
    await Shelf.create({ books: books.map((b) => b._id) })

    const shelf = await Shelf.findOne().populate({
      path: 'books',
      match: { title: { $ne: 'B' } },
      populate: { path: 'author', select: 'name -_id' },
    })
    expect(shelf?.toObject().books).toMatchObject([
      { title: 'C', author: { name: 'Ann' } },
      { title: 'A', author: { name: 'Ann' } },
    ])
    const found = await Author.findOne({ name: 'Ann' }).populate('books').populate('bookCount')
    expect(found?.get('books').map((b: { title: string }) => b.title)).toEqual(['A', 'C'])
    expect(found?.get('bookCount')).toBe(2)
  })
})

describe('connection.transaction', () => {
  const schema = new Schema({ owner: { type: String, unique: true }, balance: Number })
  const accounts = async (name: string) => {
    const Account = connection.model(name, schema)
    await Account.init()
    await Account.create([
      { owner: 'a', balance: 100 },
      { owner: 'b', balance: 0 },
    ])
    return Account
  }
  const balances = async (Account: Awaited<ReturnType<typeof accounts>>) => (await Account.find().sort('owner')).map((a) => a.balance)

  test('commits documents saved, updated and created in a transaction', async () => {
    const Account = await accounts('Committed')
    await connection.transaction(async (session) => {
      const a = await Account.findOne({ owner: 'a' }).session(session).orFail()
      a.balance = 70
      await a.save()
      await Account.updateOne({ owner: 'b' }, { $inc: { balance: 30 } }, { session })
      await Account.create([{ owner: 'c', balance: 1 }], { session })
      expect(await Account.countDocuments()).toBe(2)
    })
    expect(await balances(Account)).toEqual([70, 30, 1])
  })

  test('rolls back a transaction that throws, and restores the state of its documents', async () => {
    const Account = await accounts('Aborted')
    const a = await Account.findOne({ owner: 'a' }).orFail()
    const run = connection.transaction(async (session) => {
      a.balance = 0
      await a.save({ session })
      throw new Error('no')
    })
    await expect(run).rejects.toThrow('no')
    expect(await balances(Account)).toEqual([100, 0])
    expect(a.isModified('balance')).toBe(true)
    await a.save()
    expect(await balances(Account)).toEqual([0, 0])
  })

  test('reruns a transaction after a conflict', async () => {
    const Account = await accounts('Conflicted')
    let runs = 0
    await connection.transaction(async (session) => {
      const a = await Account.findOne({ owner: 'a' }).session(session).orFail()
      if (runs++ === 0) await Account.updateOne({ owner: 'a' }, { $inc: { balance: 11 } })
      a.balance = (a.balance ?? 0) + 1
      await a.save()
    })
    expect(runs).toBe(2)
    expect(await balances(Account)).toEqual([112, 0])
  })
})

describe('documents', () => {
  test('preserves types: maps, Decimal128, Long, doubles, dates, buffers, UUIDs and nested arrays', async () => {
    const Typed = connection.model(
      'Typed',
      new Schema({
        map: { type: Map, of: new Schema({ n: Number }, { _id: false }) },
        decimal: Schema.Types.Decimal128,
        big: BigInt,
        double: Schema.Types.Double,
        int: Schema.Types.Int32,
        date: Date,
        buffer: Buffer,
        uuid: Schema.Types.UUID,
        grid: [[Number]],
        mixed: {},
      }),
    )
    const big = 9007199254740993n
    const uuid = new Types.UUID()
    const { _id } = await Typed.create({
      map: { a: { n: 1 }, '7': { n: 2 } },
      decimal: '0.10',
      big,
      double: 3,
      int: 4,
      date: new Date(5),
      buffer: Buffer.from([6]),
      uuid,
      grid: [[1, 2], []],
      mixed: { deep: [{ x: null }] },
    })
    await Typed.updateOne({ _id }, { $set: { 'map.b': { n: 3 } }, $inc: { big: 2n, decimal: Types.Decimal128.fromString('0.2') } })
    const found = await Typed.findById(_id).orFail()
    expect(found.map?.get('b')?.n).toBe(3)
    expect(found.map?.get('7')?.n).toBe(2)
    expect(found.decimal?.toString()).toBe('0.30')
    expect(found.big).toBe(big + 2n)
    expect(found.date?.getTime()).toBe(5)
    expect(found.buffer?.toString('hex')).toBe('06')
    expect(String(found.uuid)).toBe(String(uuid))
    expect(found.toObject().grid).toEqual([[1, 2], []])
    expect(found.mixed).toEqual({ deep: [{ x: null }] })
    expect(
      await Typed.countDocuments({
        double: { $type: 'double' },
        int: { $type: 'int' },
        big: { $type: 'long' },
        decimal: { $type: 'decimal' },
      } as never),
    ).toBe(1)
  })

  test('adds timestamps and does not overwrite a newer version of a document', async () => {
    const Post = connection.model('Post', new Schema({ title: String, tags: [String] }, { timestamps: true, optimisticConcurrency: true }))
    const post = await Post.create({ title: 'a', tags: ['x'] })
    const [one, two] = [await Post.findById(post._id).orFail(), await Post.findById(post._id).orFail()]
    one.title = 'b'
    await one.save()
    two.tags.push('y')
    await expect(two.save()).rejects.toBeInstanceOf(mongoose.Error.VersionError)
    const found = await Post.findById(post._id).orFail()
    expect(found.toObject()).toMatchObject({ title: 'b', tags: ['x'], __v: 1 })
    expect(found.updatedAt.getTime()).toBeGreaterThanOrEqual(found.createdAt.getTime())
  })

  test('stores documents of several kinds in one collection through discriminators', async () => {
    const Event = connection.model('Event', new Schema({ at: Number }, { discriminatorKey: 'kind' }))
    const Click = Event.discriminator('Click', new Schema({ url: String }))
    const Signup = Event.discriminator('Signup', new Schema({ user: String }))
    await Click.create({ at: 1, url: '/' })
    await Signup.create([
      { at: 2, user: 'u' },
      { at: 3, user: 'v' },
    ])
    expect(await Event.countDocuments()).toBe(3)
    expect(await Signup.find({ at: { $gt: 2 } }).lean()).toMatchObject([{ kind: 'Signup', user: 'v' }])
    expect((await Event.findOne({ at: 1 })) instanceof Click).toBe(true)
  })
})

describe('many documents', () => {
  interface Item {
    n: number
    group: string
  }
  const items = async (name: string, count: number) => {
    const Items = connection.model<Item>(name, new Schema({ n: { type: Number, index: true }, group: String }))
    await Items.init()
    await Items.insertMany(Array.from({ length: count }, (_, n) => ({ n, group: `g${n % 3}` })))
    return Items
  }

  test('writes many documents in bulk', async () => {
    const Items = await items('Bulk', 10)
    const result = await Items.bulkWrite([
      { insertOne: { document: { n: 10, group: 'g1' } } },
      { updateOne: { filter: { n: 0 }, update: { $set: { group: 'x' } } } },
      { updateMany: { filter: { group: 'g2' }, update: { $inc: { n: 100 } } } },
      { updateOne: { filter: { n: 50 }, update: { $set: { group: 'new' } }, upsert: true } },
      { replaceOne: { filter: { n: 1 }, replacement: { n: 1, group: 'y' } } },
      { deleteMany: { filter: { group: 'g0' } } },
    ])
    expect(result).toMatchObject({ insertedCount: 1, matchedCount: 5, modifiedCount: 5, upsertedCount: 1, deletedCount: 3 })
    expect((await Items.find().sort('n')).map((i) => i.n)).toEqual([0, 1, 4, 7, 10, 50, 102, 105, 108])
  })

  test('reads many documents through cursors, in batches and in parallel', async () => {
    const Items = await items('Cursor', 2500)
    const seen: number[] = []
    await Items.find()
      .sort({ n: 1 })
      .cursor({ batchSize: 700 })
      .eachAsync((batch) => void seen.push(...batch.map((i) => i.n)), { batchSize: 1200 })
    expect(seen).toEqual(Array.from({ length: 2500 }, (_, n) => n))

    let sum = 0
    await Items.find({ group: 'g1' })
      .cursor()
      .eachAsync(
        ({ n }) => {
          sum += n
        },
        { parallel: 8 },
      )
    expect(sum).toBe(seen.filter((n) => n % 3 === 1).reduce((a, b) => a + b, 0))

    const firsts: number[] = []
    for await (const { n } of Items.find().sort({ n: -1 }).lean()) {
      firsts.push(n)
      if (firsts.length === 150) break
    }
    expect(firsts.at(-1)).toBe(2350)
  })

  test('joins and groups documents with aggregate', async () => {
    const Items = await items('Grouped', 9)
    const Group = connection.model('Group', new Schema({ name: String, label: String }))
    await Group.create([
      { name: 'g0', label: 'zero' },
      { name: 'g1', label: 'one' },
    ])
    const found = await Items.aggregate([
      { $match: { n: { $lt: 8 } } },
      { $group: { _id: '$group', count: { $sum: 1 }, most: { $max: '$n' } } },
      { $lookup: { from: 'groups', localField: '_id', foreignField: 'name', as: 'about' } },
      { $unwind: { path: '$about', preserveNullAndEmptyArrays: true } },
      { $project: { count: 1, most: 1, label: '$about.label' } },
      { $sort: { _id: 1 } },
    ])
    expect(found).toEqual([
      { _id: 'g0', count: 3, most: 6, label: 'zero' },
      { _id: 'g1', count: 3, most: 7, label: 'one' },
      { _id: 'g2', count: 2, most: 5 },
    ])
  })
})

test('reconnects after the server is killed and restarted', { skip: process.env.MONGODB_URI !== undefined }, async () => {
  const mongo = await KillableMongo.start(scratchDir())
  const own = await mongoose.createConnection(mongo.uri).asPromise()
  const Thing = own.model('Thing', new Schema({ n: Number }))
  await Thing.init()
  await Thing.create({ n: 1 })
  const seen: string[] = []
  for (const event of ['disconnected', 'reconnected']) own.on(event, () => seen.push(event))
  let early: Promise<unknown> | undefined
  await mongo.kill(async () => {
    await eventually('the connection is lost', () => seen.includes('disconnected'))
    early = Thing.countDocuments().exec()
  })
  // The call started while the server was down and waited for the restart.
  expect(await early).toBe(1)
  expect(seen).toEqual(['disconnected', 'reconnected'])
  expect(await Thing.updateOne({ n: 1 }, { $inc: { n: 1 } })).toMatchObject({ modifiedCount: 1 })
  await own.transaction((session) => Thing.create([{ n: 5 }], { session }))
  expect((await Thing.find().sort('n')).map((t) => t.n)).toEqual([2, 5])
  expect(own.readyState).toBe(mongoose.ConnectionStates.connected)
  await own.close()
  await mongo.stop()
})
