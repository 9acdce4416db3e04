/** Keeps what was read of an account: observations, counts, reviews and totals of its sign-ups, in the caller's transaction. */

import { ReviewGrown, ReviewOpened } from '@reelfair/contracts'
import { businessDayOf, finalReadingAt, MOST_VIDEOS } from '@reelfair/rules'
import type { Tx } from '@reelfair/service-kit'
import { afterRun, retotal } from '../domain/assignment.ts'
import { rememberWithoutCode, wasSeenWithoutCode } from '../domain/code-added-late.ts'
import { DEFAULT_VERDICT, decideBy } from '../domain/count-video.ts'
import { hasCode } from '../domain/find-in-text.ts'
import type { Gain } from '../domain/gains.ts'
import { decide, join, joinedBy, openedBy } from '../domain/review.ts'
import { isFinal, type Run } from '../domain/schedule.ts'
import { foundVideo, isNews, judgeGrowthOf, observe, relisted, type Video } from '../domain/video.ts'
import type { Work } from '../ports.ts'
import type { StoredAccount } from '../store/accounts.ts'
import { type StoredAssignment, saveAssignment } from '../store/assignments.ts'
import type { BrandGain } from '../store/nights.ts'
import { insertObservation } from '../store/observations.ts'
import { insertReview, openOfVideo, type StoredReview, saveReview } from '../store/reviews.ts'
import { insertVideo, type StoredVideo, saveVideo } from '../store/videos.ts'
import type { Said } from './ask-network.ts'
import { tellDecision, tellTotals } from './tell.ts'

/** A video on its way through a reading; one found just now has no version yet. */
type VideoOnItsWay = Video & { readonly version?: number }

export interface Recorded {
  readonly run: Run
  readonly said: Said | undefined
  /** Of one account. */
  readonly assignments: readonly StoredAssignment[]
  /** By the sign-ups' ids. */
  readonly videosBefore: ReadonlyMap<string, readonly StoredVideo[]>
  /** What verification says of the account. */
  readonly copy: StoredAccount | undefined
  /** Nothing is tried again: where the final reading is silent, the last known figures are final. */
  readonly isLastTry: boolean
}

/**
 * @param said nothing when the account could not be read
 * @returns what it adds to the brands' nights, and whether a final reading still misses a video
 */
export async function recordReading(
  tx: Tx,
  { run, said, assignments, videosBefore, copy, isLastTry }: Recorded,
  ctx: Work,
): Promise<{ gains: BrandGain[]; isSilent: boolean }> {
  const now = ctx.now()
  const isFinalReading = run === 'checks'
  let isSilent = false
  const gains: BrandGain[] = []
  // A sign-up may have come since the network was asked.
  const taken = new Set([...(said?.taken ?? []), ...assignments.map(({ code }) => code)])
  const all = assignments.map((assignment) => videosToRead(assignment, videosBefore, said, taken, ctx))
  const usualAccount = said?.account && {
    followers: said.account.followers,
    averageViews: said.account.averageViews ?? copy?.averageViews ?? null,
  }
  const growth = judgeGrowthOf(all.flat(), said?.metrics ?? new Map(), usualAccount, now)

  for (const [index, assignment] of assignments.entries()) {
    const revision = assignment.revision + 1
    const add = (gain: Gain) => gains.push({ ...gain, brandId: assignment.brandId })
    const videos: VideoOnItsWay[] = []
    let isChanged = false
    for (const found of all[index] ?? []) {
      let video: VideoOnItsWay = found
      const metrics = video.final ? undefined : said?.metrics.get(video.externalId)
      // What is overdue takes its default first, so that the order in which workers come to it makes no difference.
      if (hasOverdue(video, assignment, now)) {
        const closed = await closeReviews(tx, video, revision, { now, isFinalReading })
        video = closed.video
        for (const gain of closed.moved) add(gain)
        isChanged = true
      }
      const before = video
      const grown = growth.get(before.id)
      const judging = { assignment, account: said?.account, growth: grown, taken }
      const observed =
        metrics &&
        observe(before, metrics, judging, { readingId: run, revision, now, reviewHours: ctx.ports.reviewHours, isFinal: isFinalReading })
      if (observed && (isFinalReading || isNews(before, observed))) {
        video = observed.video
        for (const gain of observed.gains) add(gain)
        await insertObservation(tx, observed.reading, assignment)
        const username = copy?.username ?? assignment.username
        for (const review of openedBy(before, video, observed.reading, { assignment, username })) {
          const opened = await insertReview(tx, { ...review, id: ctx.newId(), plannedEnd: assignment.plannedEnd })
          tx.emit(ReviewOpened.of(opened, { reviewId: opened.id, videoId: video.externalId }))
        }
        const joined = joinedBy(before, video)
        if (joined.length > 0)
          for (const review of await openOfVideo(tx, video.id))
            if (joined.includes(review.kind)) {
              const grown = await saveReview(tx, join(review, video, observed.reading))
              tx.emit(ReviewGrown.of(grown, { reviewId: grown.id, videoId: video.externalId }))
            }
        isChanged = true
      }
      if (isFinalReading && Object.keys(video.count.open).length > 0) {
        const closed = await closeReviews(tx, video, revision, { now, isFinalReading })
        video = closed.video
        for (const gain of closed.moved) add(gain)
        isChanged = true
      }
      if (isFinalReading && !video.final) {
        if (isLastTry) video = { ...video, final: 'missing' }
        else isSilent = true
      }
      isChanged ||= found.version === undefined
      videos.push(video)
      await keep(tx, found, video, assignment)
    }
    const seen = rememberWithoutCode(assignment, said?.listed ?? [], new Set(videos.map(({ externalId }) => externalId)), taken)
    const isWaiting = isFinalReading && isSilent
    if (!isChanged && (!isFinal(run) || isWaiting)) {
      if (seen !== assignment) await saveAssignment(tx, seen)
      continue
    }
    const stepAt = new Date(videos.reduce((latest, video) => Math.max(latest, video.stepAt.getTime()), now.getTime()))
    const counted = retotal(
      seen,
      videos.map(({ count }) => count),
      businessDayOf(stepAt),
    )
    const isMissing = isFinalReading && (videos.some(({ final }) => final === 'missing') || (!said && videos.length === 0))
    const next = isWaiting ? counted : afterRun({ ...counted, ...(isMissing && { finalReadingMissing: true }) }, run)
    tellTotals(tx, await saveAssignment(tx, next), videos, businessDayOf(stepAt))
  }
  return { gains, isSilent }
}

/** Whether the time to decide one of its reviews is over. */
const hasOverdue = ({ count }: Video, { endsAt }: Pick<StoredAssignment, 'endsAt'>, now: Date): boolean =>
  Object.values(count.open).some((open) => decideBy(open, finalReadingAt(endsAt)) <= now)

async function keep(tx: Tx, before: VideoOnItsWay, video: VideoOnItsWay, { plannedEnd }: StoredAssignment): Promise<void> {
  const { version, ...fields } = video
  if (version === undefined) await insertVideo(tx, { ...fields, plannedEnd })
  else if (video !== before) await saveVideo(tx, { ...fields, version } as StoredVideo)
}

/** Those found before and, with its code, those found now. */
function videosToRead(
  assignment: StoredAssignment,
  videosBefore: Recorded['videosBefore'],
  said: Said | undefined,
  taken: ReadonlySet<string>,
  ctx: Work,
): VideoOnItsWay[] {
  const before = videosBefore.get(assignment.id) ?? []
  const listed = new Map(said?.listed.map((one) => [one.id, one]))
  const known = new Set(before.map(({ externalId }) => externalId))
  // What was published after the end can never count.
  const found = [...listed.values()].filter(
    ({ id, caption, publishedAt }) => !known.has(id) && publishedAt < assignment.endsAt && hasCode(caption, assignment.code, taken),
  )
  const room = MOST_VIDEOS - before.length
  if (found.length > room)
    ctx.log.warn({ assignmentId: assignment.id, videos: before.length + found.length }, 'more videos of a sign-up than are taken in')
  const others = found.length > 0 ? ofOthers(assignment, videosBefore) : new Set<string>()
  return [
    ...before.map((video): VideoOnItsWay => (video.count.isOver ? video : relisted(video, assignment, listed.get(video.externalId)))),
    ...found
      .slice(0, Math.max(0, room))
      .map((one): VideoOnItsWay => foundVideo(assignment, one, ctx.now(), wasSeenWithoutCode(one.id, assignment, others))),
  ]
}

/** The network's ids of the videos of the creator's other sign-ups on the network. */
const ofOthers = ({ id, creatorId, network }: StoredAssignment, videosBefore: Recorded['videosBefore']): ReadonlySet<string> =>
  new Set(
    [...videosBefore.values()].flatMap((videos) =>
      videos
        .filter((video) => video.assignmentId !== id && video.creatorId === creatorId && video.network === network)
        .map(({ externalId }) => externalId),
    ),
  )

/** Nobody has decided in time. */
async function closeReviews(
  tx: Tx,
  video: VideoOnItsWay,
  revision: number,
  { now, isFinalReading }: { readonly now: Date; readonly isFinalReading: boolean },
): Promise<{ video: VideoOnItsWay; moved: readonly Gain[] }> {
  let last = video
  const all: Gain[] = []
  for (const open of await openOfVideo(tx, video.id)) {
    if (open.decideBy > now && !isFinalReading) continue
    const {
      review,
      video: counted,
      moved,
    } = decide<StoredReview, VideoOnItsWay>(open, last, { verdict: DEFAULT_VERDICT[open.kind], by: 'default', revision }, now)
    last = counted
    for (const gain of moved) all.push(gain)
    tellDecision(tx, await saveReview(tx, review), last)
  }
  return { video: last, moved: all }
}
