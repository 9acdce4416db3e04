import type { Account } from '@reelfair/contracts'

/** Only verified Instagram accounts have a public page. @source specification §2, /collab */
export const hasCollabPage = ({ network, verifiedAt }: Account): boolean => network === 'instagram' && verifiedAt !== undefined

export const collabLink = ({ username }: Account): string => `${location.origin}/collab/${username}`

/** Visitors see the page only while brands can invite the account. @source decisions §4 */
export const isHidden = ({ isPublic, ageRestricted }: Account): boolean => isPublic === false || ageRestricted === true
