import { z } from 'zod'

/** Missing until the first claim. */
const QueueState = z.object({
  /** Identifies the claim; only the claim's holder may record an outcome. */
  holder: z.string().optional(),
  /** Machine time, because a lease belongs to a process and must not expire when product time jumps in the sandbox. */
  leaseUntil: z.date().optional(),
  /** Number of consecutive failures, including expired leases. */
  failures: z.int().min(0),
  /** Earliest retry after a failure, in product time. */
  retryAt: z.date().optional(),
  /** When a postponed item first became due. Outages move its due date, but not this one. */
  dueSince: z.date().optional(),
  problem: z.string().optional(),
  deadAt: z.date().optional(),
})

/**
 * The field that a queue adds to its collection.
 * @example defineCollection('mails', { to: String, dueAt: Date, ...queueFields })
 */
export const queueFields = { queue: QueueState.optional() }

export interface Queued {
  readonly queue?: z.infer<typeof QueueState> | undefined
}
