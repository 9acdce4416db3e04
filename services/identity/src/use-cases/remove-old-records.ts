import { NOTIFICATION_DAYS, SECURITY_EVENT_DAYS } from '@reelfair/contracts'
import { type Context, inBatches } from '@reelfair/service-kit'
import { challenges, removeChallengesExpiredBefore } from '../store/challenges.ts'
import { googleAttempts, removeAttemptsExpiredBefore } from '../store/google-attempts.ts'
import { links, removeLinksExpiredBefore } from '../store/links.ts'
import { notifications, removeNotificationsBefore } from '../store/notifications.ts'
import { removeSecurityEventsBefore, securityEvents } from '../store/security-events.ts'

const KEPT = [
  { of: securityEvents, days: SECURITY_EVENT_DAYS, removeBefore: removeSecurityEventsBefore },
  { of: notifications, days: NOTIFICATION_DAYS, removeBefore: removeNotificationsBefore },
  { of: links, days: 0, removeBefore: removeLinksExpiredBefore },
  { of: challenges, days: 0, removeBefore: removeChallengesExpiredBefore },
  { of: googleAttempts, days: 0, removeBefore: removeAttemptsExpiredBefore },
]

/** A job in addition to the TTL indexes, because only jobs follow the clock that the sandbox moves. */
export async function removeOldRecords(_: { day: string }, ctx: Context): Promise<void> {
  for (const { of, days, removeBefore } of KEPT) {
    const time = new Date(ctx.now().getTime() - days * 86_400_000)
    const removed = await inBatches(ctx, (tx, limit) => removeBefore(tx, time, limit))
    if (removed > 0) ctx.log.info({ collection: of.name, removed }, 'old records removed')
  }
}
