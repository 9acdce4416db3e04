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
import { embeddedOnly, type ScriptCase, type Stored, table } from './run.ts'

interface Env {
  readonly client: MongoClient
  readonly db: Db
  readonly coll: Stored
}

/** Returns 'ok' or the error code, followed by `TransientTransactionError` if the error has that label. */
const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    (answer) => String((answer as { writeErrors?: Document[] } | undefined)?.writeErrors?.[0]?.code ?? 'ok'),
    (error: unknown) => {
      if (!(error instanceof MongoServerError)) throw error
      return [error.code, ...error.errorLabels.filter((label) => label === 'TransientTransactionError')].join(' ')
    },
  )

const BEGIN = { startTransaction: true, autocommit: false }
const CONTINUE = { autocommit: false }

/** Sets explicit transaction numbers, which the driver would otherwise assign. */
function numberedSession({ client, db }: Env) {
  const session = client.startSession({ causalConsistency: false })
  // The driver reuses server sessions, so each case continues from the last transaction number used.
  const used = session.serverSession.txnNumber
  const run = (n: number, command: Document, fields: Document = {}) =>
    db.command({ ...command, txnNumber: long(used + n), ...fields }, { session })
  const end = (n: number, command: 'commitTransaction' | 'abortTransaction') => {
    session.serverSession.txnNumber = used + n
    return outcome(client.db('admin').command({ [command]: 1 }, { session }))
  }
  return {
    /** In a transaction, pass `BEGIN` or `CONTINUE` as fields. */
    send: (n: number, command: Document, fields?: Document) => outcome(run(n, command, fields)),
    run,
    /** For commits and aborts, the driver reads the transaction number from the session. */
    end,
    close: async () => {
      for (const n of [1, 2, 5]) await end(n, 'abortTransaction')
    },
  }
}

type NumberedSession = ReturnType<typeof numberedSession>
const DOCS = [
  { _id: 1, a: 1 },
  { _id: 2, a: 2 },
]
const numbered = (name: string, steps: (session: NumberedSession, env: Env) => Promise<unknown>, gives: unknown): ScriptCase => ({
  name,
  docs: DOCS,
  script: async (env) => {
    const session = numberedSession(env)
    const result = await steps(session, env)
    await session.close()
    return result
  },
  returns: gives,
})

const twoSessions = (
  name: string,
  steps: (one: ClientSession, other: ClientSession, env: Env) => Promise<unknown>,
  returns: unknown,
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
    const result = await steps(one, other, env)
    await Promise.all([one.endSession(), other.endSession()])
    return result
  },
  returns,
})

const all = async (coll: Stored, session?: ClientSession) =>
  (await coll.find({}, { sort: { _id: 1 }, ...(session ? { session } : {}) }).toArray()).map((d) => [Number(d._id), Number(d.a)])
const set = (coll: Stored, _id: number, a: number, session?: ClientSession) =>
  coll.updateOne({ _id }, { $set: { a } }, session ? { session } : {})

const isolation: ScriptCase[] = [
  twoSessions(
    'a commit makes all writes visible together',
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
  twoSessions(
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
  twoSessions(
    'a transaction reads its own writes, also through an index',
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
  twoSessions(
    'a transaction reads from the snapshot of its first read',
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
  twoSessions(
    'a cursor in a transaction keeps reading from its snapshot',
    async (session, _, { coll }) => {
      const cursor = coll.find({}, { session, batchSize: 2, sort: { _id: 1 } })
      const first = await cursor.next()
      await coll.deleteMany({})
      return [Number(first?._id), ...(await cursor.toArray()).map((d) => Number(d._id))]
    },
    [1, 2, 3, 4, 5],
    { docs: [1, 2, 3, 4, 5].map((_id) => ({ _id })) },
  ),
  twoSessions(
    'two transactions can each read what the other writes (write skew)',
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
  twoSessions(
    'a transaction can create a collection',
    async (session, _, { coll }) => {
      await coll.insertOne({ _id: 1, a: 1 }, { session })
      await session.commitTransaction()
      return all(coll)
    },
    [[1, 1]],
    { docs: [], before: [{ drop: '<c>' }] },
  ),
  twoSessions(
    'a transaction can move a unique value between documents',
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
  twoSessions(
    'a transaction can delete and re-insert a document',
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
  twoSessions(
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
  twoSessions(
    'a transaction conflicts with a write made after its snapshot',
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
  twoSessions(
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
  twoSessions(
    'a delete conflicts with an update',
    async (one, other, { coll }) => {
      await set(coll, 1, 10, one)
      return outcome(coll.deleteOne({ _id: 1 }, { session: other }))
    },
    '112 TransientTransactionError',
  ),
  twoSessions(
    'two inserts of the same _id conflict',
    async (one, other, { coll }) => {
      await coll.insertOne({ _id: 3, a: 3 }, { session: one })
      return outcome(coll.insertOne({ _id: 3, a: 4 }, { session: other }))
    },
    '112 TransientTransactionError',
  ),
  twoSessions(
    'two inserts of the same unique value conflict',
    async (one, other, { coll }) => {
      await coll.insertOne({ _id: 3, a: 3 }, { session: one })
      return outcome(coll.insertOne({ _id: 4, a: 3 }, { session: other }))
    },
    '112 TransientTransactionError',
    { indexes: [{ key: { a: 1 }, unique: true }] },
  ),
  twoSessions(
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
  twoSessions(
    'a write outside a transaction waits for the transaction to commit',
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
  twoSessions(
    'a write outside a transaction does not wait if it changes another document',
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
  twoSessions(
    'a duplicate key aborts the transaction',
    async (session, _, { coll }) => [
      await outcome(coll.insertOne({ _id: 3 }, { session })),
      await outcome(coll.insertOne({ _id: 1 }, { session })),
      await outcome(coll.insertOne({ _id: 4 }, { session })),
      await coll.countDocuments(),
    ],
    ['ok', '11000', '251 TransientTransactionError', 2],
  ),
  twoSessions(
    'a transaction rejects a duplicate of its own insert',
    async (session, _, { coll }) => {
      await coll.insertOne({ _id: 3, a: 9 }, { session })
      return outcome(coll.insertOne({ _id: 4, a: 9 }, { session }))
    },
    '11000',
    { indexes: [{ key: { a: 1 }, unique: true }] },
  ),
  twoSessions(
    'an invalid filter aborts the transaction',
    async (session, _, { coll }) => [
      await outcome(coll.insertOne({ _id: 3 }, { session })),
      await outcome(coll.find({ $foo: 1 }, { session }).toArray()),
      await outcome(coll.insertOne({ _id: 4 }, { session })),
    ],
    ['ok', '2', '251 TransientTransactionError'],
  ),
  {
    name: 'withTransaction retries after a conflict',
    docs: DOCS,
    script: async ({ client, coll }) => {
      const session = client.startSession()
      let attempts = 0
      await session.withTransaction(async () => {
        attempts += 1
        const doc = await coll.findOne({ _id: 1 }, { session })
        if (attempts === 1) await set(coll, 1, 100)
        await set(coll, 1, Number(doc?.a) + 1, session)
      })
      await session.endSession()
      return [attempts, await all(coll)]
    },
    returns: [
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
    'a commit can be repeated',
    async ({ send, end }, env) => [
      await send(1, into(env, insert(3)), BEGIN),
      await end(1, 'commitTransaction'),
      await end(1, 'commitTransaction'),
      await env.coll.countDocuments(),
    ],
    ['ok', 'ok', 'ok', 3],
  ),
  numbered(
    'rejects an abort after a commit',
    async ({ send, end }, env) => [
      await send(1, into(env, insert(3)), BEGIN),
      await end(1, 'commitTransaction'),
      await end(1, 'abortTransaction'),
      await env.coll.countDocuments(),
    ],
    ['ok', 'ok', '256', 3],
  ),
  numbered(
    'rejects a commit after an abort',
    async ({ send, end }, env) => [
      await send(1, into(env, insert(3)), BEGIN),
      await end(1, 'abortTransaction'),
      await end(1, 'commitTransaction'),
    ],
    ['ok', 'ok', '251 TransientTransactionError'],
  ),
  numbered('rejects a commit without a transaction', ({ end }) => end(1, 'commitTransaction'), '251 TransientTransactionError'),
  numbered('rejects an abort without a transaction', ({ end }) => end(1, 'abortTransaction'), '251 TransientTransactionError'),
  numbered(
    'rejects a statement of a transaction that was never started',
    ({ send }, env) => send(1, into(env, insert(3)), CONTINUE),
    '251 TransientTransactionError',
  ),
  numbered(
    'rejects starting the same transaction twice',
    async ({ send }, env) => [await send(1, into(env, insert(3)), BEGIN), await send(1, into(env, insert(4)), BEGIN)],
    ['ok', '117'],
  ),
  numbered(
    'rejects a statement after a commit',
    async ({ send, end }, env) => [
      await send(1, into(env, insert(3)), BEGIN),
      await end(1, 'commitTransaction'),
      await send(1, into(env, insert(4)), CONTINUE),
    ],
    ['ok', 'ok', '256'],
  ),
  numbered(
    'starting a newer transaction aborts the previous one of the session',
    async ({ send, end }, env) => [
      await send(1, into(env, insert(3)), BEGIN),
      await send(2, into(env, insert(4)), BEGIN),
      await send(1, into(env, insert(5)), CONTINUE),
      await end(2, 'commitTransaction'),
      await env.coll.countDocuments(),
    ],
    ['ok', 'ok', '225', 'ok', 3],
  ),
  numbered(
    'rejects an older transaction number',
    async ({ send }, env) => [
      await send(5, into(env, insert(3))),
      await send(4, into(env, insert(4))),
      await send(4, into(env, insert(5)), BEGIN),
    ],
    ['ok', '225', '225'],
  ),
  numbered(
    'a retried update returns the first result without running again',
    async ({ run }, env) => {
      const update = { update: env.coll.collectionName, updates: [{ q: { _id: 1 }, u: { $inc: { a: 1 } } }] }
      const answers = [await run(1, update), await run(1, update)]
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
    'a retried insert is not a duplicate',
    async ({ send }, env) => [await send(1, into(env, insert(3))), await send(1, into(env, insert(3))), await env.coll.countDocuments()],
    ['ok', 'ok', 3],
  ),
  numbered(
    'a retried findAndModify returns the same document',
    async ({ run }, env) => {
      const command = { findAndModify: env.coll.collectionName, query: { _id: 1 }, update: { $inc: { a: 1 } } }
      const answers = [await run(1, command), await run(1, command)]
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
    'a retried delete returns the first count',
    async ({ run }, env) => {
      const command = { delete: env.coll.collectionName, deletes: [{ q: {}, limit: 1 }] }
      return [Number((await run(1, command)).n), Number((await run(1, command)).n), await env.coll.countDocuments()]
    },
    [1, 1, 1],
  ),
  numbered(
    'an update with a newer transaction number runs',
    async ({ run }, env) => {
      const update = { update: env.coll.collectionName, updates: [{ q: { _id: 1 }, u: { $inc: { a: 1 } } }] }
      await run(1, update)
      await run(2, update)
      return all(env.coll)
    },
    [
      [1, 3],
      [2, 2],
    ],
  ),
]

const inTransaction = (name: string, command: (env: Env) => Document, gives = '263'): ScriptCase =>
  numbered(`${name} in a transaction`, ({ send }, env) => send(1, command(env), BEGIN), gives)

const restrictions: ScriptCase[] = [
  inTransaction('rejects drop', ({ coll }) => ({ drop: coll.collectionName })),
  inTransaction('rejects dropDatabase', () => ({ dropDatabase: 1 })),
  inTransaction('rejects dropIndexes', ({ coll }) => ({ dropIndexes: coll.collectionName, index: '*' })),
  inTransaction('rejects createIndexes on a collection with documents', ({ coll }) => ({
    createIndexes: coll.collectionName,
    indexes: [{ key: { a: 1 }, name: 'a_1' }],
  })),
  inTransaction('rejects collMod', ({ coll }) => ({ collMod: coll.collectionName })),
  inTransaction('rejects listCollections', () => ({ listCollections: 1 })),
  inTransaction('rejects listIndexes', ({ coll }) => ({ listIndexes: coll.collectionName })),
  inTransaction('rejects count', ({ coll }) => ({ count: coll.collectionName })),
  inTransaction('rejects $merge', ({ coll }) => ({ aggregate: coll.collectionName, pipeline: [{ $merge: 'x' }], cursor: {} })),
  inTransaction(
    'rejects a write concern on a statement',
    ({ coll }) => ({ insert: coll.collectionName, documents: [{ _id: 3 }], writeConcern: { w: 'majority' } }),
    '72',
  ),
  inTransaction(
    'rejects read concern linearizable',
    ({ coll }) => ({ find: coll.collectionName, readConcern: { level: 'linearizable' } }),
    '72',
  ),
  inTransaction('rejects read concern available', ({ coll }) => ({ find: coll.collectionName, readConcern: { level: 'available' } }), '72'),
  inTransaction('accepts read concern snapshot', ({ coll }) => ({ find: coll.collectionName, readConcern: { level: 'snapshot' } }), 'ok'),
  inTransaction('accepts read concern majority', ({ coll }) => ({ find: coll.collectionName, readConcern: { level: 'majority' } }), 'ok'),
  inTransaction('accepts distinct', ({ coll }) => ({ distinct: coll.collectionName, key: 'a' }), 'ok'),
  ...(['insert', 'update', 'delete', 'findAndModify'] as const).map((name) =>
    numbered(
      `rejects ${name} on a capped collection in a transaction`,
      async ({ send }, { db, coll }) => {
        const capped = `${coll.collectionName}.capped`
        await db.createCollection(capped, { capped: true, size: 1000 })
        await db.collection(capped).insertOne({ a: 1 })
        const fields = {
          insert: { documents: [{ a: 1 }] },
          update: { updates: [{ q: {}, u: { $set: { a: 2 } } }] },
          delete: { deletes: [{ q: {}, limit: 1 }] },
          findAndModify: { query: {}, remove: true },
        }
        return [await send(1, { [name]: capped, ...fields[name] }, BEGIN), await db.collection(capped).countDocuments({ a: 1 })]
      },
      ['263', 1],
    ),
  ),
  numbered(
    'rejects a read concern after the first statement of a transaction',
    async ({ send }, { coll }) => {
      const find = { find: coll.collectionName }
      return [await send(1, find, BEGIN), await send(1, { ...find, readConcern: { level: 'snapshot' } }, CONTINUE)]
    },
    ['ok', '72'],
  ),
]

const bulkWriting = (
  name: string,
  models: (one: string, other: string) => AnyClientBulkWriteModel<Document & { _id: number }>[],
  returns: unknown,
  after: { one: Document[]; other: Document[] },
): ScriptCase => ({
  name,
  script: async ({ client, db }) => {
    const [one, other] = [`${name.replaceAll(' ', '-')}.one`, `${name.replaceAll(' ', '-')}.other`]
    await db.collection(one).insertMany([...DOCS] as never)
    await db.createCollection(other)
    const session = client.startSession()
    session.startTransaction()
    const result = await client
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
    const visibleBeforeCommit = await db.collection(other).countDocuments()
    const committed = await outcome(session.commitTransaction())
    await session.endSession()
    const remaining = async (collection: string) => db.collection(collection).find().sort({ _id: 1 }).toArray()
    return { result, visibleBeforeCommit, committed, after: { one: await remaining(one), other: await remaining(other) } }
  },
  returns: {
    result: returns,
    visibleBeforeCommit: 0,
    committed: after.other.length > 0 ? 'ok' : '251 TransientTransactionError',
    after,
  },
})

const bulks: ScriptCase[] = [
  bulkWriting(
    'a bulk write applies its operations to several collections in order',
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
  bulkWriting(
    'a duplicate key in a bulk write aborts the transaction',
    (one, other) => [
      { name: 'insertOne', namespace: other, document: { _id: 7 } },
      { name: 'insertOne', namespace: one, document: { _id: 2 } },
      { name: 'deleteOne', namespace: one, filter: { _id: 1 } },
    ],
    [[1, 11_000]],
    { one: [...DOCS], other: [] },
  ),
  numbered(
    'a bulk write conflicts with a write of another transaction',
    async ({ send }, { db, coll }) => {
      const update = { update: coll.collectionName, updates: [{ q: { _id: 1 }, u: { $set: { a: 5 } } }] }
      const ops = [{ update: 0, filter: { _id: 1 }, updateMods: { $set: { a: 6 } } }]
      const first = await send(1, update, BEGIN)
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
    name: 'a bulk write rejects an unknown namespace index',
    script: async ({ client }) => {
      const session = client.startSession()
      session.startTransaction()
      const command = { bulkWrite: 1, ops: [{ insert: 1, document: { _id: 1 } }], nsInfo: [{ ns: 'd.c' }] }
      const result = await outcome(client.db('admin').command(command, { session }))
      await session.endSession()
      return result
    },
    returns: '2',
  },
]

const unsupported: ScriptCase[] = embeddedOnly('MongoDB supports this', [
  {
    name: 'rejects a bulk write outside a transaction',
    script: ({ client, coll }) =>
      outcome(client.db('admin').command({ bulkWrite: 1, ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: coll.namespace }] })),
    returns: '115',
  },
])

export const transactionTable = table('transaction', [...isolation, ...conflicts, ...numbers, ...restrictions, ...bulks, ...unsupported])
