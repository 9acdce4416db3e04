/** Users. Guard: one user per e-mail address, compared in lower case. */
import { Role } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'

export const users = defineCollection('users', {
  /** As typed at sign-up; shown and written to. */
  email: String,
  emailKey: String,
  role: Role,
  passwordHash: String,
  createdAt: Date,
}).unique('email_taken', { emailKey: 1 })

export type User = Stored<typeof users>

/** Two spellings of one address are one address. */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase()

export const findUserByEmail = (scope: Scope, email: string) => users.findOne(scope, { emailKey: emailKeyOf(email) })

export const userById = (scope: Scope, id: string) => users.byId(scope, id)

export const insertUser = (tx: Tx, user: Omit<User, 'version' | 'emailKey'>) =>
  users.insert(tx, { ...user, emailKey: emailKeyOf(user.email) })
