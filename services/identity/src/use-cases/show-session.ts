import type { CurrentSession } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { meOf } from './show-me.ts'

/**
 * For pages that anyone may open: the 401 that `/me` returns to visitors would appear as an error in the browser
 * console.
 */
export async function showSession(_: unknown, ctx: Context<'visitor'>): Promise<CurrentSession> {
  const me = ctx.actor.kind === 'user' ? await meOf(ctx, { actor: ctx.actor, now: ctx.now }) : undefined
  return me ? { me } : {}
}
