/** Readings of videos as they were: only ever added, never changed. Guard: the id is the video's and the reading's, so a reading is kept once. */
import { ExclusionReason, GrowthEvidence, Id, LogoState, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Reading } from '../domain/video.ts'
import { KEPT_SECONDS } from './retention.ts'

export const observations = defineCollection('observations', {
  assignmentId: Id,
  videoId: String,
  revision: z.int().min(1),
  readAt: Date,
  at: Date,
  publishedAt: Date,
  until: Date,
  views: Views.nullable(),
  likes: Views.nullable(),
  comments: Views.nullable(),
  faults: z.array(ExclusionReason).readonly(),
  logo: LogoState,
  looksInhuman: Boolean,
  evidence: z.array(GrowthEvidence).readonly(),
  added: z.object({
    views: Views,
    qualified: Views,
    inReview: Views,
    excluded: Views,
    reason: ExclusionReason.optional(),
  }),
})
  .index({ assignmentId: 1, readAt: -1, id: -1 })
  .index({ readAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredObservation = Stored<typeof observations>

export const insertObservation = (tx: Tx, reading: Reading) => observations.insert(tx, reading)

/** The newest first. */
export const observationsPage = (scope: Scope, assignmentId: string, asked: { limit: number; cursor?: string | undefined }) =>
  observations.page(scope, { assignmentId }, { sort: { readAt: -1 }, ...asked })
