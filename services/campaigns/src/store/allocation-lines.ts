/**
 * One line per sign-up and business day, append-only. The id combines both, so that each day is recorded once and lines
 * can be read in order without another index on this very large collection.
 */
import { AllocationLine, BusinessDay, Id } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

const line = { ...AllocationLine.shape, signUpId: Id, campaignId: Id, creatorId: Id }

export const allocationLines = defineCollection('allocation_lines', line)

export const insertAllocationLine = (tx: Tx, added: z.infer<z.ZodObject<typeof line>>) =>
  allocationLines.insert(tx, { ...added, id: `${added.signUpId}:${added.day}` })

/** Maximum number of lines per sign-up. Campaigns run for up to 30 days, plus a few days of final checks. */
const MOST = 100

export const allocationLinesOf = (scope: Scope, signUpId: string) =>
  allocationLines.find(scope, { id: { $gt: `${signUpId}:`, $lt: `${signUpId};` } }, { sort: { id: 1 }, limit: MOST })

const MANY = 1_000

export const everyAllocationLine = (scope: Scope) => allocationLines.each(scope)

/**
 * The plan of a large settlement, in parts that each fit in one transaction. After an interruption, the settlement
 * continues from these parts, so that its result does not change.
 */
const PlannedRow = z.object({ signUpId: Id, charged: z.int(), reserved: z.int(), cents: z.int(), line: AllocationLine.optional() })
export type PlannedRow = z.infer<typeof PlannedRow>

export const parts = defineCollection('settlement_parts', { campaignId: Id, day: BusinessDay, rows: z.array(PlannedRow) })

const partId = (campaignId: string, number: number) => `${campaignId}:${number}`

export async function putPart(tx: Tx, campaignId: string, number: number, part: { day: string; rows: PlannedRow[] }) {
  const id = partId(campaignId, number)
  // An interrupted attempt to store a plan may have left a part with this id.
  const known = await parts.byId(tx, id)
  await (known ? parts.save(tx, { ...part, id, campaignId, version: known.version }) : parts.insert(tx, { ...part, id, campaignId }))
}

export async function loadPart(tx: Tx, campaignId: string, number: number) {
  const part = await parts.byId(tx, partId(campaignId, number))
  if (!part) throw new Error(`settlement part ${number} of campaign ${campaignId} is missing`)
  return part
}

export const removePart = (tx: Tx, part: { id: string; version: number }) => parts.remove(tx, part)

/** Removes parts left by an interrupted attempt whose plan had more parts. */
export async function removeLeftoverParts(tx: Tx, campaignId: string): Promise<void> {
  await parts.removeSome(tx, { id: { $gt: `${campaignId}:`, $lt: `${campaignId};` } }, { limit: MANY })
}
