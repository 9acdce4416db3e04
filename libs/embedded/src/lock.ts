/** Limits each data directory to one process. The operating system releases the lock however the process ends. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/**
 * Locks a data directory until the process ends or calls `release`. Node has no file locks, so an exclusive SQLite
 * transaction on an empty file next to the data serves as the lock.
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
      // The owner may not have written its process id yet.
    }
    throw new DirectoryInUse(`The data directory ${dataDir} is in use by ${who}. Stop that process first, or choose another directory.`)
  }
  writeFileSync(owner, `${process.pid}\n`)
  return { release: () => lock.close() }
}
