import type { Role } from '@reelfair/contracts'

const KEY = 'reelfair.role'

/** Keeps the role of whoever was here last, and nothing else of them, so that the next visit can start loading their app at once. */
export function rememberRole(role: Role | null): void {
  try {
    if (role) localStorage.setItem(KEY, role)
    else localStorage.removeItem(KEY)
  } catch {
    // Only a hint; without storage the app loads a moment later.
  }
}

/** A guess made before the first answer; never a permission. */
export function likelyRole(): Role | null {
  try {
    const role = localStorage.getItem(KEY)
    return role === 'creator' || role === 'brand' || role === 'admin' ? role : null
  } catch {
    return null
  }
}
