/**
 * Exports of a person’s data, with the parts that the services sent. Guards: every request of a user writes the user's
 * document; a part's id combines export, service and index, so a part is stored once.
 */
import { type DataExportPart, type DataOf, Id, Role, SERVICES, type ServiceName } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Export } from '../domain/data-export.ts'

const Share = z.object({ service: z.enum(SERVICES), parts: z.int().min(1), bytes: z.int().min(0), last: z.int().min(0).optional() })

export const dataExports = defineCollection('data_exports', {
  userId: Id,
  role: Role,
  state: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: Date,
  shares: z.array(Share).max(SERVICES.length).readonly(),
  endsAt: Date,
})
  .index({ userId: 1, requestedAt: -1, id: -1 })
  .index({ endsAt: 1, id: 1 })

export type StoredExport = Stored<typeof dataExports>

export const dataExportParts = defineCollection('data_export_parts', { json: String })

type Part = DataOf<typeof DataExportPart>

/** Sorts by service and index. */
const partId = ({ exportId, service, index }: Pick<Part, 'exportId' | 'service' | 'index'>) =>
  `${exportId}:${service}:${String(index).padStart(6, '0')}`

export const exportById = (scope: Scope, id: string) => dataExports.byId(scope, id)

export async function latestExport(scope: Scope, userId: string): Promise<StoredExport | undefined> {
  const [latest] = await dataExports.find(scope, { userId }, { sort: { requestedAt: -1, id: -1 }, limit: 1 })
  return latest
}

export const exportsEndingBy = (scope: Scope, now: Date, limit: number) =>
  dataExports.find(scope, { endsAt: { $lte: now } }, { sort: { endsAt: 1, id: 1 }, limit })

export const insertExport = (tx: Tx, one: Export) => dataExports.insert(tx, one)

export const saveExport = (tx: Tx, one: StoredExport) => dataExports.save(tx, one)

export const removeExport = (tx: Tx, one: StoredExport) => dataExports.remove(tx, one)

/** @returns whether the part is new */
export async function putPart(tx: Tx, part: Part): Promise<boolean> {
  const id = partId(part)
  if (await dataExportParts.byId(tx, id)) return false
  await dataExportParts.insert(tx, { id, json: part.json })
  return true
}

/** Few, because a part may have 200,000 characters. */
export const PARTS_AT_ONCE = 10

export async function* textsOf(scope: Scope, exportId: string, service: ServiceName): AsyncGenerator<string> {
  const range = { id: { $gt: `${exportId}:${service}:`, $lt: `${exportId}:${service};` } }
  for await (const { json } of dataExportParts.each(scope, range, { batch: PARTS_AT_ONCE })) yield json
}

/** @returns how many it removed; 0 if none is left */
export const removeSomeParts = (tx: Tx, exportId: string): Promise<number> =>
  dataExportParts.removeSome(tx, { id: { $gt: `${exportId}:`, $lt: `${exportId};` } }, { sort: { id: 1 }, limit: PARTS_AT_ONCE })

/**
 * Above the number of exports that a user can have: one a day, kept for up to 14 days, and those that failed since the
 * last nightly job because the e-mail address changed, which is possible at most every quarter of an hour.
 */
const MAX_EXPORTS = 200

/** Removes some parts of the user's exports. @returns how many; 0 if none is left */
export async function removePartsOf(tx: Tx, userId: string): Promise<number> {
  for (const { id } of await dataExports.find(tx, { userId }, { limit: MAX_EXPORTS })) {
    const count = await removeSomeParts(tx, id)
    if (count > 0) return count
  }
  return 0
}
