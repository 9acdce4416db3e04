import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 0o700
export const PRIVATE_FILE = 0o600

export function privateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER })
  chmodSync(folder, FOLDER)
}

/** Makes a folder and its contents private, because earlier starts and other engines used more permissive modes. */
export function restrictToOwner(folder: string): void {
  privateFolder(folder)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path)
    // A container's user owns this file; the restricted parent folder protects it.
    if (entry.uid !== process.getuid?.()) continue
    if (entry.isDirectory()) restrictToOwner(path)
    else if (entry.isFile()) chmodSync(path, PRIVATE_FILE)
  }
}
