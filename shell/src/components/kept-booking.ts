import type { SignedIn } from '@reelfair/contracts'
import { afterSignIn, safeRedirect } from '@reelfair/web-kit'

const KEY = 'reelfair.booking'
/** After a day, a brand that signs in probably no longer wants to book. */
const KEPT_MS = 86_400_000

/**
 * Remembers the creator page, with its budget, that a visitor wants to book as a brand. The address survives sign-up,
 * confirmation and registration by itself; this also covers a new password and a sign-in in another tab.
 * @source specification §2, /collab
 */
export function keepBooking(path: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Storage may be full or forbidden.
  }
}

export function forgetBooking(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}

/** Storage may contain anything. */
export function keptBooking(): string | undefined {
  try {
    const { path, at } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { path?: unknown; at?: unknown }
    const isFresh = typeof at === 'number' && Math.abs(Date.now() - at) < KEPT_MS
    const safe = typeof path === 'string' ? safeRedirect(path) : undefined
    return isFresh && safe?.startsWith('/collab/') ? safe : undefined
  } catch {
    return undefined
  }
}

/** Like `afterSignIn`, but a brand without a redirect returns to the booking that it began as a visitor. */
export const placeAfterSignIn = (me: SignedIn, redirect: string | undefined): string =>
  afterSignIn(me, redirect ?? ('role' in me && me.role === 'brand' ? keptBooking() : undefined))
