/** Transactions and retryable writes: what they see, who wins, and the codes and labels that tell a driver what to do next. */
import {
  type AnyClientBulkWriteModel,
  type ClientSession,
  type Db,
  type Document,
  type MongoClient,
  type MongoClientBulkWriteError,
  MongoServerError,
} from 'mongodb'
import { long } from './mixed.ts'
import { refused, type ScriptCase, type Stored, table } from './run.ts'

interface Env {
  readonly client: MongoClient
  readonly db: Db
  readonly coll: Stored
}

/** 'ok', or the code of the refusal and its label for the driver. */
const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    (answer) => String((answer as { writeErrors?: Document[] } | undefined)?.writeErrors?.[0]?.code ?? 'ok'),
    (error: unknown) => {
      if (!(error instanceof MongoServerError)) throw error
      return [error.code, ...error.errorLabels.filter((label) => label === 'TransientTransactionError')].join(' ')
    },
  )

const BEGIN = { startTransaction: true, autocommit: false }
const GO_ON = { autocommit: false }

/** One logical session that numbers its statements as a case wants: the driver would number them itself. */
function speaker({ client, db }: Env) {
  const session = client.startSession({ causalConsistency: false })
  // The driver hands out sessions that others have used, so the case's numbers are counted from the last one.
  const used = session.serverSession.txnNumber
  const ask = (n: number, command: Document, fields: Document = {}) =>
    db.command({ ...command, txnNumber: long(used + n), ...fields }, { session })
  const end = (n: number, command: 'commitTransaction' | 'abortTransaction') => {
    session.serverSession.txnNumber = used + n
    return outcome(client.db('admin').command({ [command]: 1 }, { session }))
  }
  return {
    /** Says a command with a transaction number and, inside a transaction, `BEGIN` or `GO_ON`; `ask` gives its answer. */
    say: (n: number, command: Document, fields?: Document) => outcome(ask(n, command, fields)),
    ask,
    /** Commits or aborts; for these two the driver takes the number from the session. */
    end,
    close: async () => {
      for (const n of [1, 2, 5]) await end(n, 'abortTransaction')
    },
  }
}

type Speaker = ReturnType<typeof speaker>
const DOCS = [
  { _id: 1, a: 1 },
  { _id: 2, a: 2 },
]
const numbered = (name: string, talk: (speaker: Speaker, env: Env) => Promise<unknown>, gives: unknown): ScriptCase => ({
  name,
  docs: DOCS,
  script: async (env) => {
    const spoken = speaker(env)
    const result = await talk(spoken, env)
    await spoken.close()
    return result
  },
  gives,
})

/** Two sessions of the driver, each in a transaction. */
const two = (
  name: string,
  talk: (one: ClientSession, other: ClientSession, env: Env) => Promise<unknown>,
  gives: unknown,
  more: Partial<ScriptCase> = {},
): ScriptCase => ({
  name,
  docs: DOCS,
  ...more,
  script: async (env) => {
    const one = env.client.startSession()
    const other = env.client.startSession()
    one.startTransaction()
    other.startTransaction()
    const result = await talk(one, other, env)
    await Promise.all([one.endSession(), other.endSession()])
    return result
  },
  gives,
})

const all = async (coll: Stored, session?: ClientSession) =>
  (await coll.find({}, { sort: { _id: 1 }, ...(session ? { session } : {}) }).toArray()).map((d) => [Number(d._id), Number(d.a)])
const set = (coll: Stored, _id: number, a: number, session?: ClientSession) =>
  coll.updateOne({ _id }, { $set: { a } }, session ? { session } : {})

const isolation: ScriptCase[] = [
  two(
    'a commit shows all writes at once',
    async (session, _, { coll }) => {
      await coll.insertOne({ _id: 3, a: 3 }, { session })
      await set(coll, 1, 10, session)
      await coll.deleteOne({ _id: 2 }, { session })
      const before = await all(coll)
      await session.commitTransaction()
      return [before, await all(coll)]
    },
    [
      [
        [1, 1],
        [2, 2],
      ],
      [
        [1, 10],
        [3, 3],
      ],
    ],
  ),
  two(
    'an abort undoes all writes',
    async (session, _, { coll }) => {
      await coll.insertOne({ _id: 3, a: 3 }, { session })
      await coll.updateMany({}, { $inc: { a: 100 } }, { session })
      await coll.deleteOne({ _id: 2 }, { session })
      await session.abortTransaction()
      return [await all(coll), await coll.countDocuments({ a: { $gt: 2 } })]
    },
    [
      [
        [1, 1],
        [2, 2],
      ],
      0,
    ],
    { indexes: [{ key: { a: 1 } }] },
  ),
  two(
    'a transaction reads its own writes, by index too',
    async (session, _, { coll }) => {
      await coll.insertOne({ _id: 3, a: 5 }, { session })
      await set(coll, 1, 5, session)
      await coll.deleteOne({ _id: 2 }, { session })
      const ids = await coll.find({ a: { $gte: 2 } }, { session, sort: { a: -1, _id: 1 } }).toArray()
      const [sum] = await coll.aggregate([{ $group: { _id: null, n: { $sum: '$a' } } }], { session }).toArray()
      return [ids.map((d) => Number(d._id)), Number(sum?.n), (await coll.distinct('a', {}, { session })).map(Number)]
    },
    [[1, 3], 10, [5]],
    { indexes: [{ key: { a: 1 } }] },
  ),
  two(
    'a transaction reads the state in which it began to read',
    async (session, _, { coll }) => {
      const first = await all(coll, session)
      await set(coll, 1, 10)
      await coll.insertOne({ _id: 3, a: 3 })
      await coll.deleteOne({ _id: 2 })
      const second = await all(coll, session)
      await session.commitTransaction()
      return [first, second, await all(coll)]
    },
    [
      [
        [1, 1],
        [2, 2],
      ],
      [
        [1, 1],
        [2, 2],
      ],
      [
        [1, 10],
        [3, 3],
      ],
    ],
  ),
  two(
    'a cursor of a transaction reads on in its state',
    async (session, _, { coll }) => {
      const cursor = coll.find({}, { session, batchSize: 2, sort: { _id: 1 } })
      const first = await cursor.next()
      await coll.deleteMany({})
      return [Number(first?._id), ...(await cursor.toArray()).map((d) => Number(d._id))]
    },
    [1, 2, 3, 4, 5],
    { docs: [1, 2, 3, 4, 5].map((_id) => ({ _id })) },
  ),
  two(
    'two transactions may read what the other writes (write skew)',
    async (one, other, { coll }) => {
      await all(coll, one)
      await all(coll, other)
      await set(coll, 1, 0, one)
      await set(coll, 2, 0, other)
      await one.commitTransaction()
      await other.commitTransaction()
      return all(coll)
    },
    [
      [1, 0],
      [2, 0],
    ],
  ),
  two(
    'a collection may be made by a transaction',
    async (session, _, { coll }) => {
      await coll.insertOne({ _id: 1, a: 1 }, { session })
      await session.commitTransaction()
      return all(coll)
    },
    [[1, 1]],
    { docs: [], before: [{ drop: '<c>' }] },
  ),
  two(
    'a value moves between documents within a transaction',
    async (session, _, { coll }) => {
      await set(coll, 1, -1, session)
      await set(coll, 2, 1, session)
      await set(coll, 1, 2, session)
      await session.commitTransaction()
      return [await all(coll), await outcome(coll.insertOne({ _id: 3, a: 1 })), await outcome(coll.insertOne({ _id: 4, a: 2 }))]
    },
    [
      [
        [1, 2],
        [2, 1],
      ],
      '11000',
      '11000',
    ],
    { indexes: [{ key: { a: 1 }, unique: true }] },
  ),
  two(
    'a document is deleted and inserted again within a transaction',
    async (session, _, { coll }) => {
      await coll.deleteOne({ _id: 1 }, { session })
      await coll.insertOne({ _id: 1, a: 7 }, { session })
      await session.commitTransaction()
      return all(coll)
    },
    [
      [1, 7],
      [2, 2],
    ],
    { indexes: [{ key: { a: 1 }, unique: true }] },
  ),
  two(
    'ending a session aborts its transaction',
    async (session, _, { coll }) => {
      await coll.insertOne({ _id: 3, a: 3 }, { session })
      await session.endSession()
      return all(coll)
    },
    [
      [1, 1],
      [2, 2],
    ],
  ),
]

const conflicts: ScriptCase[] = [
  two(
    'a write over a write that the transaction does not see conflicts',
    async (session, _, { coll }) => {
      await all(coll, session)
      await set(coll, 1, 10)
      return [await outcome(set(coll, 1, 20, session)), await outcome(all(coll, session)), await all(coll)]
    },
    [
      '112 TransientTransactionError',
      '251 TransientTransactionError',
      [
        [1, 10],
        [2, 2],
      ],
    ],
  ),
  two(
    'the first writer wins',
    async (one, other, { coll }) => {
      await set(coll, 1, 10, one)
      const second = await outcome(set(coll, 1, 20, other))
      await one.commitTransaction()
      return [second, await all(coll)]
    },
    [
      '112 TransientTransactionError',
      [
        [1, 10],
        [2, 2],
      ],
    ],
  ),
  two(
    'a delete conflicts with an update',
    async (one, other, { coll }) => {
      await set(coll, 1, 10, one)
      return outcome(coll.deleteOne({ _id: 1 }, { session: other }))
    },
    '112 TransientTransactionError',
  ),
  two(
    'two inserts of one _id conflict',
    async (one, other, { coll }) => {
      await coll.insertOne({ _id: 3, a: 3 }, { session: one })
      return outcome(coll.insertOne({ _id: 3, a: 4 }, { session: other }))
    },
    '112 TransientTransactionError',
  ),
  two(
    'two inserts of one unique value conflict',
    async (one, other, { coll }) => {
      await coll.insertOne({ _id: 3, a: 3 }, { session: one })
      return outcome(coll.insertOne({ _id: 4, a: 3 }, { session: other }))
    },
    '112 TransientTransactionError',
    { indexes: [{ key: { a: 1 }, unique: true }] },
  ),
  two(
    'writes to different documents do not conflict',
    async (one, other, { coll }) => {
      await set(coll, 1, 10, one)
      await set(coll, 2, 20, other)
      await other.commitTransaction()
      await one.commitTransaction()
      return all(coll)
    },
    [
      [1, 10],
      [2, 20],
    ],
  ),
  two(
    'a write outside waits for the transaction and comes after it',
    async (session, _, { coll }) => {
      await coll.updateOne({ _id: 1 }, { $mul: { a: 10 } }, { session })
      const outside = coll.updateOne({ _id: 1 }, { $inc: { a: 1 } })
      await session.commitTransaction()
      await outside
      return all(coll)
    },
    [
      [1, 11],
      [2, 2],
    ],
  ),
  two(
    'a write outside to another document does not wait',
    async (session, _, { coll }) => {
      await set(coll, 1, 10, session)
      await set(coll, 2, 20)
      await session.commitTransaction()
      return all(coll)
    },
    [
      [1, 10],
      [2, 20],
    ],
  ),
  two(
    'a duplicate ends the transaction',
    async (session, _, { coll }) => [
      await outcome(coll.insertOne({ _id: 3 }, { session })),
      await outcome(coll.insertOne({ _id: 1 }, { session })),
      await outcome(coll.insertOne({ _id: 4 }, { session })),
      await coll.countDocuments(),
    ],
    ['ok', '11000', '251 TransientTransactionError', 2],
  ),
  two(
    'a duplicate of an own insert is one',
    async (session, _, { coll }) => {
      await coll.insertOne({ _id: 3, a: 9 }, { session })
      return outcome(coll.insertOne({ _id: 4, a: 9 }, { session }))
    },
    '11000',
    { indexes: [{ key: { a: 1 }, unique: true }] },
  ),
  two(
    'a filter that does not parse ends the transaction',
    async (session, _, { coll }) => [
      await outcome(coll.insertOne({ _id: 3 }, { session })),
      await outcome(coll.find({ $foo: 1 }, { session }).toArray()),
      await outcome(coll.insertOne({ _id: 4 }, { session })),
    ],
    ['ok', '2', '251 TransientTransactionError'],
  ),
  {
    name: 'withTransaction tries again after a conflict',
    docs: DOCS,
    script: async ({ client, coll }) => {
      const session = client.startSession()
      let tries = 0
      await session.withTransaction(async () => {
        tries += 1
        const doc = await coll.findOne({ _id: 1 }, { session })
        if (tries === 1) await set(coll, 1, 100)
        await set(coll, 1, Number(doc?.a) + 1, session)
      })
      await session.endSession()
      return [tries, await all(coll)]
    },
    gives: [
      2,
      [
        [1, 101],
        [2, 2],
      ],
    ],
  },
]

const insert = (_id: number): Document => ({ insert: '', documents: [{ _id }] })
const into = ({ coll }: Env, command: Document): Document =>
  Object.fromEntries(Object.entries(command).map(([k, v], i) => [k, i === 0 && v === '' ? coll.collectionName : v]))

const numbers: ScriptCase[] = [
  numbered(
    'a commit may be repeated',
    async ({ say, end }, env) => [
      await say(1, into(env, insert(3)), BEGIN),
      await end(1, 'commitTransaction'),
      await end(1, 'commitTransaction'),
      await env.coll.countDocuments(),
    ],
    ['ok', 'ok', 'ok', 3],
  ),
  numbered(
    'an abort after the commit is refused',
    async ({ say, end }, env) => [
      await say(1, into(env, insert(3)), BEGIN),
      await end(1, 'commitTransaction'),
      await end(1, 'abortTransaction'),
      await env.coll.countDocuments(),
    ],
    ['ok', 'ok', '256', 3],
  ),
  numbered(
    'a commit after the abort is refused',
    async ({ say, end }, env) => [
      await say(1, into(env, insert(3)), BEGIN),
      await end(1, 'abortTransaction'),
      await end(1, 'commitTransaction'),
    ],
    ['ok', 'ok', '251 TransientTransactionError'],
  ),
  numbered('a commit of nothing is refused', ({ end }) => end(1, 'commitTransaction'), '251 TransientTransactionError'),
  numbered('an abort of nothing is refused', ({ end }) => end(1, 'abortTransaction'), '251 TransientTransactionError'),
  numbered(
    'a statement of a transaction that never began',
    ({ say }, env) => say(1, into(env, insert(3)), GO_ON),
    '251 TransientTransactionError',
  ),
  numbered(
    'a transaction begins once',
    async ({ say }, env) => [await say(1, into(env, insert(3)), BEGIN), await say(1, into(env, insert(4)), BEGIN)],
    ['ok', '117'],
  ),
  numbered(
    'a statement after the commit is refused',
    async ({ say, end }, env) => [
      await say(1, into(env, insert(3)), BEGIN),
      await end(1, 'commitTransaction'),
      await say(1, into(env, insert(4)), GO_ON),
    ],
    ['ok', 'ok', '256'],
  ),
  numbered(
    'a later transaction of the session ends the earlier one',
    async ({ say, end }, env) => [
      await say(1, into(env, insert(3)), BEGIN),
      await say(2, into(env, insert(4)), BEGIN),
      await say(1, into(env, insert(5)), GO_ON),
      await end(2, 'commitTransaction'),
      await env.coll.countDocuments(),
    ],
    ['ok', 'ok', '225', 'ok', 3],
  ),
  numbered(
    'an old number is refused',
    async ({ say }, env) => [
      await say(5, into(env, insert(3))),
      await say(4, into(env, insert(4))),
      await say(4, into(env, insert(5)), BEGIN),
    ],
    ['ok', '225', '225'],
  ),
  numbered(
    'a repeated write is answered again, not done again',
    async ({ ask }, env) => {
      const update = { update: env.coll.collectionName, updates: [{ q: { _id: 1 }, u: { $inc: { a: 1 } } }] }
      const answers = [await ask(1, update), await ask(1, update)]
      return [answers.map((answer) => [Number(answer.n), Number(answer.nModified)]), await all(env.coll)]
    },
    [
      [
        [1, 1],
        [1, 1],
      ],
      [
        [1, 2],
        [2, 2],
      ],
    ],
  ),
  numbered(
    'a repeated insert is no duplicate',
    async ({ say }, env) => [await say(1, into(env, insert(3))), await say(1, into(env, insert(3))), await env.coll.countDocuments()],
    ['ok', 'ok', 3],
  ),
  numbered(
    'a repeated findAndModify gives the same document',
    async ({ ask }, env) => {
      const command = { findAndModify: env.coll.collectionName, query: { _id: 1 }, update: { $inc: { a: 1 } } }
      const answers = [await ask(1, command), await ask(1, command)]
      return [answers.map((answer) => Number(answer.value.a)), await all(env.coll)]
    },
    [
      [1, 1],
      [
        [1, 2],
        [2, 2],
      ],
    ],
  ),
  numbered(
    'a repeated delete counts what it deleted',
    async ({ ask }, env) => {
      const command = { delete: env.coll.collectionName, deletes: [{ q: {}, limit: 1 }] }
      return [Number((await ask(1, command)).n), Number((await ask(1, command)).n), await env.coll.countDocuments()]
    },
    [1, 1, 1],
  ),
  numbered(
    'a write of a later number is done',
    async ({ ask }, env) => {
      const update = { update: env.coll.collectionName, updates: [{ q: { _id: 1 }, u: { $inc: { a: 1 } } }] }
      await ask(1, update)
      await ask(2, update)
      return all(env.coll)
    },
    [
      [1, 3],
      [2, 2],
    ],
  ),
]

const notHere = (name: string, command: (env: Env) => Document, gives = '263'): ScriptCase =>
  numbered(`${name} in a transaction`, ({ say }, env) => say(1, command(env), BEGIN), gives)

const restrictions: ScriptCase[] = [
  notHere('drop', ({ coll }) => ({ drop: coll.collectionName })),
  notHere('dropDatabase', () => ({ dropDatabase: 1 })),
  notHere('dropIndexes', ({ coll }) => ({ dropIndexes: coll.collectionName, index: '*' })),
  notHere('createIndexes on a collection with documents', ({ coll }) => ({
    createIndexes: coll.collectionName,
    indexes: [{ key: { a: 1 }, name: 'a_1' }],
  })),
  notHere('collMod', ({ coll }) => ({ collMod: coll.collectionName })),
  notHere('listCollections', () => ({ listCollections: 1 })),
  notHere('listIndexes', ({ coll }) => ({ listIndexes: coll.collectionName })),
  notHere('count', ({ coll }) => ({ count: coll.collectionName })),
  notHere('$merge', ({ coll }) => ({ aggregate: coll.collectionName, pipeline: [{ $merge: 'x' }], cursor: {} })),
  notHere(
    'a write concern of a statement',
    ({ coll }) => ({ insert: coll.collectionName, documents: [{ _id: 3 }], writeConcern: { w: 'majority' } }),
    '72',
  ),
  notHere('read concern linearizable', ({ coll }) => ({ find: coll.collectionName, readConcern: { level: 'linearizable' } }), '72'),
  notHere('read concern available', ({ coll }) => ({ find: coll.collectionName, readConcern: { level: 'available' } }), '72'),
  notHere('read concern snapshot', ({ coll }) => ({ find: coll.collectionName, readConcern: { level: 'snapshot' } }), 'ok'),
  notHere('read concern majority', ({ coll }) => ({ find: coll.collectionName, readConcern: { level: 'majority' } }), 'ok'),
  notHere('distinct', ({ coll }) => ({ distinct: coll.collectionName, key: 'a' }), 'ok'),
  ...(['insert', 'update', 'delete', 'findAndModify'] as const).map((name) =>
    numbered(
      `${name} of a capped collection in a transaction`,
      async ({ say }, { db, coll }) => {
        const capped = `${coll.collectionName}.capped`
        await db.createCollection(capped, { capped: true, size: 1000 })
        await db.collection(capped).insertOne({ a: 1 })
        const fields = {
          insert: { documents: [{ a: 1 }] },
          update: { updates: [{ q: {}, u: { $set: { a: 2 } } }] },
          delete: { deletes: [{ q: {}, limit: 1 }] },
          findAndModify: { query: {}, remove: true },
        }
        return [await say(1, { [name]: capped, ...fields[name] }, BEGIN), await db.collection(capped).countDocuments({ a: 1 })]
      },
      ['263', 1],
    ),
  ),
  numbered(
    'a read concern of a later statement is refused',
    async ({ say }, { coll }) => {
      const find = { find: coll.collectionName }
      return [await say(1, find, BEGIN), await say(1, { ...find, readConcern: { level: 'snapshot' } }, GO_ON)]
    },
    ['ok', '72'],
  ),
]

/** What the driver's bulk write over several collections comes to, in a transaction. */
const together = (
  name: string,
  models: (one: string, other: string) => AnyClientBulkWriteModel<Document & { _id: number }>[],
  gives: unknown,
  after: { one: Document[]; other: Document[] },
): ScriptCase => ({
  name,
  script: async ({ client, db }) => {
    const [one, other] = [`${name.replaceAll(' ', '-')}.one`, `${name.replaceAll(' ', '-')}.other`]
    await db.collection(one).insertMany([...DOCS] as never)
    await db.createCollection(other)
    const session = client.startSession()
    session.startTransaction()
    const said = await client
      .bulkWrite(models(`${db.databaseName}.${one}`, `${db.databaseName}.${other}`) as unknown as AnyClientBulkWriteModel<Document>[], {
        session,
      })
      .then(
        ({ insertedCount, matchedCount, modifiedCount, deletedCount, upsertedCount }) => [
          insertedCount,
          matchedCount,
          modifiedCount,
          deletedCount,
          upsertedCount,
        ],
        (error: MongoClientBulkWriteError) => [...error.writeErrors].map(([at, { code }]) => [at, code]),
      )
    const unseen = await db.collection(other).countDocuments()
    const committed = await outcome(session.commitTransaction())
    await session.endSession()
    const left = async (collection: string) => db.collection(collection).find().sort({ _id: 1 }).toArray()
    return { said, unseen, committed, after: { one: await left(one), other: await left(other) } }
  },
  gives: { said: gives, unseen: 0, committed: after.other.length > 0 ? 'ok' : '251 TransientTransactionError', after },
})

const bulks: ScriptCase[] = [
  together(
    'a bulk write goes to several collections in its order',
    (one, other) => [
      { name: 'insertOne', namespace: other, document: { _id: 7, a: 7 } },
      { name: 'replaceOne', namespace: one, filter: { _id: 1, a: 1 }, replacement: { a: 10 } },
      { name: 'replaceOne', namespace: one, filter: { _id: 1, a: 1 }, replacement: { a: 11 } },
      { name: 'deleteOne', namespace: one, filter: { _id: 2 } },
      { name: 'deleteOne', namespace: one, filter: { _id: 2 } },
      { name: 'updateOne', namespace: other, filter: { _id: 7 }, update: { $inc: { a: 1 } } },
      { name: 'updateOne', namespace: other, filter: { _id: 8 }, update: { $set: { a: 8 } }, upsert: true },
    ],
    [1, 2, 2, 1, 1],
    {
      one: [{ _id: 1, a: 10 }],
      other: [
        { _id: 7, a: 8 },
        { _id: 8, a: 8 },
      ],
    },
  ),
  together(
    'a bulk write that breaks a unique index ends its transaction',
    (one, other) => [
      { name: 'insertOne', namespace: other, document: { _id: 7 } },
      { name: 'insertOne', namespace: one, document: { _id: 2 } },
      { name: 'deleteOne', namespace: one, filter: { _id: 1 } },
    ],
    [[1, 11_000]],
    { one: [...DOCS], other: [] },
  ),
  numbered(
    'a bulk write meets the write of another transaction',
    async ({ say }, { db, coll }) => {
      const update = { update: coll.collectionName, updates: [{ q: { _id: 1 }, u: { $set: { a: 5 } } }] }
      const ops = [{ update: 0, filter: { _id: 1 }, updateMods: { $set: { a: 6 } } }]
      const first = await say(1, update, BEGIN)
      const session = db.client.startSession()
      session.startTransaction()
      const bulk = { bulkWrite: 1, ops, nsInfo: [{ ns: coll.namespace }] }
      const second = await outcome(db.client.db('admin').command(bulk, { session }))
      await session.endSession()
      return [first, second]
    },
    ['ok', '112 TransientTransactionError'],
  ),
  {
    name: 'an op of a bulk write names its namespace',
    script: async ({ client }) => {
      const session = client.startSession()
      session.startTransaction()
      const command = { bulkWrite: 1, ops: [{ insert: 1, document: { _id: 1 } }], nsInfo: [{ ns: 'd.c' }] }
      const said = await outcome(client.db('admin').command(command, { session }))
      await session.endSession()
      return said
    },
    gives: '2',
  },
]

const kept: ScriptCase[] = refused('MongoDB can do this', [
  {
    name: 'a bulk write outside a transaction is refused',
    script: ({ client, coll }) =>
      outcome(client.db('admin').command({ bulkWrite: 1, ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: coll.namespace }] })),
    gives: '115',
  },
])

export const transactionTable = table('transaction', [...isolation, ...conflicts, ...numbers, ...restrictions, ...bulks, ...kept])
