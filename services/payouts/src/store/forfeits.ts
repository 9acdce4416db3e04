/** Money given up by creators who deleted their accounts. Guard: the id is the creator's, so it happens only once. */
import { defineCollection, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const forfeits = defineCollection('forfeits', { creatorId: String, reason: z.literal('deletion'), cents: z.int().min(1), at: Date })

export const insertForfeit = (tx: Tx, { creatorId, cents, at }: { creatorId: string; cents: number; at: Date }) =>
  forfeits.insert(tx, { id: creatorId, creatorId, reason: 'deletion', cents, at })
