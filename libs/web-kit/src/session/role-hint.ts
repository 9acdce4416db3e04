import type { Role } from '@reelfair/contracts'

const KEY = 'reelfair.role'

/** Stores only the last user's role, so that the next visit can load their app early. */
export function rememberRole(role: Role | null): void {
  try {
    if (role) localStorage.setItem(KEY, role)
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage, the app just loads slightly later.
  }
}

/** The stored role is a guess until the session loads, and grants no access. */
export function likelyRole(): Role | null {
  try {
    const role = localStorage.getItem(KEY)
    return role === 'creator' || role === 'brand' || role === 'admin' ? role : null
  } catch {
    return null
  }
}
