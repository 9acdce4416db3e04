/** Test users. A service identifies users by their token alone, so tests do not need to sign them up. */
import { randomUUID } from 'node:crypto'
import type { Role, SessionClaims } from '@reelfair/contracts'

export interface Person<R extends Role = Role> {
  readonly id: string
  readonly role: R
  /** False for a brand that has not saved its registration form. */
  readonly complete: boolean
  readonly sessionId: string
  readonly termsOutdated?: true
}

/** Creates a user with random ids. @example app.as(person('creator')).get('/accounts') */
export const person = <R extends Role>(role: R, complete = true): Person<R> => ({
  id: randomUUID(),
  role,
  complete,
  sessionId: randomUUID(),
})

export const claimsOf = ({ id, sessionId, role, complete, termsOutdated }: Person): SessionClaims => ({
  sub: id,
  sid: sessionId,
  role,
  complete,
  termsOutdated,
})
