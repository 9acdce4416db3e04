/** The database stores sent e-mails for 30 days, so that support can check whether an e-mail was sent. */
import { Id, Locale } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, released, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { MAIL_KINDS, type Mail } from '../domain/mail.ts'

const THIRTY_DAYS_S = 30 * 86_400

export const mails = defineCollection('mails', {
  kind: z.enum(MAIL_KINDS),
  to: String,
  locale: Locale,
  state: z.enum(['waiting', 'sent', 'given-up', 'dropped']),
  userId: Id.optional(),
  sealedToken: z.string().optional(),
  redirect: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  attempts: Number,
  dueAt: Date,
  until: Date,
  createdAt: Date,
  sentAt: z.date().optional(),
  problem: z.string().optional(),
  ...queueFields,
})
  .index({ state: 1, dueAt: 1, id: 1 })
  .index({ createdAt: 1 }, { expireAfterSeconds: THIRTY_DAYS_S })

export type StoredMail = Stored<typeof mails>

export const insertMail = (tx: Tx, mail: Mail) => mails.insert(tx, mail)

export const mailQueue = defineQueue(mails, { name: 'mails', dueAt: 'dueAt', where: { state: 'waiting' } })

export const mailById = (scope: Scope, id: string) => mails.byId(scope, id)

export const saveMail = (tx: Tx, mail: StoredMail) => mails.save(tx, released(mail))
