import { TERMS } from '@reelfair/contracts'
import { instantOf, termsApplyFrom } from '@reelfair/rules'
import { type Context, inBatches, type Tx } from '@reelfair/service-kit'
import { saveUser, usersUnawareOfTerms } from '../store/users.ts'
import { notifyAll } from './notify.ts'

const BATCH = 50

/**
 * Notifies each user of each published version that the user has not accepted. Guards: each notification is stored
 * together with the user's `termsKnown`; the unique index on notifications.
 */
export async function announceTerms({ day }: { day: string }, ctx: Context) {
  for (const [place, { version, publishedOn }] of TERMS.entries()) {
    // The first version replaced nothing.
    if (place === 0 || publishedOn > day) continue
    const effectiveAt = instantOf(termsApplyFrom({ publishedOn }), '00:00').toISOString()
    const message = { kind: 'terms-change', values: { termsVersion: version, effectiveAt } } as const
    const notifySome = async (tx: Tx, limit: number) => {
      const users = await usersUnawareOfTerms(tx, place, limit)
      for (const user of users) await saveUser(tx, { ...user, termsKnown: place })
      const messages = users.map((user) => ({ user, message }))
      await notifyAll(tx, messages, `terms ${version}`, ctx)
      return users.length
    }
    const notified = await inBatches(ctx, notifySome, BATCH)
    if (notified > 0) ctx.log.info({ notified, version }, 'users notified of new terms')
  }
}
