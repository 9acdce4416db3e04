/** The outbox of mails. Rows stay 30 days for questions like "was it sent?", then the database removes them. */
import { Locale } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Mail } from '../domain/mail.ts'

const THIRTY_DAYS_S = 30 * 86_400

export const mails = defineCollection('mails', {
  kind: z.enum(['confirm', 'resend', 'sign-in', 'sign-in-asked']),
  to: String,
  locale: Locale,
  state: z.enum(['waiting', 'sent', 'given-up', 'dropped']),
  sealedToken: z.string().optional(),
  redirect: z.string().optional(),
  attempts: Number,
  dueAt: Date,
  leaseUntil: Date,
  until: Date,
  createdAt: Date,
  sentAt: z.date().optional(),
  problem: z.string().optional(),
})
  .index({ state: 1, dueAt: 1 })
  .index({ createdAt: 1 }, { expireAfterSeconds: THIRTY_DAYS_S })

export type StoredMail = Stored<typeof mails>

export const insertMail = (tx: Tx, mail: Mail) => mails.insert(tx, mail)

/** The mail that has waited longest and that nobody works on. */
export async function nextDueMail(scope: Scope, at: Date, machineNow: Date): Promise<StoredMail | undefined> {
  const [first] = await mails.find(
    scope,
    { state: 'waiting', dueAt: { $lte: at }, leaseUntil: { $lte: machineNow } },
    { limit: 1, sort: { dueAt: 1 } },
  )
  return first
}

export const mailById = (scope: Scope, id: string) => mails.byId(scope, id)

export const saveMail = (tx: Tx, mail: StoredMail) => mails.save(tx, mail)
