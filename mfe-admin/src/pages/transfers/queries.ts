import type { ProcessInput, TransferStatus } from '@reelfair/contracts'
import { useRead, useWrite } from '@reelfair/web-kit'
import { useState } from 'react'

export const useQueue = (status: TransferStatus | undefined) => useRead('transfers', '/payouts/admin/transfers', { limit: 50, status })

export const useLogs = () => useRead('transfers', '/payouts/admin/transfer-logs', { limit: 20 })

/** Test partnerships exist only where the sandbox runs. */
export const useTestPartnerships = () => useRead('partnerships', '/partnerships/admin/test-partnerships')

export interface Progress {
  readonly state: 'running' | 'done'
  readonly successes: number
  readonly pending: number
  readonly errors: number
  readonly retryAt?: string | undefined
  readonly remaining: number
}

export const triedCount = ({ successes, pending, errors }: Progress) => successes + pending + errors

/** Tries each pending transfer once, in rounds of a few seconds, until none is left or a round makes no progress. */
export function useProcessing() {
  const [progress, setProgress] = useState<Progress>()
  const process = useWrite('POST', '/payouts/admin/transfers/process', { changes: ['transfers'] })
  /** @param waiting last known number of waiting transfers */
  const run = async (waiting = 0) => {
    let total: Omit<Progress, 'state'> = { successes: 0, pending: 0, errors: 0, remaining: waiting }
    let input: ProcessInput = {}
    setProgress({ state: 'running', ...total })
    try {
      for (;;) {
        const round = await process.mutateAsync(input)
        // With `since`, the next round continues this one, so that each transfer is tried only once.
        input = { since: round.since }
        total = {
          successes: total.successes + round.successCount,
          pending: total.pending + round.pendingCount,
          errors: total.errors + round.errorCount,
          remaining: round.remaining,
          retryAt: round.retryAt ?? total.retryAt,
        }
        const further = round.remaining > 0 && round.successCount + round.pendingCount + round.errorCount > 0
        setProgress({ state: further ? 'running' : 'done', ...total })
        if (!further) return
      }
    } catch {
      // The page shows the error next to the results of earlier rounds.
      setProgress((shown) => (shown && triedCount(shown) > 0 ? { ...shown, state: 'done' } : undefined))
    }
  }
  return { progress, run, error: process.error }
}
