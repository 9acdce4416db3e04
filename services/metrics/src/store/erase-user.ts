import { DELETED_LINK, deletedName } from '@reelfair/contracts'
import { changes, type ErasureRule, keeps, removes, userDeletion } from '@reelfair/service-kit'
import { accountKeyOf, verifiedAccounts } from './accounts.ts'
import { assignments, campaignEnds, campaignLocks, openOfAccounts } from './assignments.ts'
import { nights } from './nights.ts'
import { observations } from './observations.ts'
import { refreshes } from './refreshes.ts'
import { reviews } from './reviews.ts'
import { removeTasksOf, tasks } from './tasks.ts'
import { videos } from './videos.ts'

const named = (creatorId: string) => ({ creatorId, username: { $ne: deletedName(creatorId) } })

/** Found by the sign-ups that the next rule is about to rename. Leaves an account that another creator uses now. */
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
 * All sign-ups of a deleted user are settled, so nothing is measured any more; a reading that is still queued finds no
 * open sign-up. Figures stay for the 24 months in which pay can be recomputed.
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
  changes(
    videos,
    (creatorId) => ({ creatorId, url: { $ne: DELETED_LINK } }),
    ({ thumbnailUrl: _, ...video }) => ({ ...video, url: DELETED_LINK, caption: '' }),
  ),
  changes(reviews, named, (review, creatorId) => ({ ...review, username: deletedName(creatorId), url: DELETED_LINK })),
  keeps(observations, 'figures from which pay is recomputed, under the network’s id of the video'),
  keeps(nights, 'figures per brand id'),
  keeps(campaignEnds, 'ids and dates'),
  keeps(campaignLocks, 'a lock: ids and dates'),
  keeps(refreshes, 'business days and counts'),
])
