/** A stream on its way into a file of this machine: judged there, whatever its size, without filling the memory. */
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuse } from '@reelfair/contracts'

export interface Spooled {
  readonly path: string
  readonly bytes: number
}

/** So many files at once in one process: where the temporary folder is memory, 40 MB each. */
const MOST_AT_ONCE = 8
let running = 0

/** Runs `work` on the file, which is gone afterwards, also when the stream or the work failed. @throws Refusal `unavailable` when too many others do, and what either throws */
export async function spooled<T>(body: AsyncIterable<Buffer>, work: (file: Spooled) => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) refuse('unavailable')
  running += 1
  try {
    return await inFolder(body, work)
  } finally {
    running -= 1
  }
}

async function inFolder<T>(body: AsyncIterable<Buffer>, work: (file: Spooled) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'reelfair-media-'))
  try {
    const path = join(folder, 'file')
    let bytes = 0
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const piece of body) {
        await file.write(piece)
        bytes += piece.length
      }
    } finally {
      await file.close()
    }
    return await work({ path, bytes })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
