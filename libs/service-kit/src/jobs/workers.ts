/** Work that is there whenever a document says so (a mail to send, a transfer to make): a loop per worker and process. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Context, Worker } from '../service.ts'

export interface WorkersOptions {
  readonly workers: readonly Worker[]
  readonly clock: Clock
  /** Makes the context of one piece of work. */
  contextOf(worker: string): Context
  readonly log: Logger
}

export interface Workers {
  /** `busy`: workers that found work at their last look, or have not looked since the clock jumped. One that failed waits. */
  readonly stats: { readonly busy: number }
  /** Begins nothing more; resolves when what runs is over. */
  stop(): Promise<void>
}

/** One worker's loop, as the others see it. */
interface Loop {
  /** Ends its pause, or makes its next one none; a new one for each look. */
  nap: AbortController
  /** Whether its last look, begun after the last wake-up, found nothing or failed. */
  isIdle: boolean
}

const RETRY_MOST_MS = 60_000

/**
 * Starts the workers. Each does one piece of work after the other; several replicas share the work, so a piece must be claimed in a transaction.
 * A jump of the clock wakes all of them. So does a worker that has done something and finds nothing more: what it did may be work for the others.
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
      // Before looking, so that a wake-up during the look is not missed.
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
        log.error({ err: error, worker: one.name }, 'a worker failed; it tries again')
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
