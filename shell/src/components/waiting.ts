import { houseNow } from '@reelfair/ui'
import type { SignUpRole } from './door-link.ts'

/** What the page before says of the mail that is on its way; it travels in the navigation's state, never in the address. */
export interface Waiting {
  readonly email: string
  readonly role?: SignUpRole
  /** When the mail may be asked for again, in ms, by the house's clock, which the screen counts by. */
  readonly resendAt: number
}

export const waitingFor = (email: string, role: SignUpRole | undefined, seconds: number): Waiting => ({
  email,
  ...(role && { role }),
  resendAt: houseNow() + seconds * 1_000,
})

/** The state as it should be; a navigation by hand has none, and an old one may have anything. */
export function readWaiting(state: unknown): Waiting | undefined {
  const { email, role, resendAt } = (state ?? {}) as Partial<Record<keyof Waiting, unknown>>
  if (typeof email !== 'string' || typeof resendAt !== 'number') return undefined
  return { email, resendAt, ...((role === 'brand' || role === 'creator') && { role }) }
}
