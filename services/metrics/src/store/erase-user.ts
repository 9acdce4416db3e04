import { DELETED_LINK, deletedName } from '@reelfair/contracts'
import { MAX_VIDEOS } from '@reelfair/rules'
import { changes, type ErasureRule, keeps, removes, userDeletion } from '@reelfair/service-kit'
import { videoIdOf } from '../domain/video.ts'
import { accesses } from './accesses.ts'
import { accountKeyOf, verifiedAccounts } from './accounts.ts'
import { assignments, openOfAccounts, subjectEnds, subjectLocks } from './assignments.ts'
import { nights } from './nights.ts'
import { observations, observationsOfVideo } from './observations.ts'
import { refreshes } from './refreshes.ts'
import { reviews, reviewsOfVideo } from './reviews.ts'
import { removeTasksOf, tasks } from './tasks.ts'
import { videos } from './videos.ts'

const named = (creatorId: string) => ({ creatorId, username: { $ne: deletedName(creatorId) } })

/** Found via the sign-ups that the next rule will rename. Skips accounts that another creator uses now. */
const readingsOfAccounts: ErasureRule = {
  collection: tasks.name,
  erase: async (tx, creatorId) => {
    const keys = (await assignments.find(tx, named(creatorId), { limit: 200 })).map(({ accountKey }) => accountKey)
    if (keys.length === 0) return 0
    const inUse = (await openOfAccounts(tx, keys)).filter((other) => other.creatorId !== creatorId).map(({ accountKey }) => accountKey)
    return removeTasksOf(tx, [...new Set(keys).difference(new Set(inUse))])
  },
}

/**
 * The network's id leads to a video that is still public, so a number replaces it in the video, its readings and its
 * reviews. One video per transaction.
 */
const videosWithReadings: ErasureRule = {
  collection: videos.name,
  erase: async (tx, creatorId) => {
    const [video] = await videos.find(tx, { creatorId, url: { $ne: DELETED_LINK } }, { limit: 1 })
    if (!video) return 0
    const { thumbnailUrl: _, version: _video, ...kept } = video
    const erased = await videos.count(tx, { assignmentId: video.assignmentId, url: DELETED_LINK }, MAX_VIDEOS)
    const externalId = `deleted-${erased + 1}`
    const id = videoIdOf(video.assignmentId, externalId)
    await videos.remove(tx, video)
    await videos.insert(tx, { ...kept, id, externalId, url: DELETED_LINK, caption: '' })
    for (const reading of await observationsOfVideo(tx, video.id)) {
      const { version: _reading, ...figures } = reading
      await observations.remove(tx, reading)
      await observations.insert(tx, { ...figures, id: id + reading.id.slice(video.id.length), videoId: id })
    }
    for (const review of await reviewsOfVideo(tx, video.assignmentId, video.id)) await reviews.save(tx, { ...review, videoId: id })
    return 1
  },
}

/**
 * All assignments of a deleted user are settled, so nothing is measured any more; a reading that is still queued finds
 * no open one. Figures are kept for the 24 months during which pay can be recomputed.
 */
export const deletion = userDeletion([
  readingsOfAccounts,
  changes(assignments, named, ({ finalDueAt: _, withoutCode: __, ...assignment }, creatorId) => ({
    ...assignment,
    username: deletedName(creatorId),
    externalId: deletedName(creatorId),
    accountKey: accountKeyOf(assignment.network, deletedName(creatorId)),
    isOpen: false,
  })),
  changes(
    assignments,
    (brandId) => ({ brandId, link: { $ne: DELETED_LINK } }),
    (assignment) => ({ ...assignment, link: DELETED_LINK }),
  ),
  removes(verifiedAccounts, (creatorId) => ({ creatorId })),
  removes(accesses, (creatorId) => ({ creatorId })),
  videosWithReadings,
  changes(reviews, named, (review, creatorId) => ({ ...review, username: deletedName(creatorId), url: DELETED_LINK })),
  keeps(observations, 'figures from which pay is recomputed; their ids are replaced together with the video’s'),
  keeps(nights, 'figures per brand id'),
  keeps(subjectEnds, 'ids and dates'),
  keeps(subjectLocks, 'a lock: ids and dates'),
  keeps(refreshes, 'business days and counts'),
])
