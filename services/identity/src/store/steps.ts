/** The latest step of each campaign, review, transfer, etc., so that a late event produces no false notification. */
import { defineCollection, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Step } from '../domain/notification-entry.ts'

const KEPT_SECONDS = 365 * 86_400

export const steps = defineCollection('steps', { order: Number, state: z.string().optional(), at: Date }).index(
  { at: 1 },
  { expireAfterSeconds: KEPT_SECONDS },
)

/** Records the step. @returns whether it is news */
export async function isNews(tx: Tx, { subject, order, state }: Step, at: Date): Promise<boolean> {
  const former = await steps.byId(tx, subject)
  if (former && former.order > order) return false
  const step = { id: subject, order, at, ...(state !== undefined && { state }) }
  if (former) await steps.save(tx, { ...step, version: former.version })
  else await steps.insert(tx, step)
  return state === undefined || state !== former?.state
}
