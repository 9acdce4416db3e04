import type { CurrentSession } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { meOf } from './show-me.ts'

/** Who is looking at a page that everyone may open. Not `/me`: its 401 for a visitor would be an error in every visitor's console. */
export async function showSession(_: unknown, ctx: Context<'visitor'>): Promise<CurrentSession> {
  const me = ctx.actor.kind === 'user' ? await meOf(ctx, ctx.actor.id) : undefined
  return me ? { me } : {}
}
