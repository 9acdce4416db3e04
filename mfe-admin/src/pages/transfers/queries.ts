import type { AdminTransfer, ProcessInput, ProcessResult, TransferLog, TransferStatus } from '@reelfair/contracts'
import { useRead, useWrite } from '@reelfair/web-kit'
import { useState } from 'react'

interface Queue {
  readonly items: readonly AdminTransfer[]
  /** How many wait in all, whatever is shown. */
  readonly waiting: number
}

/** The newest 50 of the queue, of one status if told. */
export const useQueue = (status: TransferStatus | undefined) =>
  useRead<Queue>('transfers', '/payouts/admin/transfers', { query: { limit: 50, status } })

/** The newest 20 attempts. */
export const useLogs = () =>
  useRead<{ readonly items: readonly TransferLog[] }>('transfers', '/payouts/admin/transfer-logs', { query: { limit: 20 } })

/** What processing has done so far. */
export interface Progress {
  readonly state: 'running' | 'done'
  readonly successes: number
  readonly pending: number
  readonly errors: number
  /** When the first pending one is tried again. */
  readonly retryAt?: string | undefined
  readonly remaining: number
}

/** How many were tried. */
export const triedOf = ({ successes, pending, errors }: Progress) => successes + pending + errors

/** Has everything that is pending tried once, some seconds' work at a time, until nothing is left or a round gets nowhere. */
export function useProcessing() {
  const [progress, setProgress] = useState<Progress>()
  const process = useWrite<ProcessInput, ProcessResult>('POST', '/payouts/admin/transfers/process', { changes: ['transfers'] })
  /** @param waiting how many there are, as far as the page knows */
  const run = async (waiting = 0) => {
    let sofar: Omit<Progress, 'state'> = { successes: 0, pending: 0, errors: 0, remaining: waiting }
    let input: ProcessInput = {}
    setProgress({ state: 'running', ...sofar })
    try {
      for (;;) {
        const round = await process.mutateAsync(input)
        // The next round goes on with this one's items: each is tried once.
        input = { since: round.since }
        sofar = {
          successes: sofar.successes + round.successCount,
          pending: sofar.pending + round.pendingCount,
          errors: sofar.errors + round.errorCount,
          remaining: round.remaining,
          retryAt: round.retryAt ?? sofar.retryAt,
        }
        const further = round.remaining > 0 && round.successCount + round.pendingCount + round.errorCount > 0
        setProgress({ state: further ? 'running' : 'done', ...sofar })
        if (!further) return
      }
    } catch {
      // The mutation keeps its error, which the page shows; what earlier rounds did stays said.
      setProgress((shown) => (shown && triedOf(shown) > 0 ? { ...shown, state: 'done' } : undefined))
    }
  }
  return { progress, run, error: process.error }
}
