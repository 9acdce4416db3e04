import { randomUUID } from 'node:crypto'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { workflowEnv } from '../testing/start-metrics.ts'
import { verifiedAccounts } from './accounts.ts'
import { assignments, subjectEnds } from './assignments.ts'
import { nights } from './nights.ts'
import { observations } from './observations.ts'
import { refreshes } from './refreshes.ts'
import { reviews } from './reviews.ts'
import { tasks } from './tasks.ts'
import { videos } from './videos.ts'

const app = await startService(metrics, { env: workflowEnv, workers: false })
const ctx = app.context()
const now = new Date()
const id = randomUUID()

test.each([
  ['accounts by the network’s id', () => verifiedAccounts.explain(ctx, { accountKey: { $in: ['tiktok:x', 'tiktok:y'] } })],
  ['open sign-ups of accounts', () => assignments.explain(ctx, { isOpen: true, accountKey: { $in: ['k', 'l'] } })],
  ['open sign-ups of one account', () => assignments.explain(ctx, { isOpen: true, accountKey: 'k', id: { $gt: id } }, { id: 1 })],
  ['open sign-ups after an account', () => assignments.explain(ctx, { isOpen: true, accountKey: { $gt: 'k' } }, { accountKey: 1, id: 1 })],
  ['due final readings', () => assignments.explain(ctx, { isOpen: true, finalDueAt: { $lte: now } }, { finalDueAt: 1, id: 1 })],
  ['sign-ups ending later', () => assignments.explain(ctx, { subjectId: id, final: false, endsAt: { $gt: now } }, { endsAt: 1, id: 1 })],
  ['any assignment of a subject', () => assignments.explain(ctx, { subjectId: id })],
  ['all sign-ups', () => assignments.explain(ctx, { id: { $gt: id } }, { id: 1 })],
  ['sign-ups by their codes', () => assignments.explain(ctx, { code: { $in: ['RF-AB2CD', 'RF-LANDS'] } })],
  ['pending ends', () => subjectEnds.explain(ctx, { pendingSince: { $lte: now } }, { pendingSince: 1, id: 1 })],
  ['videos of a sign-up', () => videos.explain(ctx, { assignmentId: id }, { firstSeenAt: -1, id: -1 })],
  ['videos of sign-ups', () => videos.explain(ctx, { assignmentId: { $in: [id, randomUUID()] } })],
  ['videos of a subject', () => videos.explain(ctx, { subjectId: id }, { firstSeenAt: -1, id: -1 })],
  ['videos of a creator', () => videos.explain(ctx, { creatorId: id }, { firstSeenAt: -1, id: -1 })],
  ['a brand’s nights', () => nights.explain(ctx, { brandId: id, day: { $gte: '2026-11-08', $lte: '2026-11-21' } })],
  ['nights by their ids', () => nights.explain(ctx, { id: { $in: ['a', 'b'] } })],
  ['observations of a sign-up', () => observations.explain(ctx, { assignmentId: id }, { readAt: -1, id: -1 })],
  ['open reviews of a video', () => reviews.explain(ctx, { videoId: 'v', kind: { $in: ['logo', 'growth'] }, state: 'open' })],
  ['overdue reviews', () => reviews.explain(ctx, { state: 'open', decideBy: { $lte: now } }, { decideBy: 1, id: 1 })],
  ['all reviews', () => reviews.explain(ctx, {}, { order: 1, id: 1 })],
  ['reviews of a brand', () => reviews.explain(ctx, { brandId: id }, { order: 1, id: 1 })],
  ['reviews of a sign-up', () => reviews.explain(ctx, { assignmentId: id }, { order: 1, id: 1 })],
  ['claimed tasks', () => tasks.explain(ctx, { id: { $in: ['a', 'b'] } })],
  ['tasks of accounts', () => tasks.explain(ctx, { accountKey: { $in: ['k', 'l'] } })],
  ['due tasks', () => tasks.explain(ctx, { state: 'open', dueAt: { $lte: now } }, { dueAt: 1, id: 1 })],
  ['tasks of a run', () => tasks.explain(ctx, { run: '2026-11-22', state: 'open' })],
  ['final tasks', () => tasks.explain(ctx, { run: { $in: ['end', 'checks'] }, state: 'open', tries: { $lt: 3 } })],
  ['refreshes in progress', () => refreshes.explain(ctx, { state: 'reading' }, { id: 1 })],
  ['the last refresh', () => refreshes.explain(ctx, { state: 'done' }, { id: -1 })],
])('uses an index for %s', async (_, explain) => {
  expect(await explain()).toMatch(/^(?!.*(COLLSCAN|SORT)).*(IXSCAN|IDHACK|CLUSTERED)/)
})
