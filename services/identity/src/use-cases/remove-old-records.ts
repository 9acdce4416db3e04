import { NOTIFICATION_DAYS, SECURITY_EVENT_DAYS } from '@reelfair/contracts'
import type { Context, Scope, Tx } from '@reelfair/service-kit'
import { challengesExpiredBefore, removeChallenge } from '../store/challenges.ts'
import { attemptsExpiredBefore, removeAttempt } from '../store/google-attempts.ts'
import { linksExpiredBefore, removeLink } from '../store/links.ts'
import { notificationsBefore, removeNotification } from '../store/notifications.ts'
import { removeSecurityEvent, securityEventsBefore } from '../store/security-events.ts'

const BATCH = 100

interface Kept<Row> {
  readonly name: string
  readonly days: number
  readonly before: (scope: Scope, time: Date, limit: number) => Promise<Row[]>
  readonly remove: (tx: Tx, row: Row) => Promise<void>
}

/** A job instead of expiring indexes alone, because only jobs follow the clock that the sandbox moves. */
export async function removeOldRecords(_: { day: string }, ctx: Context): Promise<void> {
  const events = { name: 'security events', days: SECURITY_EVENT_DAYS, before: securityEventsBefore, remove: removeSecurityEvent }
  const notifications = { name: 'notifications', days: NOTIFICATION_DAYS, before: notificationsBefore, remove: removeNotification }
  await removeOld(events, ctx)
  await removeOld(notifications, ctx)
  await removeOld({ name: 'e-mailed links', days: 0, before: linksExpiredBefore, remove: removeLink }, ctx)
  await removeOld({ name: 'challenges', days: 0, before: challengesExpiredBefore, remove: removeChallenge }, ctx)
  await removeOld({ name: 'Google sign-ins', days: 0, before: attemptsExpiredBefore, remove: removeAttempt }, ctx)
}

async function removeOld<Row>({ name, days, before, remove }: Kept<Row>, ctx: Context): Promise<void> {
  const time = new Date(ctx.now().getTime() - days * 86_400_000)
  for (;;) {
    const removed = await ctx.transact(async (tx) => {
      const old = await before(tx, time, BATCH)
      for (const row of old) await remove(tx, row)
      return old.length
    })
    if (removed > 0) ctx.log.info({ removed }, `old ${name} removed`)
    if (removed < BATCH) return
  }
}
