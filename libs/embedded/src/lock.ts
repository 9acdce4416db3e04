/** One process per data directory: an operating-system lock that goes with its process, however that ends. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Somebody has the lock of a directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/**
 * Takes the lock of a data directory until the process ends or `release` is called. Node has no file locks of its own,
 * so SQLite takes one: an exclusive transaction on an empty file beside the data.
 * @throws DirectoryInUse with a sentence for people when somebody has it
 */
export function lockDirectory(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true })
  const owner = join(dataDir, 'owner')
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    let who = 'another process'
    try {
      who = `process ${readFileSync(owner, 'utf8').trim()}`
    } catch {
      // The owner may not have written its number yet.
    }
    throw new DirectoryInUse(`The data directory ${dataDir} is in use by ${who}. Stop that one first, or choose another directory.`)
  }
  writeFileSync(owner, `${process.pid}\n`)
  return { release: () => lock.close() }
}
