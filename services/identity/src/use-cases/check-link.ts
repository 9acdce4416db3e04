import type { LinkCheckInput } from '@reelfair/contracts'
import { type Context, hashOfSecret } from '@reelfair/service-kit'
import { findLink, refuseLink } from './find-link.ts'

/** Tells a newly opened page whether its link still works, without using it. Only the secret leads to a link. */
export async function checkLink({ purpose, token }: LinkCheckInput, ctx: Context<'visitor'>): Promise<void> {
  if (!(await findLink(ctx, purpose, hashOfSecret(token), ctx.now()))) refuseLink(purpose)
}
