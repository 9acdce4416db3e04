import { ReviewGrown, ReviewOpened } from '@reelfair/contracts'
import { businessDayOf, finalReadingAt, MAX_VIDEOS } from '@reelfair/rules'
import type { Tx } from '@reelfair/service-kit'
import { afterRun, retotal } from '../domain/assignment.ts'
import { rememberWithoutCode, wasSeenWithoutCode } from '../domain/code-added-late.ts'
import { rememberCompliance } from '../domain/compliance.ts'
import { DEFAULT_VERDICT, decideBy } from '../domain/count-video.ts'
import { hasCode } from '../domain/find-in-text.ts'
import type { Gain } from '../domain/gains.ts'
import { addReading, decide, joinedBy, openedBy } from '../domain/review.ts'
import { isFinal, type Run } from '../domain/schedule.ts'
import { foundVideo, judgeGrowthOfVideos, mustBeStored, observe, relisted, type Video } from '../domain/video.ts'
import type { Work } from '../ports.ts'
import type { StoredAccount } from '../store/accounts.ts'
import { type StoredAssignment, saveAssignment } from '../store/assignments.ts'
import type { BrandGain } from '../store/nights.ts'
import { insertObservation } from '../store/observations.ts'
import { insertReview, openOfVideo, type StoredReview, saveReview } from '../store/reviews.ts'
import { insertVideo, type StoredVideo, saveVideo } from '../store/videos.ts'
import { emitDecision, emitRisks, emitTotals } from './emit-events.ts'
import type { NetworkReading } from './read-network.ts'

type VideoInProgress = Video & { readonly version?: number }

export interface ReadingInput {
  readonly run: Run
  readonly answer: NetworkReading | undefined
  readonly assignments: readonly StoredAssignment[]
  /** Known videos before the reading, keyed by assignment id. */
  readonly videosBefore: ReadonlyMap<string, readonly StoredVideo[]>
  readonly copy: StoredAccount | undefined
  /** On the last attempt at the final reading, the last known figures become final if the network does not respond. */
  readonly isLastTry: boolean
  /** Hours for which a review that this reading opens waits for a decision. */
  readonly reviewHours: number
}

interface Recording extends ReadingInput {
  readonly tx: Tx
  readonly ctx: Work
  readonly now: Date
  readonly isFinalReading: boolean
  readonly taken: ReadonlySet<string>
  readonly growth: ReturnType<typeof judgeGrowthOfVideos>
}

interface VideoStep {
  readonly video: VideoInProgress
  readonly gains: readonly Gain[]
  readonly isChanged: boolean
}

/**
 * @param input.answer undefined if the account could not be read
 * @returns changes to the brands' nightly totals, and whether the final reading is still missing a video
 */
export async function recordReading(tx: Tx, input: ReadingInput, ctx: Work): Promise<{ gains: BrandGain[]; isSilent: boolean }> {
  const { run, answer, assignments, videosBefore, copy } = input
  const now = ctx.now()
  // An assignment may have been added since the network was queried.
  const taken = new Set([...(answer?.taken ?? []), ...assignments.map(({ code }) => code)])
  const videosOfAll = assignments.map((assignment) => videosToRead(assignment, videosBefore, answer, taken, ctx))
  const usualAccount = answer?.account && {
    followers: answer.account.followers,
    averageViews: answer.account.averageViews ?? copy?.averageViews ?? null,
  }
  const growth = judgeGrowthOfVideos(videosOfAll.flat(), answer?.metrics ?? new Map(), usualAccount, now)
  const recording = { ...input, tx, ctx, now, isFinalReading: run === 'checks', taken, growth }

  const gains: BrandGain[] = []
  let isSilent = false
  for (const [index, assignment] of assignments.entries()) {
    const steps: VideoStep[] = []
    const risks: { before: Video; after: Video }[] = []
    for (const before of videosOfAll[index] ?? []) {
      const step = await recordVideo(recording, assignment, before)
      steps.push(step)
      risks.push({ before, after: step.video })
    }
    // The final reading decides; a warning would come too late.
    if (!recording.isFinalReading) emitRisks(tx, assignment, risks)
    for (const step of steps) for (const gain of step.gains) gains.push({ ...gain, brandId: assignment.brandId })
    isSilent ||= recording.isFinalReading && steps.some(({ video }) => !video.final)
    await recordTotals(recording, assignment, steps, isSilent)
  }
  return { gains, isSilent }
}

async function recordVideo(recording: Recording, assignment: StoredAssignment, found: VideoInProgress): Promise<VideoStep> {
  const { isFinalReading, isLastTry, now, tx } = recording
  const revision = assignment.revision + 1
  let step: VideoStep = { video: found, gains: [], isChanged: found.version === undefined }
  // Applies the defaults of overdue reviews first, so that the result does not depend on the order in which workers
  // run.
  if (hasOverdue(found, assignment, now)) step = await closeReviews(recording, step, revision)
  step = await observeVideo(recording, assignment, step, revision)
  if (isFinalReading && Object.keys(step.video.count.open).length > 0) step = await closeReviews(recording, step, revision)
  const isMissing = isFinalReading && isLastTry && !step.video.final
  const video: VideoInProgress = isMissing ? { ...step.video, final: 'missing' } : step.video
  await saveChanges(tx, found, video, assignment)
  return { ...step, video }
}

async function observeVideo(recording: Recording, assignment: StoredAssignment, step: VideoStep, revision: number): Promise<VideoStep> {
  const { run, answer, copy, tx, ctx, now, isFinalReading, taken, growth, reviewHours } = recording
  const { video: before } = step
  const metrics = before.final ? undefined : answer?.metrics.get(before.externalId)
  if (!metrics) return step
  const context = { assignment, account: answer?.account, growth: growth.get(before.id), taken }
  const made = { readingId: run, revision, now, reviewHours, isFinal: isFinalReading }
  const observed = observe(before, metrics, context, made)
  if (!observed || !(isFinalReading || mustBeStored(before, observed))) return step
  const { video, reading } = observed
  await insertObservation(tx, reading, assignment)
  const username = copy?.username ?? assignment.username
  for (const review of openedBy(before, video, reading, { assignment, username })) {
    const opened = await insertReview(tx, { ...review, id: ctx.newId(), plannedEnd: assignment.plannedEnd })
    const { accountId } = assignment
    tx.emit(ReviewOpened.of(opened, { reviewId: opened.id, videoId: video.externalId, accountId }))
  }
  const joined = joinedBy(before, video)
  const open = joined.length > 0 ? await openOfVideo(tx, video.id) : []
  for (const review of open.filter(({ kind }) => joined.includes(kind))) {
    const grown = await saveReview(tx, addReading(review, video, reading))
    tx.emit(ReviewGrown.of(grown, { reviewId: grown.id, videoId: video.externalId }))
  }
  return { video, gains: [...step.gains, ...observed.gains], isChanged: true }
}

async function recordTotals(
  recording: Recording,
  assignment: StoredAssignment,
  steps: readonly VideoStep[],
  isSilent: boolean,
): Promise<void> {
  const { run, answer, tx, now, isFinalReading, taken } = recording
  const videos = steps.map(({ video }) => video)
  const complied = answer ? rememberCompliance(assignment, answer.account, now) : assignment
  const seen = rememberWithoutCode(complied, answer?.listed ?? [], new Set(videos.map(({ externalId }) => externalId)), taken)
  const isWaiting = isFinalReading && isSilent
  if (!steps.some(({ isChanged }) => isChanged) && (!isFinal(run) || isWaiting)) {
    if (seen !== assignment) await saveAssignment(tx, seen)
    return
  }
  const stepAt = new Date(videos.reduce((latest, video) => Math.max(latest, video.stepAt.getTime()), now.getTime()))
  const counts = videos.map(({ count }) => count)
  const counted = retotal(seen, counts, businessDayOf(stepAt))
  const isMissing =
    isFinalReading && (videos.some(({ final }) => final === 'missing') || ((!answer || answer.isDisconnected) && videos.length === 0))
  const next = isWaiting ? counted : afterRun({ ...counted, ...(isMissing && { finalReadingMissing: true }) }, run)
  emitTotals(tx, await saveAssignment(tx, next), videos, businessDayOf(stepAt))
}

const hasOverdue = ({ count }: Video, { endsAt }: Pick<StoredAssignment, 'endsAt'>, now: Date): boolean =>
  Object.values(count.open).some((open) => decideBy(open, finalReadingAt(endsAt)) <= now)

async function saveChanges(tx: Tx, before: VideoInProgress, video: VideoInProgress, { plannedEnd }: StoredAssignment): Promise<void> {
  const { version, ...fields } = video
  if (version === undefined) await insertVideo(tx, { ...fields, plannedEnd })
  else if (video !== before) await saveVideo(tx, { ...fields, version } as StoredVideo)
}

function videosToRead(
  assignment: StoredAssignment,
  videosBefore: ReadingInput['videosBefore'],
  answer: NetworkReading | undefined,
  taken: ReadonlySet<string>,
  ctx: Work,
): VideoInProgress[] {
  const before = videosBefore.get(assignment.id) ?? []
  const listed = new Map(answer?.listed.map((one) => [one.id, one]))
  const known = new Set(before.map(({ externalId }) => externalId))
  // Videos published after the assignment's end never count.
  const found = [...listed.values()].filter(
    ({ id, caption, publishedAt }) => !known.has(id) && publishedAt < assignment.endsAt && hasCode(caption, assignment.code, taken),
  )
  const room = MAX_VIDEOS - before.length
  if (found.length > room)
    ctx.log.warn({ assignmentId: assignment.id, videos: before.length + found.length }, 'assignment has too many videos; some are ignored')
  const others = found.length > 0 ? idsOfOthers(assignment, videosBefore) : new Set<string>()
  return [
    ...before.map((video): VideoInProgress => (video.count.isOver ? video : relisted(video, assignment, listed.get(video.externalId)))),
    ...found
      .slice(0, Math.max(0, room))
      .map((one): VideoInProgress => foundVideo(assignment, one, ctx.now(), wasSeenWithoutCode(one.id, assignment, others))),
  ]
}

const idsOfOthers = ({ id, creatorId, network }: StoredAssignment, videosBefore: ReadingInput['videosBefore']): ReadonlySet<string> =>
  new Set(
    [...videosBefore.values()].flatMap((videos) =>
      videos
        .filter((video) => video.assignmentId !== id && video.creatorId === creatorId && video.network === network)
        .map(({ externalId }) => externalId),
    ),
  )

async function closeReviews({ tx, now, isFinalReading }: Recording, step: VideoStep, revision: number): Promise<VideoStep> {
  let { video } = step
  const gains = [...step.gains]
  for (const open of await openOfVideo(tx, video.id)) {
    if (open.decideBy > now && !isFinalReading) continue
    const verdict = { verdict: DEFAULT_VERDICT[open.kind], by: 'default' as const, revision }
    const decided = decide<StoredReview, VideoInProgress>(open, video, verdict, now)
    video = decided.video
    for (const gain of decided.moved) gains.push(gain)
    emitDecision(tx, await saveReview(tx, decided.review), video)
  }
  return { video, gains, isChanged: true }
}
