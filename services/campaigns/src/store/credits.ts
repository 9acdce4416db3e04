/**
 * Receipt lines: what a business day has granted a sign-up. Append-only; the id is made of both, so a day credits a sign-up once, and
 * they are found by it in their order without another index: there are very many. */
import { BusinessDay, CreditLineOfDay, Id } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

const line = { ...CreditLineOfDay.shape, signUpId: Id, campaignId: Id, creatorId: Id }

export const credits = defineCollection('credits', line)

export const insertCredit = (tx: Tx, credit: z.infer<z.ZodObject<typeof line>>) =>
  credits.insert(tx, { ...credit, id: `${credit.signUpId}:${credit.day}` })

/** The longest campaign runs 30 days, and its checks some more. */
const MOST = 100

/** In the order of the days. */
export const creditsOf = (scope: Scope, signUpId: string) =>
  credits.find(scope, { id: { $gt: `${signUpId}:`, $lt: `${signUpId};` } }, { sort: { id: 1 }, limit: MOST })

const MANY = 1_000

/** All there are, in the order of their sign-ups and days, in pages. */
export async function* everyCredit(scope: Scope): AsyncGenerator<Stored<typeof credits>> {
  for (let after = ''; ; ) {
    const some = await credits.find(scope, { id: { $gt: after } }, { sort: { id: 1 }, limit: MANY })
    yield* some
    const last = some.at(-1)
    if (!last || some.length < MANY) return
    after = last.id
  }
}

/**
 * What a settlement of very many sign-ups is about to do, in parts that one transaction each can take. Nothing is worked out twice: a settlement that was
 * cut off goes on from these, and comes to the same end.
 */
const PlannedRow = z.object({ signUpId: Id, charged: z.int(), reserved: z.int(), cents: z.int(), credit: CreditLineOfDay.optional() })
export type PlannedRow = z.infer<typeof PlannedRow>

export const parts = defineCollection('settlement_parts', { campaignId: Id, day: BusinessDay, rows: z.array(PlannedRow) })

const partId = (campaignId: string, number: number) => `${campaignId}:${number}`

export async function putPart(tx: Tx, campaignId: string, number: number, part: { day: string; rows: PlannedRow[] }) {
  const id = partId(campaignId, number)
  // One of a plan that was cut off before it was settled on.
  const known = await parts.byId(tx, id)
  await (known ? parts.save(tx, { ...part, id, campaignId, version: known.version }) : parts.insert(tx, { ...part, id, campaignId }))
}

export async function loadPart(tx: Tx, campaignId: string, number: number) {
  const part = await parts.byId(tx, partId(campaignId, number))
  if (!part) throw new Error(`part ${number} of the settlement of campaign ${campaignId} is not there`)
  return part
}

export const removePart = (tx: Tx, part: { id: string; version: number }) => parts.remove(tx, part)

/** What is left of plans that were cut off before they were settled on, and had more parts than the one that was carried out. */
export async function removeLeftParts(tx: Tx, campaignId: string): Promise<void> {
  const left = await parts.find(tx, { id: { $gt: `${campaignId}:`, $lt: `${campaignId};` } }, { limit: MANY })
  for (const part of left) await parts.remove(tx, part)
}
