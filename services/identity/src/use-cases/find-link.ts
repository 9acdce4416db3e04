import {
  CONFIRMATION_HOURS,
  DEAD_LINK_CODES,
  EMAIL_CHANGE_HOURS,
  type ErrorDetails,
  type LinkPurpose,
  RESET_LINK_MINUTES,
  refuse,
  SIGN_IN_LINK_MINUTES,
} from '@reelfair/contracts'
import type { Scope } from '@reelfair/service-kit'
import { type Link, linkByHash } from '../store/links.ts'
import { type User, userById } from '../store/users.ts'

/**
 * Finds a link that still works, and its user. Runs the same two queries for every other link, so that the response
 * time does not reveal whether a link exists. An unconfirmed user's sign-up may be a stranger's, so only a confirmation
 * works for such a user.
 */
export async function findLink(
  scope: Scope,
  purpose: LinkPurpose,
  tokenHash: string,
  at: Date,
): Promise<{ readonly link: Link; readonly user: User } | undefined> {
  const link = await linkByHash(scope, tokenHash)
  const user = await userById(scope, link?.userId ?? '')
  const isUsable = link?.purpose === purpose && link.expiresAt > at
  return isUsable && user && (user.confirmedAt === undefined) === (purpose === 'confirm') ? { link, user } : undefined
}

const LIFETIMES: Readonly<Record<LinkPurpose, ErrorDetails>> = {
  confirm: { hours: CONFIRMATION_HOURS },
  'sign-in': { minutes: SIGN_IN_LINK_MINUTES },
  reset: { minutes: RESET_LINK_MINUTES },
  'change-email': { hours: EMAIL_CHANGE_HOURS },
}

/** Does not say whether the link was used or replaced, has expired or never existed. */
export const refuseLink = (purpose: LinkPurpose): never => refuse(DEAD_LINK_CODES[purpose], LIFETIMES[purpose])
