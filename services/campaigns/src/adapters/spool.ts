/** Writes an upload to a file of this machine, so that it can be judged whatever its size, without filling the memory. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuse } from '@reelfair/contracts'

export interface Spooled {
  readonly path: string
  readonly bytes: number
}

/**
 * Runs `work` on the file, which is gone afterwards, also when the stream or the work failed.
 * @param sender whose it is
 * @throws Refusal `too_many_requests` when the sender sends as many already, `too_many_uploads` when too many others do, and what either throws
 */
export type Spool = <T>(sender: string, body: AsyncIterable<Buffer>, work: (file: Spooled) => Promise<T>) => Promise<T>

interface SpoolOptions {
  /** This process's own folder; its first upload clears it of an earlier process's files. The machine's temporary folder when left out. */
  readonly folder?: string | undefined
  readonly atOnce: number
}

/** Of one sender: a slow one takes no place from the others. */
const MOST_OF_ONE = 2
const COME_AGAIN_SECONDS = 10
const PREFIX = 'reelfair-media-'

export function createSpool({ folder, atOnce }: SpoolOptions): Spool {
  const running = new Map<string, number>()
  let places = atOnce
  let isCleared = folder === undefined
  return async (sender, body, work) => {
    const own = running.get(sender) ?? 0
    if (own >= MOST_OF_ONE) refuse('too_many_requests', { seconds: COME_AGAIN_SECONDS })
    if (places === 0) refuse('too_many_uploads', { seconds: COME_AGAIN_SECONDS })
    places -= 1
    running.set(sender, own + 1)
    try {
      // With the first upload, not at once: an operator's command has the same settings and runs beside the service.
      if (folder && !isCleared) clear(folder)
      isCleared = true
      return await inFolder(folder ?? tmpdir(), body, work)
    } finally {
      places += 1
      const left = (running.get(sender) ?? 1) - 1
      if (left > 0) running.set(sender, left)
      else running.delete(sender)
    }
  }
}

/** A process that was killed left its files behind, and its successor has the same volume. */
function clear(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) if (name.startsWith(PREFIX)) rmSync(join(folder, name), { recursive: true, force: true })
}

async function inFolder<T>(parent: string, body: AsyncIterable<Buffer>, work: (file: Spooled) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent, PREFIX))
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
