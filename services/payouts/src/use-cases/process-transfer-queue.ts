import type { ProcessInput, ProcessResult } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { countUntried, firstRetry } from '../store/transfers.ts'
import { processNextTransfer } from './process-transfer.ts'

const BATCH = 50
/** An attempt makes at most two calls of 4 s each, so even the last one ends before the gateway's timeout of 10 s. */
const BEGUN_WITHIN_MS = 1_000

/**
 * Processes the queue for an admin, ignoring pauses; each transfer is tried once. After one second or 50 attempts, the
 * admin page sends another request with `since` to continue.
 */
export async function processTransferQueue({ since: given }: ProcessInput, ctx: Context<'admin', Ports>): Promise<ProcessResult> {
  const since = given === undefined ? ctx.now() : new Date(given)
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
