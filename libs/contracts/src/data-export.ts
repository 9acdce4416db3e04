/** A person’s copy of all their data (GDPR, article 15): each service sends its share, and identity keeps the file. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { PresenceProof } from './identity.ts'
import { SERVICES } from './services.ts'
import { Id, Instant, Role } from './words.ts'

/** The file is deleted after this time. */
export const DATA_EXPORT_DAYS = 7

/** @source issue 15, part 4 */
export const DATA_EXPORT_AGAIN_HOURS = 24

/** Maximum characters per part. Keeps events, transactions and memory small, however much data a person has. */
const PART_LENGTH = 200_000

const Service = z.enum(SERVICES)

/**
 * `failed`: a service did not respond within seven days, or the user's e-mail address changed. `arrived`: the services
 * whose share is complete. `isLate`: the preparation is taking unusually long.
 */
export const DataExport = z.object({
  id: Id,
  state: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: Instant,
  arrived: z.array(Service).max(SERVICES.length),
  isLate: z.boolean(),
  bytes: z.int().optional(),
  readyUntil: Instant.optional(),
  /** When the user may request another one, if this one is ready. */
  nextAt: Instant.optional(),
})
export type DataExport = z.infer<typeof DataExport>

/** Empty if the user has never requested one, or the last one has been deleted. */
export const LatestDataExport = z.object({ latest: DataExport.optional() })
export type LatestDataExport = z.infer<typeof LatestDataExport>

/** Requires proof of presence besides the session, because the file contains everything about the user. */
export const DataExportDownload = PresenceProof.extend({ exportId: Id })
export type DataExportDownload = z.infer<typeof DataExportDownload>

/** Every service responds with at least one part. */
export const DataExportRequested = defineEvent('data-export.requested', 1, z.object({ exportId: Id, userId: Id, role: Role }))

/**
 * The parts of a service, joined in the order of `index`, are one JSON object. `last` is true for the part with the
 * highest index. Parts may arrive in any order.
 */
export const DataExportPart = defineEvent(
  'data-export.part',
  1,
  z.object({
    exportId: Id,
    service: Service,
    index: z.int().min(0),
    last: z.boolean(),
    json: z.string().max(PART_LENGTH),
  }),
)

/** A service's share is complete, or the file is ready or deleted. Notifies screens only. */
export const DataExportChanged = defineEvent('data-export.changed', 1, z.object({ userId: Id }), {
  transient: true,
  live: ({ userId }) => [{ to: `user:${userId}`, topic: 'data-exports' }],
})
