/** Keeps resources running until their suite closes, so that later entries reuse them, then cleans them up. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const undo: (() => unknown)[] = []

export const atClose = (step: () => unknown) => void undo.push(step)

export async function closeAll() {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
}

/** The first call starts the resource; later calls reuse it until `closeAll`. */
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

/** Creates data folders on the repository's disk, because /tmp may be in memory. */
export function newFolder(): string {
  const parent = join(import.meta.dirname, '../../../node_modules/.cache/reelfair-bench')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'run-'))
  atClose(() => rmSync(folder, { recursive: true, maxRetries: 3 }))
  return folder
}
