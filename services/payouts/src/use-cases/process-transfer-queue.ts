import type { ProcessInput, ProcessResult } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { countUntried, firstRetry } from '../store/transfers.ts'
import { processNextTransfer } from './process-transfer.ts'

const BATCH = 50
/** An item takes two calls of 4 s at most: with one begun at the last moment the answer is there before the gateway gives a request up, after 10 s. */
const BEGUN_WITHIN_MS = 1_000

/**
 * An admin has the queue worked off now, whatever its pauses: each item is tried once. What is not done after a second is left for the next request, which
 * says since when.
 */
export async function processTransferQueue({ since: said }: ProcessInput, ctx: Context<'admin', Ports>): Promise<ProcessResult> {
  const since = said === undefined ? ctx.now() : new Date(said)
  const until = ctx.now().getTime() + BEGUN_WITHIN_MS
  let successCount = 0
  let pendingCount = 0
  let errorCount = 0
  while (successCount + pendingCount + errorCount < BATCH && ctx.now().getTime() < until) {
    const outcome = await processNextTransfer(ctx, since)
    if (outcome === undefined) break
    if (outcome === 'paid' || outcome === 'found') successCount += 1
    else if (outcome === 'refused') errorCount += 1
    else pendingCount += 1
  }
  const retryAt = pendingCount > 0 ? await firstRetry(ctx, ctx.now(), since) : undefined
  const remaining = await countUntried(ctx, ctx.now(), since)
  return {
    successCount,
    pendingCount,
    errorCount,
    ...(retryAt && { retryAt: retryAt.toISOString() }),
    remaining,
    since: since.toISOString(),
  }
}
