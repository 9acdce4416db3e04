import { createConnection, type mongo } from 'mongoose'
import type { Logger } from 'pino'
import type { DeadLetter } from './bus.ts'

interface KeptLetter {
  readonly id: string
  readonly type: string
  readonly body: Uint8Array
}

/** `again` letters await redelivery by the queue's process. `dead` letters await a replay by an operator. */
export interface DeadLetterStore {
  put(queue: string, letter: KeptLetter, state: 'again' | 'dead'): Promise<void>
  remove(queue: string, id: string): Promise<void>
  /** Returns the newest letters first. */
  list(queue: string, limit: number): Promise<readonly DeadLetter[]>
  replay(queue: string): Promise<number>
  again(queue: string, limit: number): Promise<readonly KeptLetter[]>
  close(): Promise<void>
}

/** For tests: the letters do not survive the process. */
export function deadLettersInMemory(): DeadLetterStore {
  const queues = new Map<string, Map<string, KeptLetter & { state: 'again' | 'dead'; deadSince: Date }>>()
  const of = (queue: string) => queues.get(queue) ?? queues.set(queue, new Map()).get(queue) ?? new Map<string, never>()
  const inState = (queue: string, state: 'again' | 'dead') => [...of(queue).values()].filter((letter) => letter.state === state)
  return {
    put: async (queue, letter, state) => void of(queue).set(letter.id, { ...letter, state, deadSince: new Date() }),
    remove: async (queue, id) => void of(queue).delete(id),
    list: async (queue, limit) => inState(queue, 'dead').reverse().slice(0, limit),
    replay: async (queue) => {
      const dead = inState(queue, 'dead')
      for (const letter of dead) of(queue).set(letter.id, { ...letter, state: 'again' })
      return dead.length
    },
    again: async (queue, limit) => inState(queue, 'again').slice(0, limit),
    close: async () => {},
  }
}

interface LetterRow {
  readonly _id: string
  readonly queue: string
  readonly state: 'again' | 'dead'
  readonly id: string
  readonly type: string
  readonly body: string
  readonly at: Date
}

/**
 * Stores the in-process bus's pending retries and dead letters in the `dead_letters` collection of a separate database.
 * @throws MongooseServerSelectionError when no server responds
 * @example const bus = inProcessBus({ log, deadLetters: await openDeadLetters({ uri, name: 'reelfair_bus', log }) })
 */
export async function openDeadLetters({ uri, name, log }: { uri: string; name: string; log: Logger }): Promise<DeadLetterStore> {
  const connection = createConnection(uri, {
    dbName: name,
    autoCreate: false,
    autoIndex: false,
    bufferCommands: false,
    writeConcern: { w: 'majority' },
    serverSelectionTimeoutMS: 3_000,
    maxPoolSize: 4,
  })
  connection.on('error', (error) => log.warn({ error: error.message }, 'dead-letter database connection failed'))
  await connection.asPromise()
  const letters: mongo.Collection<LetterRow> = connection.getClient().db(name).collection<LetterRow>('dead_letters')
  await letters.createIndex({ queue: 1, state: 1, at: -1 })
  return {
    put: async (queue, { id, type, body }, state) => {
      const row = { queue, state, id, type, body: Buffer.from(body).toString(), at: new Date() }
      await letters.replaceOne({ _id: `${queue}:${id}` }, row, { upsert: true })
    },
    remove: async (queue, id) => void (await letters.deleteOne({ _id: `${queue}:${id}` })),
    list: async (queue, limit) => {
      const rows = await letters.find({ queue, state: 'dead' }).sort({ at: -1 }).limit(limit).toArray()
      return rows.map(({ id, type, body, at }) => ({ id, type, body: Buffer.from(body), deadSince: at }))
    },
    replay: async (queue) => (await letters.updateMany({ queue, state: 'dead' }, { $set: { state: 'again' } })).modifiedCount,
    again: async (queue, limit) => {
      const rows = await letters.find({ queue, state: 'again' }).sort({ at: -1 }).limit(limit).toArray()
      return rows.map(({ id, type, body }) => ({ id, type, body: Buffer.from(body) }))
    },
    close: () => connection.close(),
  }
}
