/** Creates, reuses or removes the demo market in an external database (`MONGODB_URI`). */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { MongoClient } from 'mongodb'
import { z } from 'zod'
import { DATA_FORMAT, type Data, type Demo } from './data-format.ts'
import { DOMAIN } from './market/cast.ts'
import { privateFolder } from './private-files.ts'
import { ADMIN } from './seed-demo.ts'
import { BUS_DATABASE, services } from './services.ts'
import { UserError } from './user-error.ts'

/**
 * Marks a demo market and is stored in a separate database. Data without a note is used unchanged. The market's sandbox
 * is in `given/<place>`, in the folder that created the market.
 */
const Note = z.object({
  form: z.int(),
  demo: z.enum(['begun', 'market']),
  /** Restricted to hex digits, because the value comes from an untrusted database and becomes part of a path. */
  place: z.string().regex(/^[0-9a-f]{12}$/),
  begunIn: z.string(),
})
type Note = z.infer<typeof Note>
const NOTE_ID = 'market'

export interface ExternalDatabase {
  readonly uri: string
  readonly prefix: string
  readonly folder: string
}

interface Wanted {
  readonly market?: boolean | undefined
  readonly empty?: boolean | undefined
}

/**
 * Prepares an external database for a start. Creates a market only if no service has stored anything yet. Deletes an
 * incomplete market, to create it again, only if this folder created it and its only users are the demo users.
 * @throws UserError with instructions for data that this start cannot use
 */
export function prepareExternalDatabase(
  database: ExternalDatabase,
  { market, empty }: Wanted,
  print: (line: string) => void,
): Promise<Data> {
  const { folder, prefix } = database
  const unchanged = (demo: Demo): Data => ({ demo, isNew: false, place: folder, markMarketComplete: async () => {} })
  return connected(database, async (client) => {
    const note = await readNote(client, prefix)
    if (note) {
      demandOurs(database, note)
      if (note.demo === 'market' && !(await isEmpty(client, prefix))) return { ...unchanged('market'), place: placeOf(folder, note.place) }
      if (note.demo === 'begun') {
        print('The last start stopped while creating the demo. Creating the demo again.')
        await removeIncomplete(client, database)
      }
      // Delete the note last, so that the next start repeats an interrupted removal.
      await notesOf(client, prefix).deleteOne({ _id: NOTE_ID, place: note.place })
      rmSync(placeOf(folder, note.place), { recursive: true, force: true })
    }
    if (!market) return unchanged(empty ? 'empty' : 'people')
    if (!(await isEmpty(client, prefix))) {
      print(`The databases ${prefix}_* of MONGODB_URI already contain data. They are used as they are, without creating the demo market.`)
      return unchanged((await hasPeople(client, prefix)) ? 'people' : 'empty')
    }
    return begin(client, database)
  })
}

/**
 * Sandbox folder for an external database: `given/<place>` for a demo market, otherwise the folder itself.
 * @throws UserError for a market from another folder, because that folder contains the sandbox
 */
export const sandboxFolderOf = (database: ExternalDatabase): Promise<string> =>
  connected(database, async (client) => {
    const note = await readNote(client, database.prefix)
    if (!note) return database.folder
    demandOurs(database, note)
    return placeOf(database.folder, note.place)
  })

async function begin(client: MongoClient, database: ExternalDatabase): Promise<Data> {
  const { folder, prefix } = database
  const note: Note = { form: DATA_FORMAT, demo: 'begun', place: randomBytes(6).toString('hex'), begunIn: begunIn(folder) }
  const place = placeOf(folder, note.place)
  privateFolder(join(place, 'sandbox'))
  try {
    await notesOf(client, prefix).insertOne({ _id: NOTE_ID, ...note })
  } catch (error) {
    rmSync(place, { recursive: true, force: true })
    if ((error as { code?: unknown }).code === 11_000) throw new UserError('Another start is already creating a market in this database.')
    throw error
  }
  const markMarketComplete = () =>
    connected(database, async (other) => {
      await notesOf(other, prefix).updateOne({ _id: NOTE_ID, place: note.place }, { $set: { demo: 'market' } })
    })
  return { demo: 'begun', isNew: true, place, markMarketComplete }
}

async function removeIncomplete(client: MongoClient, { prefix }: ExternalDatabase): Promise<void> {
  const ofTheDemo = new RegExp(`@${DOMAIN.replaceAll('.', '\\.')}$`)
  const otherUser = await usersOf(client, prefix).findOne({ emailKey: { $not: ofTheDemo } })
  if (otherUser)
    throw new UserError(
      `The demo market in the databases ${prefix}_* of MONGODB_URI is incomplete, but the databases also contain a user who is not part of the demo. ` +
        `Nothing was deleted. ${wayOut(prefix)}`,
    )
  // The demo creates its users first, so data without users has another origin, such as a restored ledger.
  if (!(await usersOf(client, prefix).findOne({ emailKey: ofTheDemo })) && !(await isEmpty(client, prefix, OF_ANY_SERVICE)))
    throw new UserError(
      `The demo market in the databases ${prefix}_* of MONGODB_URI is incomplete, but the databases contain other data and no demo users. ` +
        `Nothing was deleted. ${wayOut(prefix)}`,
    )
  try {
    // Drop the users last, so that the next start still detects a partly removed market.
    const lastDropped = usersOf(client, prefix).dbName
    for (const name of [...databasesOf(prefix).filter((other) => other !== lastDropped), lastDropped]) await client.db(name).dropDatabase()
  } catch (error) {
    throw new UserError(`The incomplete demo market in MONGODB_URI could not be deleted: ${(error as Error).message}. ${wayOut(prefix)}`)
  }
}

function demandOurs({ prefix, folder }: ExternalDatabase, note: Note): void {
  if (note.form !== DATA_FORMAT)
    throw new UserError(
      `The databases ${prefix}_* of MONGODB_URI belong to another version of Reelfair: they have format ${note.form}, and this version uses format ${DATA_FORMAT}. ${wayOut(prefix)}`,
    )
  if (!existsSync(placeOf(folder, note.place)))
    throw new UserError(
      `The market in the databases ${prefix}_* of MONGODB_URI was created from ${note.begunIn}. Its sandbox (payments, social networks, mail, clock) is there, ` +
        `and it may be running there now. Start it from there. ${wayOut(prefix)}`,
    )
}

const wayOut = (prefix: string) =>
  `To start over, drop the databases ${[...databasesOf(prefix), noteDatabase(prefix)].join(', ')} yourself, or set MONGODB_URI to another server.`

const databasesOf = (prefix: string) => [...services.map(({ name }) => `${prefix}_${name}`), `${prefix}_${BUS_DATABASE}`]
const noteDatabase = (prefix: string) => `${prefix}_local`
const notesOf = (client: MongoClient, prefix: string) => client.db(noteDatabase(prefix)).collection<{ _id: string } & Note>('demo')
const usersOf = (client: MongoClient, prefix: string) => client.db(`${prefix}_identity`).collection<{ emailKey: string }>('users')

/** Rejects any path outside `given`, because the folder and its contents are deleted later. Exported for its test. */
export function placeOf(folder: string, place: string): string {
  const path = join(folder, 'given', place)
  if (dirname(path) !== join(folder, 'given')) throw new Error(`${place} is not a folder in ${join(folder, 'given')}`)
  return path
}
const begunIn = (folder: string) => `${folder} on ${hostname()}`

async function readNote(client: MongoClient, prefix: string): Promise<Note | undefined> {
  const found = await notesOf(client, prefix).findOne({ _id: NOTE_ID })
  if (!found) return undefined
  const { success, data } = Note.safeParse(found)
  if (!success)
    throw new UserError(`${noteDatabase(prefix)} in MONGODB_URI contains an entry that this version cannot read. ${wayOut(prefix)}`)
  return data
}

/** Services fill these collections even without users. */
const OF_ANY_SERVICE = ['outbox', 'inbox', 'job_runs', 'requests']

async function isEmpty(client: MongoClient, prefix: string, butFor: readonly string[] = []): Promise<boolean> {
  for (const name of databasesOf(prefix))
    for (const { name: collection } of await client.db(name).listCollections({}, { nameOnly: true }).toArray())
      if (!butFor.includes(collection) && (await client.db(name).collection(collection).findOne())) return false
  return true
}

const hasPeople = async (client: MongoClient, prefix: string) => (await usersOf(client, prefix).findOne({ emailKey: ADMIN })) !== null

async function connected<T>({ uri }: ExternalDatabase, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { writeConcern: { w: 'majority' }, serverSelectionTimeoutMS: 10_000 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
