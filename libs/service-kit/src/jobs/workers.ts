import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Context, Worker } from '../service.ts'

export interface WorkersOptions {
  readonly workers: readonly Worker[]
  readonly clock: Clock
  contextOf(worker: string): Context
  readonly log: Logger
}

export interface Workers {
  /**
   * Counts workers that found work at their last check or have not checked since the last clock jump, except those
   * waiting after a failure.
   */
  readonly stats: { readonly busy: number }
  /** Starts no new work and resolves when current work has finished. */
  stop(): Promise<void>
}

interface Loop {
  /** Ends the current pause or skips the next one; replaced before each check for work. */
  nap: AbortController
  /** Whether the last check found no work or failed; a clock jump or another worker resets this flag. */
  isIdle: boolean
}

const RETRY_MOST_MS = 60_000

/**
 * Starts the workers; each does one piece of work at a time. Replicas share the work, so each must claim its piece in a
 * transaction. A clock jump ends every pause. A worker that has just run out of work ends the others' pauses, because
 * its results may give them work.
 * @example const workers = startWorkers({ workers: [worker('send-mails', 1_000, sendNextMail)], clock, contextOf, log })
 */
export function startWorkers({ workers, clock, contextOf, log }: WorkersOptions): Workers {
  const stopping = new AbortController()
  const loops: Loop[] = workers.map(() => ({ nap: new AbortController(), isIdle: false }))
  const wake = (but?: Loop) => {
    for (const loop of loops) {
      if (loop === but) continue
      loop.isIdle = false
      loop.nap.abort()
    }
  }

  async function keep(one: Worker, loop: Loop): Promise<void> {
    let troubles = 0
    let hasWorked = false
    while (!stopping.signal.aborted) {
      // Set before the check, so that the check does not miss a request to check again.
      const nap = new AbortController()
      loop.nap = nap
      let wait: number
      try {
        const found = await one.run(contextOf(one.name))
        troubles = 0
        wait = found ? 0 : one.everyMs
        loop.isIdle = !found && !nap.signal.aborted
        if (hasWorked && !found) wake(loop)
        hasWorked = found
      } catch (error) {
        wait = Math.min(1_000 * 2 ** troubles, RETRY_MOST_MS)
        troubles += 1
        loop.isIdle = !nap.signal.aborted
        log.error({ error, worker: one.name }, 'worker failed; retrying')
      }
      if (wait > 0) await pause(wait, undefined, { signal: AbortSignal.any([nap.signal, stopping.signal]) }).catch(() => {})
    }
  }

  const stopListening = clock.onJump(() => wake())
  const running = workers.map((one, place) => keep(one, loops[place] as Loop))
  return {
    stats: {
      get busy() {
        return loops.filter(({ isIdle }) => !isIdle).length
      },
    },
    stop: async () => {
      stopListening()
      stopping.abort()
      await Promise.all(running)
    },
  }
}
