import { refuse, SIGN_IN_LINK_MINUTES, type SignInByLinkInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { hashOfSecret } from '../adapters/secret.ts'
import { linkByHash, removeLink } from '../store/links.ts'
import { userById } from '../store/users.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/** Removes the link only if it has not changed since it was read, so that it cannot be used twice. */
export const signInByLink = ({ token }: SignInByLinkInput, ctx: Context<'visitor'>): Promise<SignInResult> =>
  ctx.transact(async (tx) => {
    const link = await linkByHash(tx, hashOfSecret(token))
    const user = await userById(tx, link?.userId ?? '')
    if (link?.purpose !== 'sign-in' || link.expiresAt <= ctx.now() || !user?.confirmedAt) {
      return refuse('sign_in_link_invalid', { minutes: SIGN_IN_LINK_MINUTES })
    }
    await removeLink(tx, link)
    return startUserSession(tx, user, 'sign-in-link', ctx)
  })
