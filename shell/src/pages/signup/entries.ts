import type { Role } from '@reelfair/contracts'

export type SignUpRole = Extract<Role, 'creator' | 'brand'>

/** What the form holds while it is filled in. */
export interface Entries {
  readonly email: string
  readonly password: string
  readonly termsAccepted: boolean
}

export type Fault = keyof Entries

/** @returns the faulty fields in the order in which they stand. @source specification §5, decisions §7: 6 to 128 characters */
export function faultsOf({ email, password, termsAccepted }: Entries): Fault[] {
  const faults: Fault[] = []
  if (!/^\S+@\S+\.\S+$/.test(email.trim())) faults.push('email')
  if (password.length < 6 || password.length > 128) faults.push('password')
  if (!termsAccepted) faults.push('termsAccepted')
  return faults
}

/** The other public page of the door, with the role and the redirect that this one has. */
export function doorLink(path: '/login' | '/signup', search: URLSearchParams, role?: SignUpRole): string {
  const kept = new URLSearchParams()
  const chosen = role ?? search.get('role')
  if (chosen === 'brand' || chosen === 'creator') kept.set('role', chosen)
  const redirect = search.get('redirect')
  if (redirect) kept.set('redirect', redirect)
  return kept.size > 0 ? `${path}?${kept}` : path
}
