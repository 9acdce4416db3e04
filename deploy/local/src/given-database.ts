/** Data in the database that `MONGODB_URI` names: when a market may begin there, whose it is, and how half a one is taken out again. */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { MongoClient } from 'mongodb'
import { z } from 'zod'
import { type Data, type Demo, FORM } from './data-form.ts'
import { DOMAIN } from './market/cast.ts'
import { privateFolder } from './private-files.ts'
import { ADMIN } from './seed-demo.ts'
import { Sentence } from './sentence.ts'
import { BUS_DATABASE, services } from './services.ts'

/**
 * The note of a market, in a database of its own beside those of the services; data without one are not ours to judge. What else belongs to these data, the
 * sandbox above all, lies in the folder from which the market was begun, below the name of its `place`.
 */
const Note = z.object({
  form: z.int(),
  demo: z.enum(['begun', 'market']),
  /** It becomes part of a path, and a database may say anything. */
  place: z.string().regex(/^[0-9a-f]{12}$/),
  begunIn: z.string(),
})
type Note = z.infer<typeof Note>
const NOTE_ID = 'market'

export interface GivenDatabase {
  readonly uri: string
  /** Begin of the databases' names. */
  readonly prefix: string
  /** Where data, secrets and logs of this Reelfair lie. */
  readonly folder: string
}

interface Wanted {
  readonly market?: boolean | undefined
  readonly empty?: boolean | undefined
}

/**
 * What a start finds in a database that somebody has given, and makes of it. A market begins only where no service has kept anything yet. Half a market is made
 * anew if it was begun from this folder, which no other start has now, and if nobody but its own people is in it; nothing else is ever removed.
 * @throws Sentence for data that it cannot go on with, with what to do
 */
export function takeGiven(database: GivenDatabase, { market, empty }: Wanted, say: (line: string) => void): Promise<Data> {
  const { folder, prefix } = database
  const asItIs = (demo: Demo): Data => ({ demo, isNew: false, place: folder, marketIsMade: async () => {} })
  return connected(database, async (client) => {
    const note = await readNote(client, prefix)
    if (note) {
      demandOurs(database, note)
      if (note.demo === 'market' && !(await isEmpty(client, prefix))) return { ...asItIs('market'), place: placeOf(folder, note.place) }
      if (note.demo === 'begun') {
        say('The last start stopped while it was making the demo. Making the demo again.')
        await removeHalf(client, database)
      }
      // Last, so that whatever is killed before is done again by the next start.
      await notesOf(client, prefix).deleteOne({ _id: NOTE_ID, place: note.place })
      rmSync(placeOf(folder, note.place), { recursive: true, force: true })
    }
    if (!market) return asItIs(empty ? 'empty' : 'people')
    if (!(await isEmpty(client, prefix))) {
      say(`The databases ${prefix}_* of MONGODB_URI hold data already. They are used as they are, and the demo's market is not made there.`)
      return asItIs((await hasPeople(client, prefix)) ? 'people' : 'empty')
    }
    return begin(client, database)
  })
}

/**
 * Where the sandbox of these data lies: the folder itself, unless a market was begun there.
 * @throws Sentence for a market that was begun elsewhere, whose sandbox is not here
 */
export const placeOfGiven = (database: GivenDatabase): Promise<string> =>
  connected(database, async (client) => {
    const note = await readNote(client, database.prefix)
    if (!note) return database.folder
    demandOurs(database, note)
    return placeOf(database.folder, note.place)
  })

async function begin(client: MongoClient, database: GivenDatabase): Promise<Data> {
  const { folder, prefix } = database
  const note: Note = { form: FORM, demo: 'begun', place: randomBytes(6).toString('hex'), begunIn: begunIn(folder) }
  const place = placeOf(folder, note.place)
  privateFolder(join(place, 'sandbox'))
  try {
    await notesOf(client, prefix).insertOne({ _id: NOTE_ID, ...note })
  } catch (error) {
    rmSync(place, { recursive: true, force: true })
    if ((error as { code?: unknown }).code === 11_000) throw new Sentence('Another start has begun a market in this database just now.')
    throw error
  }
  const marketIsMade = () =>
    connected(database, async (other) => {
      await notesOf(other, prefix).updateOne({ _id: NOTE_ID, place: note.place }, { $set: { demo: 'market' } })
    })
  return { demo: 'begun', isNew: true, place, marketIsMade }
}

async function removeHalf(client: MongoClient, { prefix }: GivenDatabase): Promise<void> {
  const ofTheDemo = new RegExp(`@${DOMAIN.replaceAll('.', '\\.')}$`)
  const stranger = await usersOf(client, prefix).findOne({ emailKey: { $not: ofTheDemo } })
  if (stranger)
    throw new Sentence(
      `The market of the demo in the databases ${prefix}_* of MONGODB_URI was not made to its end, and by now somebody who is not of the demo is a user there. ` +
        `Nothing was removed. ${wayOut(prefix)}`,
    )
  // The demo begins with its people. Whatever is there without them, a ledger that was restored perhaps, is somebody's.
  if (!(await usersOf(client, prefix).findOne({ emailKey: ofTheDemo })) && !(await isEmpty(client, prefix, OF_ANY_SERVICE)))
    throw new Sentence(
      `The market of the demo in the databases ${prefix}_* of MONGODB_URI was begun, but nobody of the demo is there, and by now other data are. ` +
        `Nothing was removed. ${wayOut(prefix)}`,
    )
  try {
    // Its people last: a start that is killed in here leaves the next one something to know it by.
    const people = usersOf(client, prefix).dbName
    for (const name of [...databasesOf(prefix).filter((other) => other !== people), people]) await client.db(name).dropDatabase()
  } catch (error) {
    throw new Sentence(`Half a market could not be removed from MONGODB_URI: ${(error as Error).message}. ${wayOut(prefix)}`)
  }
}

function demandOurs({ prefix, folder }: GivenDatabase, note: Note): void {
  if (note.form !== FORM)
    throw new Sentence(
      `The databases ${prefix}_* of MONGODB_URI are of another Reelfair, of form ${note.form}, and this one keeps form ${FORM}. ${wayOut(prefix)}`,
    )
  if (!existsSync(placeOf(folder, note.place)))
    throw new Sentence(
      `The market in the databases ${prefix}_* of MONGODB_URI was begun from ${note.begunIn}; its sandbox (payments, social networks, mail, clock) lies there, and ` +
        `perhaps it runs there now. Start it from there. ${wayOut(prefix)}`,
    )
}

const wayOut = (prefix: string) =>
  `To begin anew, drop the databases ${[...databasesOf(prefix), noteDatabase(prefix)].join(', ')} yourself, or name another server in MONGODB_URI.`

/** All that services write, and nothing else. */
const databasesOf = (prefix: string) => [...services.map(({ name }) => `${prefix}_${name}`), `${prefix}_${BUS_DATABASE}`]
const noteDatabase = (prefix: string) => `${prefix}_local`
const notesOf = (client: MongoClient, prefix: string) => client.db(noteDatabase(prefix)).collection<{ _id: string } & Note>('demo')
const usersOf = (client: MongoClient, prefix: string) => client.db(`${prefix}_identity`).collection<{ emailKey: string }>('users')

/** It is removed with all that is in it, so it lies nowhere else, whatever a note says. Exported for its test. */
export function placeOf(folder: string, place: string): string {
  const path = join(folder, 'given', place)
  if (dirname(path) !== join(folder, 'given')) throw new Error(`${place} is no place below ${join(folder, 'given')}`)
  return path
}
const begunIn = (folder: string) => `${folder} on ${hostname()}`

/** @throws Sentence for a note that is none */
async function readNote(client: MongoClient, prefix: string): Promise<Note | undefined> {
  const found = await notesOf(client, prefix).findOne({ _id: NOTE_ID })
  if (!found) return undefined
  const { success, data } = Note.safeParse(found)
  if (!success)
    throw new Sentence(`${noteDatabase(prefix)} in MONGODB_URI holds something that this Reelfair cannot read. ${wayOut(prefix)}`)
  return data
}

/** What services keep for themselves as soon as they run, without anybody there. */
const OF_ANY_SERVICE = ['outbox', 'inbox', 'job_runs', 'requests']

/** Collections without a document are nothing that anybody would miss. */
async function isEmpty(client: MongoClient, prefix: string, butFor: readonly string[] = []): Promise<boolean> {
  for (const name of databasesOf(prefix))
    for (const { name: collection } of await client.db(name).listCollections({}, { nameOnly: true }).toArray())
      if (!butFor.includes(collection) && (await client.db(name).collection(collection).findOne())) return false
  return true
}

const hasPeople = async (client: MongoClient, prefix: string) => (await usersOf(client, prefix).findOne({ emailKey: ADMIN })) !== null

async function connected<T>({ uri }: GivenDatabase, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { writeConcern: { w: 'majority' }, serverSelectionTimeoutMS: 10_000 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
