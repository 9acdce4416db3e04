import { serverNow } from '@reelfair/ui'
import type { SignUpRole } from './auth-page-link.ts'

/** The e-mail that the user is waiting for. Passed in the navigation state, never in the URL. */
export interface PendingEmail {
  readonly email: string
  readonly role?: SignUpRole
  /** When another e-mail can be requested, in milliseconds of server time. */
  readonly resendAt: number
}

export const pendingEmailOf = (email: string, role: SignUpRole | undefined, seconds: number): PendingEmail => ({
  email,
  ...(role && { role }),
  resendAt: serverNow() + seconds * 1_000,
})

/**
 * Validates the navigation state: it is empty after direct navigation, and an old history entry may contain anything.
 */
export function readPendingEmail(state: unknown): PendingEmail | undefined {
  const { email, role, resendAt } = (state ?? {}) as Partial<Record<keyof PendingEmail, unknown>>
  if (typeof email !== 'string' || typeof resendAt !== 'number') return undefined
  return { email, resendAt, ...((role === 'brand' || role === 'creator') && { role }) }
}
