import { DELETED_LINK, deletedName, skeletonOf } from '@reelfair/contracts'
import { changes, type ErasureRule, keeps, removes, userDeletion } from '@reelfair/service-kit'
import { accounts } from './accounts.ts'
import { allocationLines, parts } from './allocation-lines.ts'
import { brands } from './brands.ts'
import { campaigns } from './campaigns.ts'
import { drafts } from './drafts.ts'
import { media } from './media.ts'
import { refreshes } from './refreshes.ts'
import { signUps, videos } from './sign-ups.ts'

const SIGN_UPS = 100

/** Erases the username, the network's ids and the links to videos. The receipts keep the counts. */
const creatorInSignUps: ErasureRule = {
  collection: signUps.name,
  erase: async (tx, creatorId) => {
    const username = deletedName(creatorId)
    const some = await signUps.find(tx, { creatorId, username: { $ne: username } }, { limit: SIGN_UPS })
    for (const signUp of some) await signUps.save(tx, { ...signUp, username, externalId: username })
    const ids = some.map(({ id }) => id)
    for (const counted of await videos.byIds(tx, ids))
      await videos.save(tx, {
        ...counted,
        videos: counted.videos.map((video, index) => ({ ...video, videoId: `${index + 1}`, url: DELETED_LINK })),
      })
    return some.length
  },
}

export const deletion = userDeletion([
  creatorInSignUps,
  keeps(videos, 'counts; their links and ids are erased together with their sign-up'),
  removes(accounts, (creatorId) => ({ creatorId })),
  removes(drafts, (id) => ({ id })),
  // The nightly sweep removes the files of these rows, which nobody can open any more.
  changes(
    media,
    (brandId) => ({ brandId, state: { $ne: 'removing' as const } }),
    (file) => ({ ...file, state: 'removing' as const, keepUntil: file.createdAt }),
  ),
  changes(
    brands,
    (id) => ({ id, brandName: { $ne: deletedName(id) } }),
    (brand, id) => ({ ...brand, brandName: deletedName(id), skeleton: skeletonOf(deletedName(id)), logoId: undefined }),
  ),
  changes(
    campaigns,
    (brandId) => ({ brandId, name: { $ne: deletedName(brandId) } }),
    (campaign, brandId) => ({ ...campaign, name: deletedName(brandId), link: DELETED_LINK }),
  ),
  changes(
    signUps,
    (brandId) => ({ brandId, link: { $ne: DELETED_LINK } }),
    (signUp, brandId) => ({ ...signUp, link: DELETED_LINK, terms: { ...signUp.terms, campaignName: deletedName(brandId) } }),
  ),
  keeps(allocationLines, 'figures from which pay is recomputed'),
  keeps(parts, 'figures of a settlement in progress'),
  keeps(refreshes.collection, 'business days and counts'),
])
