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
/** Of one sender: whoever sends slowly, or never ends, takes no place from the others. */
const MOST_OF_ONE = 2
const COME_AGAIN_SECONDS = 10
const running = new Map<string, number>()

/**
 * Runs `work` on the file, which is gone afterwards, also when the stream or the work failed.
 * @param sender whose it is
 * @throws Refusal `too_many_requests` when the sender sends as many already, `unavailable` when too many others do, and what either throws
 */
export async function spooled<T>(sender: string, body: AsyncIterable<Buffer>, work: (file: Spooled) => Promise<T>): Promise<T> {
  const own = running.get(sender) ?? 0
  if (own >= MOST_OF_ONE) refuse('too_many_requests', { seconds: COME_AGAIN_SECONDS })
  if (running.values().reduce((sum, count) => sum + count, 0) >= MOST_AT_ONCE) refuse('unavailable')
  running.set(sender, own + 1)
  try {
    return await inFolder(body, work)
  } finally {
    const left = (running.get(sender) ?? 1) - 1
    if (left > 0) running.set(sender, left)
    else running.delete(sender)
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
