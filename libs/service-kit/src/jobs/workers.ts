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
  /** Begins nothing more; resolves when what runs is over. */
  stop(): Promise<void>
}

const RETRY_MOST_MS = 60_000

/**
 * Starts the workers. Each does one piece of work after the other; several replicas share the work, so a piece must be claimed in a transaction.
 * @example const workers = startWorkers({ workers: [worker('send-mails', 1_000, sendNextMail)], clock, contextOf, log })
 */
export function startWorkers(options: WorkersOptions): Workers {
  const stopping = new AbortController()
  const running = options.workers.map((one) => keep(one, options, stopping.signal))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function keep(one: Worker, { clock, contextOf, log }: WorkersOptions, stopping: AbortSignal): Promise<void> {
  let troubles = 0
  while (!stopping.aborted) {
    // Before looking, so that a jump during the look is not missed.
    const nap = new AbortController()
    const stopListening = clock.onJump(() => nap.abort())
    let wait: number
    try {
      wait = (await one.run(contextOf(one.name))) ? 0 : one.everyMs
      troubles = 0
    } catch (error) {
      wait = Math.min(1_000 * 2 ** troubles, RETRY_MOST_MS)
      troubles += 1
      log.error({ err: error, worker: one.name }, 'a worker failed; it tries again')
    }
    if (wait > 0) await pause(wait, undefined, { signal: AbortSignal.any([nap.signal, stopping]) }).catch(() => {})
    stopListening()
  }
}
