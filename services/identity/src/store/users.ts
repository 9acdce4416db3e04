/** Unique indexes allow one user per e-mail address, ignoring case, and one per Google account. */
import { Locale, RECOVERY_CODES, Role } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

/** Far above the number of versions that a user can accept. */
export const MAX_TERMS = 100

export const TermsEvidence = z.object({ version: z.string(), acceptedAt: z.date(), ip: z.string().optional() })
const SecondFactorRow = z.object({
  sealedSecret: z.string(),
  lastStep: z.number(),
  addedAt: z.date(),
  recoveryHashes: z.array(z.string()).max(RECOVERY_CODES),
})

export const users = defineCollection('users', {
  /** The address as typed at sign-up, for display and for sending e-mails. */
  email: String,
  emailKey: String,
  role: Role,
  /** Missing for users who signed up with Google. */
  passwordHash: z.string().optional(),
  /** The connected Google account. Its id `sub` never changes; its address is only displayed. */
  google: z.object({ sub: z.string(), email: z.string() }).optional(),
  /** Missing while two-step sign-in is off. */
  secondFactor: SecondFactorRow.optional(),
  createdAt: Date,
  /** A creator's first verified username, from verification's events. */
  username: z.string().optional(),
  /** The user cannot sign in before confirming the address. */
  confirmedAt: z.date().optional(),
  /** The last sign-in; missing until the first one. */
  signedInAt: z.date().optional(),
  /** Missing until the first change after sign-up. */
  passwordChangedAt: z.date().optional(),
  locale: Locale.optional(),
  /** Only for creators. @source specification §3, creators.first_name and last_name */
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  /**
   * Evidence that the terms were accepted, one entry per version, oldest first; empty for users created by a command.
   * @source decisions §7
   */
  terms: z.array(TermsEvidence).max(MAX_TERMS).readonly(),
  /** The version that the operator vouched for; only for creators and brands created by a command. */
  termsVouched: z.string().optional(),
  /** Position of the newest version that the user has accepted or was notified of; missing for admins. */
  termsKnown: z.int().optional(),
})
  .unique('email_taken', { emailKey: 1 })
  .unique('google_connected_elsewhere', { 'google.sub': 1 }, { where: { 'google.sub': { $exists: true } } })
  .index({ confirmedAt: 1, createdAt: 1 })
  .index({ termsKnown: 1, confirmedAt: 1 })
  .index({ role: 1 }, { where: { role: 'admin' } })

const MAX_ADMINS = 100

export type User = Stored<typeof users>

/** Returns the same key regardless of an address's case or encoding. */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase()

export const findUserByEmail = (scope: Scope, email: string) => users.findOne(scope, { emailKey: emailKeyOf(email) })

export const findUserByGoogle = (scope: Scope, sub: string) => users.findOne(scope, { 'google.sub': sub })

export const usersByIds = (scope: Scope, ids: readonly string[]) => users.byIds(scope, ids)

export const userById = (scope: Scope, id: string) => users.byId(scope, id)

/** The users with these ids, and, if `withAdmins`, all admins. */
export const usersOrAdmins = (scope: Scope, ids: readonly string[], withAdmins: boolean): Promise<User[]> =>
  withAdmins
    ? users.find(scope, { $or: [{ role: 'admin' }, { id: { $in: ids } }] }, { limit: MAX_ADMINS + ids.length })
    : users.byIds(scope, ids)

/** Reads the whole collection, for an operator's command. */
export const usersWithSecondFactor = (scope: Scope) => users.each(scope, { secondFactor: { $exists: true } })

export const insertUser = (tx: Tx, user: Omit<User, 'version' | 'emailKey'>) =>
  users.insert(tx, { ...user, emailKey: emailKeyOf(user.email) })

export const saveUser = (tx: Tx, user: User) => users.save(tx, user)

export const unconfirmedSince = (scope: Scope, before: Date, limit: number) =>
  users.find(scope, { confirmedAt: { $exists: false }, createdAt: { $lt: before } }, { limit })

/** Confirmed creators and brands who know only earlier versions than the one at this position. */
export const usersUnawareOfTerms = (scope: Scope, place: number, limit: number) =>
  users.find(scope, { termsKnown: { $lt: place }, confirmedAt: { $exists: true } }, { limit })

export const removeUser = (tx: Tx, user: User) => users.remove(tx, user)
