import type { SecurityEventsPage, SecurityEventsQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { browserLabel } from '../domain/browser.ts'
import { pageOfSecurityEvents } from '../store/security-events.ts'

/** The user's own events, newest first. */
export async function listSecurityEvents(query: SecurityEventsQuery, ctx: Context<'user'>): Promise<SecurityEventsPage> {
  const { items, ...rest } = await pageOfSecurityEvents(ctx, ctx.actor.id, query)
  return {
    ...rest,
    items: items.map(({ id, kind, at, browser, ip, count }) => {
      const device = browserLabel(browser, ctx.locale)
      return { id, kind, at: at.toISOString(), device, count, ...(ip !== undefined && { ip }) }
    }),
  }
}
