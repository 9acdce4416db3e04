/** Users. Guard: one user per e-mail address, compared in lower case. */
import { Locale, Role } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const users = defineCollection('users', {
  /** As typed at sign-up; shown and written to. */
  email: String,
  emailKey: String,
  role: Role,
  passwordHash: String,
  createdAt: Date,
  /** A creator's first verified one, from verification's events. */
  username: z.string().optional(),
  /** Nobody signs in before. */
  confirmedAt: z.date().optional(),
  locale: Locale.optional(),
  /** Evidence of the acceptance; none for users made by a command. @source decisions §7 */
  terms: z.object({ version: z.string(), acceptedAt: z.date(), ip: z.string().optional() }).optional(),
}).unique('email_taken', { emailKey: 1 })

export type User = Stored<typeof users>

/** Two spellings of one address are one address. */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase()

export const findUserByEmail = (scope: Scope, email: string) => users.findOne(scope, { emailKey: emailKeyOf(email) })

export const userById = (scope: Scope, id: string) => users.byId(scope, id)

export const insertUser = (tx: Tx, user: Omit<User, 'version' | 'emailKey'>) =>
  users.insert(tx, { ...user, emailKey: emailKeyOf(user.email) })

export const saveUser = (tx: Tx, user: User) => users.save(tx, user)
