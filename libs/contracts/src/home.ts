/** Does not import zod, so that screens can load this file on its own. */
import type { Role } from './words.ts'

/**
 * Access to a page. `complete`: only brands with a saved registration. `contract`: the page creates a new contract, so
 * users must accept new Terms first; the other pages stay open, so that users who refuse can withdraw their money.
 * `forBrands`: the page that brands see instead.
 */
export interface Need {
  readonly role: Role
  readonly complete?: boolean
  readonly contract?: boolean
  readonly forBrands?: string
}

interface GuardedPage extends Need {
  readonly path: string
  /** The app that contains the page, if it is not the role's own. */
  readonly remote?: Role
}

/** The pages of each role, in the router's notation; the first match counts. @source specification §2 */
export const guardedPages: readonly GuardedPage[] = [
  { path: '/dashboard', role: 'creator' },
  { path: '/public-campaigns', role: 'creator', contract: true },
  { path: '/creator-history', role: 'creator' },
  { path: '/creator-guide', role: 'creator' },
  { path: '/profile', role: 'creator', forBrands: '/brand/profile' },
  { path: '/profile/connect', role: 'creator' },
  { path: '/balance', role: 'creator' },
  { path: '/brand-dashboard/new-campaign/*', role: 'brand', complete: true, contract: true },
  { path: '/brand-dashboard/*', role: 'brand', complete: true },
  { path: '/partnerships/:partnershipId', role: 'brand', complete: true },
  { path: '/find-creators', role: 'brand', complete: true },
  { path: '/brand/form', role: 'brand' },
  { path: '/brand/profile', role: 'brand', complete: true },
  { path: '/admin/brands/:brandId/*', role: 'admin', remote: 'brand' },
  { path: '/admin/*', role: 'admin' },
]

/** @source specification §2, `/` */
export function homeOf(user: { readonly role: Role; readonly complete: boolean }): string {
  switch (user.role) {
    case 'creator':
      return '/dashboard'
    case 'admin':
      return user.complete ? '/admin' : '/account'
    case 'brand':
      return user.complete ? '/brand-dashboard' : '/brand/form'
  }
}
