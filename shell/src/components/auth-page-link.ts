import type { Role } from '@reelfair/contracts'

export type SignUpRole = Extract<Role, 'creator' | 'brand'>

/** The link keeps the current page's role and redirect. */
export function authPageLink(path: '/login' | '/signup' | '/sign-in-link', search: URLSearchParams, role?: SignUpRole): string {
  const kept = new URLSearchParams()
  const chosen = role ?? search.get('role')
  if (chosen === 'brand' || chosen === 'creator') kept.set('role', chosen)
  const redirect = search.get('redirect')
  if (redirect) kept.set('redirect', redirect)
  return kept.size > 0 ? `${path}?${kept}` : path
}
