import type { UserSessions } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { browserLabel, isMobile } from '../domain/browser.ts'
import { isActive } from '../domain/session.ts'
import { sessionsOf } from '../store/sessions.ts'

/** The user's own sessions: the current one first, then the most recently used ones. */
export async function listSessions(_: unknown, ctx: Context<'user'>): Promise<UserSessions> {
  const now = ctx.now()
  const rank = ({ id, usedAt }: { id: string; usedAt: Date }) => (id === ctx.actor.sessionId ? Number.POSITIVE_INFINITY : usedAt.getTime())
  const active = (await sessionsOf(ctx, ctx.actor.id)).filter((session) => isActive(session, now))
  return {
    items: active
      .toSorted((one, other) => (rank(other) > rank(one) ? 1 : -1))
      .map(({ id, browser, cause, isNewDevice, createdAt, usedAt }) => ({
        id,
        device: browserLabel(browser, ctx.locale),
        isMobile: isMobile(browser),
        isCurrent: id === ctx.actor.sessionId,
        cause,
        isNewDevice,
        startedAt: createdAt.toISOString(),
        usedAt: usedAt.toISOString(),
      })),
  }
}
