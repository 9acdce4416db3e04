/** Data, keys and logs are for the person who started Reelfair, and for no other user of the machine. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 0o700
/** The mode of each file that we write. */
export const PRIVATE_FILE = 0o600

/** Makes a folder, also those above it, or takes it away from others. */
export function privateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER })
  chmodSync(folder, FOLDER)
}

/** Takes all that lies in a folder away from others: data from before, and what an engine of another make has left. */
export function takeFromOthers(folder: string): void {
  privateFolder(folder)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path)
    // What a container's user owns is that user's; the folder above it lets nobody in.
    if (entry.uid !== process.getuid?.()) continue
    if (entry.isDirectory()) takeFromOthers(path)
    else if (entry.isFile()) chmodSync(path, PRIVATE_FILE)
  }
}
