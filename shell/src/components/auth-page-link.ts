import type { Role } from '@reelfair/contracts'

export type SignUpRole = Extract<Role, 'creator' | 'brand'>

export function signUpRoleOf(search: URLSearchParams): SignUpRole | undefined {
  const role = search.get('role')
  return role === 'brand' || role === 'creator' ? role : undefined
}

/** The link keeps the current page's role and redirect. */
export function authPageLink(
  path: '/login' | '/signup' | '/sign-in-link' | '/forgot-password',
  search: URLSearchParams,
  role?: SignUpRole,
): string {
  const kept = new URLSearchParams()
  const chosen = role ?? signUpRoleOf(search)
  if (chosen) kept.set('role', chosen)
  const redirect = search.get('redirect')
  if (redirect) kept.set('redirect', redirect)
  return kept.size > 0 ? `${path}?${kept}` : path
}
