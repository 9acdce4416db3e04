/** Metrics: when the views were read last, and when they are read next. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { BusinessDay, Instant } from './words.ts'

/** One nightly reading. `accounts`: how many accounts were to be read. @example Reading.parse({ day: '2026-11-22', at: '2026-11-21T23:00:00.000Z', accounts: 2 }) */
export const Reading = z.object({ day: BusinessDay, at: Instant, accounts: z.int().min(0) })
export type Reading = z.infer<typeof Reading>

/** When views were read last and when they are read next. `last` is absent until the first night. @example Readings.parse({ nextAt: '2026-11-21T23:00:00.000Z' }) */
export const Readings = z.object({ last: Reading.optional(), nextAt: Instant })
export type Readings = z.infer<typeof Readings>

/** The reading of this business day is done. Transient until a service has to hear it. */
export const ReadingCompleted = defineEvent('reading.completed', 1, Reading, {
  transient: true,
  live: () => [{ to: 'everyone', topic: 'readings' }],
})
