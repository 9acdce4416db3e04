/**
 * The database stores e-mails for 30 days, so that support can check whether an e-mail was sent. It never removes one
 * that is kept until it is sent, because such an e-mail has no `until` before then.
 */
import { Id, Locale } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, released, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { drop, MAIL_KINDS, type Mail, type MailKind } from '../domain/mail.ts'
import { emailKeyOf } from './users.ts'

const THIRTY_DAYS_S = 30 * 86_400

export const mails = defineCollection('mails', {
  kind: z.enum(MAIL_KINDS),
  to: String,
  /** Equal for all spellings of the address. */
  toKey: String,
  locale: Locale,
  state: z.enum(['waiting', 'sent', 'given-up', 'dropped']),
  userId: Id.optional(),
  sealedToken: z.string().optional(),
  redirect: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  attempts: Number,
  dueAt: Date,
  until: z.date().optional(),
  createdAt: Date,
  askedAt: z.date().optional(),
  sentAt: z.date().optional(),
  problem: z.string().optional(),
  ...queueFields,
})
  .index({ state: 1, dueAt: 1, id: 1 })
  .index({ toKey: 1 })
  .index({ userId: 1, state: 1, kind: 1 }, { where: { userId: { $exists: true } } })
  .index({ createdAt: 1 }, { expireAfterSeconds: THIRTY_DAYS_S, where: { until: { $exists: true } } })

export type StoredMail = Stored<typeof mails>

export const insertMail = (tx: Tx, mail: Mail) => mails.insert(tx, { ...mail, toKey: emailKeyOf(mail.to) })

export const mailQueue = defineQueue(mails, { name: 'mails', dueAt: 'dueAt', where: { state: 'waiting' }, isDiscardable: true })

export const mailById = (scope: Scope, id: string) => mails.byId(scope, id)

/** The last e-mail to a deleted user is removed once it needs no further attempt. */
export const saveMail = (tx: Tx, mail: StoredMail) =>
  mail.kind === 'account-deleted' && mail.state !== 'waiting' ? mails.remove(tx, mail) : mails.save(tx, released(mail))

/** Far above the number of e-mails to one address within 30 days. */
const MAX_MAILS = 1_000

/** Messages to support stay until they are sent, even if support's address belongs to a user. */
const ofUsers = { kind: { $ne: 'contact-message' } } as const

/**
 * Removes the e-mails to a deleted user's address. Keeps other users' waiting notifications: after an e-mail change,
 * those of the address's former owner go to the new address.
 */
export async function removeMailsTo(tx: Tx, emailKey: string, userId: string): Promise<void> {
  const removable = [{ userId }, { userId: { $exists: false } }, { state: { $ne: 'waiting' } }, { kind: { $ne: 'notification' } }] as const
  await mails.removeSome(tx, { toKey: emailKey, $or: removable, ...ofUsers }, { limit: MAX_MAILS })
}

/** Drops the user's unsent e-mails of these kinds, so that none with an invalid link is sent or renewed. */
export async function dropMails(tx: Tx, userId: string, kinds: readonly MailKind[]): Promise<void> {
  const waiting = await mails.find(tx, { userId, state: 'waiting', kind: { $in: [...kinds] } }, { limit: MAX_MAILS })
  for (const mail of waiting) await saveMail(tx, drop(mail))
}

export const addressedTo = (mail: StoredMail, to: string): StoredMail => ({ ...mail, to, toKey: emailKeyOf(to) })

/** Once the user gives up the address, only the user’s id finds the e-mails that were requested by address. */
export async function assignMailsTo(tx: Tx, emailKey: string, userId: string): Promise<void> {
  const unassigned = await mails.find(tx, { toKey: emailKey, userId: { $exists: false }, ...ofUsers }, { limit: MAX_MAILS })
  for (const mail of unassigned) await mails.save(tx, { ...mail, userId })
}
