/** Writes uploads to local files, because an upload may be too large for memory. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuse } from '@reelfair/contracts'
import { createSemaphore } from '@reelfair/service-kit'

interface Spooled {
  readonly path: string
  readonly bytes: number
}

/**
 * Runs `work` on the file and then always deletes the file.
 * @param sender the uploading brand's id
 * @throws Refusal `too_many_requests` if the sender has too many running uploads, `too_many_uploads` if all slots are
 * taken; also any error from the stream or from `work`
 */
export type Spool = <T>(sender: string, body: AsyncIterable<Buffer>, work: (file: Spooled) => Promise<T>) => Promise<T>

interface SpoolOptions {
  /**
   * Folder for uploads, used by this process alone: the first upload removes an earlier process's files. Default: the
   * temporary folder.
   */
  readonly folder?: string | undefined
  readonly maxConcurrent: number
}

/** Maximum number of concurrent uploads per sender, so that a slow sender cannot take all slots. */
const MAX_OF_ONE = 2
const RETRY_AFTER_SECONDS = 10
const PREFIX = 'reelfair-media-'

export function createSpool({ folder, maxConcurrent }: SpoolOptions): Spool {
  const uploads = createSemaphore(maxConcurrent)
  const uploadsOfOne = createSemaphore<string>(MAX_OF_ONE)
  let isCleared = folder === undefined
  return async (sender, body, work) => {
    const own = uploadsOfOne.tryAcquire(sender) ?? refuse('too_many_requests', { seconds: RETRY_AFTER_SECONDS })
    const permit = uploads.tryAcquire()
    try {
      if (!permit) refuse('too_many_uploads', { seconds: RETRY_AFTER_SECONDS })
      // Cleared only at the first upload, because operators' commands create a spool while the service is running.
      if (folder && !isCleared) clear(folder)
      isCleared = true
      return await inFolder(folder ?? tmpdir(), body, work)
    } finally {
      permit?.release()
      own.release()
    }
  }
}

/** Removes files left by a killed process on the same volume. */
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
