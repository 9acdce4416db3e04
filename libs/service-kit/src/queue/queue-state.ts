/** What a queue keeps in the documents of its collection. */
import { z } from 'zod'

/** Queue state of a document; absent until it is first claimed. */
const QueueState = z.object({
  /** Names the claim: only its holder records an outcome. */
  holder: z.string().optional(),
  /** By the machine's clock, because a lease is about a process: the product's clock jumps in the sandbox. */
  leaseUntil: z.date().optional(),
  /** Failures in a row; a lease that expired is one. */
  failures: z.int().min(0),
  /** After a failure, by the product's clock. */
  retryAt: z.date().optional(),
  problem: z.string().optional(),
  /** Set aside: nothing touches it until an operator retries it. */
  deadAt: z.date().optional(),
})

/**
 * The field that a queue needs in its collection.
 * @example defineCollection('mails', { to: String, dueAt: Date, ...queueFields })
 */
export const queueFields = { queue: QueueState.optional() }

/** The part of a document that its queue writes. */
export interface Queued {
  readonly queue?: z.infer<typeof QueueState> | undefined
}
