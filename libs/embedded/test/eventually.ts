/**
 * Polls until `check` neither throws nor returns false. Fails after a time limit, so that a broken test does not hang.
 */
import { setTimeout as pause } from 'node:timers/promises'

export async function eventually<T>(what: string, check: () => Promise<T | false> | T | false, milliseconds = 20_000): Promise<T> {
  const end = Date.now() + milliseconds
  for (;;) {
    let cause: unknown
    try {
      const found = await check()
      if (found !== false) return found
    } catch (error) {
      cause = error
    }
    if (Date.now() > end) throw new Error(`timed out after ${milliseconds} ms waiting until ${what}`, { cause })
    await pause(20)
  }
}
