/** Keeps data, keys and logs from other users of the machine. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 0o700
/** The mode of each file that we write. */
export const PRIVATE_FILE = 0o600

/** Makes a folder (and those above it) or closes an existing one to other users. */
export function privateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER })
  chmodSync(folder, FOLDER)
}

/** Closes a folder and everything in it to other users: earlier starts and other engines wrote with wider modes. */
export function closeToOthers(folder: string): void {
  privateFolder(folder)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path)
    // A container's user owns these; the closed folder above protects them.
    if (entry.uid !== process.getuid?.()) continue
    if (entry.isDirectory()) closeToOthers(path)
    else if (entry.isFile()) chmodSync(path, PRIVATE_FILE)
  }
}
