import type { SignInByLinkInput } from '@reelfair/contracts'
import { type Context, hashOfSecret } from '@reelfair/service-kit'
import { removeLink } from '../store/links.ts'
import { findLink, refuseLink } from './find-link.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/** Removes the link only if it has not changed since it was read, so that it cannot be used twice. */
export const signInByLink = ({ token }: SignInByLinkInput, ctx: Context<'visitor'>): Promise<SignInResult> =>
  ctx.transact(async (tx) => {
    const { link, user } = (await findLink(tx, 'sign-in', hashOfSecret(token), ctx.now())) ?? refuseLink('sign-in')
    await removeLink(tx, link)
    return startUserSession(tx, user, 'sign-in-link', ctx)
  })
