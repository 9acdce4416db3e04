/** What an entry starts lives until its suite is closed, so that the next entry finds it warm; then it is ended and removed. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const undo: (() => unknown)[] = []

export const atClose = (step: () => unknown) => void undo.push(step)

/** Ends and removes everything, the youngest first. */
export async function closeAll() {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
}

/** Starts at the first question; after `closeAll`, anew. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return () => {
    if (!started) {
      atClose(() => {
        started = undefined
      })
      started = start()
    }
    return started
  }
}

/** All data lies on the disk of the repository: /tmp may be memory. */
export function newFolder(): string {
  const parent = join(import.meta.dirname, '../../../node_modules/.cache/reelfair-bench')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'run-'))
  atClose(() => rmSync(folder, { recursive: true, maxRetries: 3 }))
  return folder
}
