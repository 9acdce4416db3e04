/**
 * Limits each data directory to one process, using an operating-system lock that is released however the process ends.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the lock on the directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/**
 * Locks a data directory until the process ends or `release` is called. Node has no file locks, so SQLite provides one:
 * an exclusive transaction on an empty file next to the data.
 * @throws DirectoryInUse with a message for the user if another process holds the lock
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
      // The owner may not have written its process id to the file yet.
    }
    throw new DirectoryInUse(`The data directory ${dataDir} is in use by ${who}. Stop that process first, or choose another directory.`)
  }
  writeFileSync(owner, `${process.pid}\n`)
  return { release: () => lock.close() }
}
