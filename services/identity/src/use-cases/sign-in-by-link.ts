import { refuse, SIGN_IN_LINK_MINUTES, type SignInByLinkInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { hashOfSecret } from '../adapters/secret.ts'
import { linkByHash, removeLink } from '../store/links.ts'
import { userById } from '../store/users.ts'
import { type Entry, letIn } from './let-in.ts'

/** The button of the page behind a sign-in link. Guard of the single use: the link is removed as it was read. */
export const signInByLink = ({ token }: SignInByLinkInput, ctx: Context<'visitor'>): Promise<Entry> =>
  ctx.transact(async (tx) => {
    const link = await linkByHash(tx, hashOfSecret(token))
    const user = await userById(tx, link?.id ?? '')
    if (link?.purpose !== 'sign-in' || link.expiresAt <= ctx.now() || !user?.confirmedAt) {
      return refuse('sign_in_link_invalid', { minutes: SIGN_IN_LINK_MINUTES })
    }
    await removeLink(tx, link)
    return letIn(tx, user, ctx)
  })
