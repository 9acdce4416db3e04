import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from './parse-json.ts'
import { PRIVATE_FILE, privateFolder } from './private-files.ts'
import { UserError } from './user-error.ts'

/** Increment when older data becomes unusable. 24: sums over a brand's settled partnerships are stored. */
export const DATA_FORMAT = 24

/**
 * `empty`: no demo. `people`: only the demo users. `begun`: the demo market is still being created, or its creation was
 * interrupted. `market`: the demo market is complete.
 */
const Demo = z.enum(['empty', 'people', 'begun', 'market'])
export type Demo = z.infer<typeof Demo>

export interface Data {
  readonly demo: Demo
  readonly isNew: boolean
  /** Folder of the sandbox and the broker that use this data. */
  readonly place: string
  markMarketComplete(): Promise<void>
}

const DataForm = z.object({ form: z.int(), demo: Demo })

const fileOf = (folder: string) => join(folder, 'data.json')

const DATA = ['mongo', 'rabbitmq', 'sandbox', 'logs', 'data.json']

export function removeData(folder: string): void {
  for (const part of DATA) rmSync(join(folder, part), { recursive: true, force: true })
}

const holdsDatabase = (folder: string) => existsSync(join(folder, 'mongo')) && readdirSync(join(folder, 'mongo')).length > 0

/**
 * Returns the demo state, or undefined if the folder contains no data. Call before opening any data.
 * @throws UserError with instructions for data in another format
 */
export function readDemo(folder: string): Demo | undefined {
  const known = existsSync(fileOf(folder)) ? DataForm.safeParse(parseJson(readFileSync(fileOf(folder), 'utf8'))).data : undefined
  if (!holdsDatabase(folder)) return undefined
  // Without its sandbox, the data would refer to payments that do not exist in the simulated Stripe.
  if (!existsSync(join(folder, 'sandbox'))) throw new UserError(olderThan(folder, 'it predates payments and has no sandbox'))
  if (!known) throw new UserError(olderThan(folder, 'it predates campaign earnings'))
  if (known.form !== DATA_FORMAT)
    throw new UserError(olderThan(folder, `it has format ${known.form}, and this version uses format ${DATA_FORMAT}`))
  return known.demo
}

const olderThan = (folder: string, why: string) =>
  `The data in ${folder} belongs to another version of Reelfair: ${why}. This version cannot use it.\n` +
  'Start over with `npm start -- --fresh`, which deletes it, or keep it and use another folder: REELFAIR_FOLDER=/tmp/new npm start'

/** Replaces the file atomically, so that an interrupted start leaves the old file intact. */
export function writeDemo(folder: string, demo: Demo): void {
  // Create the sandbox folder first, so that an interrupted start never leaves a database without a sandbox.
  privateFolder(join(folder, 'sandbox'))
  writeFileSync(`${fileOf(folder)}.new`, `${JSON.stringify({ form: DATA_FORMAT, demo })}\n`, { mode: PRIVATE_FILE })
  renameSync(`${fileOf(folder)}.new`, fileOf(folder))
}
