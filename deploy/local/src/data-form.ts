/** What lies in a folder: data of which form, and whose. So that data of an older Reelfair, or half a demo, are not taken for something else. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from './parse-json.ts'
import { PRIVATE_FILE, privateFolder } from './private-files.ts'
import { Sentence } from './sentence.ts'

/** Raised when older data cannot be used. 9: a campaign's hold stores when its earnings become payable. */
export const FORM = 9

/**
 * `empty`: nobody was put there. `people`: the people of the demo. `begun`: the demo's market is being made, or was when a start was cut off. `market`: it is
 * all there.
 */
const Demo = z.enum(['empty', 'people', 'begun', 'market'])
export type Demo = z.infer<typeof Demo>

/** What a start goes on with. */
export interface Data {
  readonly demo: Demo
  /** Nothing was there. */
  readonly isNew: boolean
  /** The folder in which the sandbox and the broker of these data lie. */
  readonly place: string
  /** Keeps that the market, which was begun, is all there. */
  marketIsMade(): Promise<void>
}

const DataForm = z.object({ form: z.int(), demo: Demo })

const fileOf = (folder: string) => join(folder, 'data.json')

/** Everything in a folder but its secrets. */
const DATA = ['mongo', 'rabbitmq', 'sandbox', 'logs', 'data.json']

export function removeData(folder: string): void {
  for (const part of DATA) rmSync(join(folder, part), { recursive: true, force: true })
}

const holdsDatabase = (folder: string) => existsSync(join(folder, 'mongo')) && readdirSync(join(folder, 'mongo')).length > 0

/**
 * Whose data are there; undefined where there are none. Called before anything is opened.
 * @throws Sentence that says what to do with data of another form
 */
export function readDemo(folder: string): Demo | undefined {
  const known = existsSync(fileOf(folder)) ? DataForm.safeParse(parseJson(readFileSync(fileOf(folder), 'utf8'))).data : undefined
  if (!holdsDatabase(folder)) return undefined
  // A database without a sandbox: the sandbox was removed by hand, or there was none yet; Stripe knows nothing of what was paid.
  if (!existsSync(join(folder, 'sandbox'))) throw new Sentence(olderThan(folder, 'from before there were payments: they have no sandbox'))
  if (!known) throw new Sentence(olderThan(folder, 'from before campaigns were measured and paid'))
  if (known.form !== FORM) throw new Sentence(olderThan(folder, `of form ${known.form}, and this one keeps form ${FORM}`))
  return known.demo
}

const olderThan = (folder: string, why: string) =>
  `The data in ${folder} are of another Reelfair, ${why}. This one cannot go on with them.\n` +
  'Begin anew with `npm start -- --fresh`, which removes them, or leave them there and take another folder: REELFAIR_FOLDER=/tmp/new npm start'

/** Written at once and whole: whoever is killed meanwhile leaves the old one. */
export function writeDemo(folder: string, demo: Demo): void {
  // From here on database and sandbox are there together, however the start ends.
  privateFolder(join(folder, 'sandbox'))
  writeFileSync(`${fileOf(folder)}.new`, `${JSON.stringify({ form: FORM, demo })}\n`, { mode: PRIVATE_FILE })
  renameSync(`${fileOf(folder)}.new`, fileOf(folder))
}
