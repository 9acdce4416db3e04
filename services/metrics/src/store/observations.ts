/**
 * Readings of videos, append-only except for the video's id once its creator is deleted. Guard: the id combines the ids
 * of video and reading, so a reading is never stored twice.
 */
import { ExclusionReason, GrowthEvidence, Id, LogoState, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Reading } from '../domain/video.ts'
import { KEPT_SECONDS } from './retention.ts'

export const observations = defineCollection('observations', {
  assignmentId: Id,
  /** The sign-up’s planned end; see `retention.ts`. */
  plannedEnd: Date,
  videoId: String,
  revision: z.int().min(1),
  readAt: Date,
  at: Date,
  publishedAt: Date,
  until: Date,
  foundWithoutCode: z.literal(true).optional(),
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
  isFinal: z.literal(true).optional(),
  removed: Views.optional(),
})
  .index({ assignmentId: 1, readAt: -1, id: -1 })
  .index({ plannedEnd: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export const insertObservation = (tx: Tx, reading: Reading, { plannedEnd }: { readonly plannedEnd: Date }) =>
  observations.insert(tx, { ...reading, plannedEnd })

/** Their ids begin with the video's. One per reading, hence far fewer than the limit. */
export const observationsOfVideo = (scope: Scope, videoId: string) =>
  observations.find(scope, { id: { $gt: `${videoId}:`, $lt: `${videoId};` } }, { limit: 1_000 })

export const observationsPage = (scope: Scope, assignmentId: string, asked: { limit: number; cursor?: string | undefined }) =>
  observations.page(scope, { assignmentId }, { sort: { readAt: -1 }, ...asked })
