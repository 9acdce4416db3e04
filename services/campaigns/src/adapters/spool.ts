/** Writes an upload to a local file, so that an upload of any size can be checked without filling up memory. */
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
 * Runs `work` on the file and then deletes it, even if the stream or `work` fails.
 * @param sender the id of the uploading brand
 * @throws Refusal `too_many_requests` if the sender already has the maximum number of running uploads,
 *   `too_many_uploads` if all slots are taken; also any error from the stream or from `work`
 */
export type Spool = <T>(sender: string, body: AsyncIterable<Buffer>, work: (file: Spooled) => Promise<T>) => Promise<T>

interface SpoolOptions {
  /**
   * Used only by this process; the first upload removes files left by an earlier process. Default: the temporary
   * folder.
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
      // Not done at creation, because an operator's command has the same settings and may run alongside the service.
      if (folder && !isCleared) clear(folder)
      isCleared = true
      return await inFolder(folder ?? tmpdir(), body, work)
    } finally {
      permit?.release()
      own.release()
    }
  }
}

/** Removes files left by a killed process, because its successor uses the same volume. */
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
