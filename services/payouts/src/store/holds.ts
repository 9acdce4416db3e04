/**
 * Decisions on whether to hold credits. Guard: the document's id is composed of kind and id, so each campaign or
 * invitation gets one decision.
 */
import { HoldKind, Id, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { type Hold, type HoldRef, REFUSED_KEPT_DAYS } from '../domain/credits.ts'

export const holds = defineCollection('holds', {
  kind: HoldKind,
  subjectId: Id,
  brandId: Id,
  title: z.string().optional(),
  /** The creator whose username is in `title`. */
  creatorId: Id.optional(),
  credits: Views,
  consumed: Views,
  status: z.enum(['held', 'refused', 'released', 'cancelled']),
  missing: Views,
  settled: Views.optional(),
  final: Views.optional(),
  payableAt: z.date().optional(),
  decidedAt: Date,
})
  .index({ brandId: 1, id: 1 })
  .index({ creatorId: 1 }, { where: { creatorId: { $exists: true } } })
  // A refused hold moved no credits, and no ledger entry refers to it.
  .index({ decidedAt: 1 }, { where: { status: 'refused' }, expireAfterSeconds: REFUSED_KEPT_DAYS * 86_400 })

const idOf = ({ kind, id }: Pick<HoldRef, 'kind' | 'id'>) => `${kind}:${id}`
const stored = ({ id, ...hold }: Hold) => ({ ...hold, subjectId: id, id: idOf({ kind: hold.kind, id }) })
const loaded = ({ subjectId, ...hold }: Stored<typeof holds>): Hold & { version: number } => ({ ...hold, id: subjectId })

export async function findHold(scope: Scope, ref: Pick<HoldRef, 'kind' | 'id'>) {
  const found = await holds.byId(scope, idOf(ref))
  return found && loaded(found)
}

export async function invitedOf(scope: Scope, invitationIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(invitationIds)].map((id) => idOf({ kind: 'invitation', id }))
  const found = await holds.byIds(scope, ids)
  return new Map(found.flatMap(({ subjectId, title }) => (title === undefined ? [] : [[subjectId, title]])))
}

export const insertHold = async (tx: Tx, hold: Hold) => loaded(await holds.insert(tx, stored(hold)))

export const saveHold = (tx: Tx, hold: Hold & { version: number }) => holds.save(tx, { ...stored(hold), version: hold.version })
