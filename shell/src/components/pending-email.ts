import { serverNow } from '@reelfair/ui'
import { ApiError } from '@reelfair/web-kit'
import type { SignUpRole } from './auth-page-link.ts'

/** Pages pass this data in the navigation state, never in the URL. */
export interface PendingEmail {
  readonly email: string
  readonly role?: SignUpRole
  /** When the user can request the next e-mail, in milliseconds of server time. */
  readonly resendAt: number
}

export const pendingEmailOf = (email: string, role: SignUpRole | undefined, seconds: number): PendingEmail => ({
  email,
  ...(role && { role }),
  resendAt: serverNow() + seconds * 1_000,
})

/** How many seconds to wait if the service refused the request because it came too soon. */
export function waitOf(refusal: Error): number | undefined {
  const { seconds } = refusal instanceof ApiError ? refusal.details : {}
  return typeof seconds === 'number' ? seconds : undefined
}

/** The navigation state is empty after direct navigation, and an old history entry may contain anything. */
export function readPendingEmail(state: unknown): PendingEmail | undefined {
  const { email, role, resendAt } = (state ?? {}) as Partial<Record<keyof PendingEmail, unknown>>
  if (typeof email !== 'string' || typeof resendAt !== 'number') return undefined
  return { email, resendAt, ...((role === 'brand' || role === 'creator') && { role }) }
}

/** The address that the user typed on the previous page. */
export function readTypedEmail(state: unknown): string {
  const { typed } = (state ?? {}) as { typed?: unknown }
  return typeof typed === 'string' ? typed : ''
}
