import { DELETED_LINK, deletedName, skeletonOf, usernameKey } from '@reelfair/contracts'
import { changes, keeps, removes, userDeletion } from '@reelfair/service-kit'
import { accounts } from './accounts.ts'
import { brandRecords } from './brand-records.ts'
import { brands } from './brands.ts'
import { invitations } from './invitations.ts'
import { logos } from './logos.ts'
import { partnerships } from './partnerships.ts'
import { refreshes } from './refreshes.ts'

export const deletion = userDeletion([
  changes(
    invitations,
    (creatorId) => ({ creatorId, username: { $ne: deletedName(creatorId) } }),
    (invitation, creatorId) => ({ ...invitation, username: deletedName(creatorId) }),
  ),
  changes(
    invitations,
    (brandId) => ({ brandId, link: { $ne: DELETED_LINK } }),
    (invitation) => ({ ...invitation, link: DELETED_LINK, caption: '' }),
  ),
  changes(
    partnerships,
    (creatorId) => ({ creatorId, username: { $ne: deletedName(creatorId) } }),
    (partnership, creatorId) => {
      const username = deletedName(creatorId)
      return { ...partnership, username, usernameKey: usernameKey(username) }
    },
  ),
  changes(
    partnerships,
    (brandId) => ({ brandId, link: { $ne: DELETED_LINK } }),
    (partnership) => ({ ...partnership, link: DELETED_LINK, caption: '' }),
  ),
  removes(logos, (brandId) => ({ brandId })),
  removes(brandRecords, (id) => ({ id })),
  removes(accounts, (creatorId) => ({ creatorId })),
  changes(
    brands,
    (id) => ({ id, brandName: { $ne: deletedName(id) } }),
    (brand, id) => ({ ...brand, brandName: deletedName(id), skeleton: skeletonOf(deletedName(id)), logoId: undefined }),
  ),
  keeps(refreshes.collection, 'business days and counts'),
])
