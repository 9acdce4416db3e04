import type { Me, SignedIn } from '@reelfair/contracts'
import { homeOf, type Need } from '@reelfair/contracts/home'
import type { Session } from './session.ts'

/** Reason for a redirect, shown on the target page. */
export type Notice =
  | 'sign-in-first'
  | 'session-ended'
  | 'session-not-started'
  | 'complete-brand-first'
  | 'for-creators'
  | 'for-brands'
  | 'only-brands'

export type Access =
  | { readonly show: 'page'; readonly me: Me }
  | { readonly show: 'waiting' }
  | { readonly show: 'failure'; readonly error: Error; readonly retry: () => void }
  | { readonly show: 'not-found' }
  | { readonly show: 'elsewhere'; readonly to: string; readonly notice?: Notice }

/**
 * Returns the path to open after sign-in, or undefined if `value` leads to another site.
 * @example safeRedirect('//elsewhere.example') // undefined
 */
export function safeRedirect(value: string | null): string | undefined {
  if (!value?.startsWith('/')) return undefined
  const base = 'https://reelfair.invalid'
  if (!URL.canParse(value, base)) return undefined
  const { origin, pathname, search, hash } = new URL(value, base)
  // The browser would follow the normalized path: `/..//elsewhere.example` becomes `//elsewhere.example`.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/**
 * Returns the path to open after sign-in or confirmation. New Terms come first, then an incomplete brand's
 * registration.
 * @param redirect result of `safeRedirect`
 * @source specification §2, /login and /auth/confirm
 */
export function afterSignIn(me: SignedIn, redirect: string | undefined): string {
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
  if ('secondStep' in me) return `/second-factor${query}`
  if (me.termsToAccept) return `/terms/accept${query}`
  if (redirect === undefined) return homeOf(me)
  return me.role === 'brand' && !me.complete ? `/brand/form${query}` : redirect
}

const ABSENCE_NOTICES = { visitor: 'sign-in-first', ended: 'session-ended', 'not-started': 'session-not-started' } as const

/**
 * Decides whether to show a page and, if not, where to redirect the user and why. Only a convenience, because services
 * check access themselves.
 * @param here path, query and hash to return to later
 * @source specification §2
 */
export function accessTo(need: Partial<Need>, session: Session, here: string): Access {
  if (session.state === 'asking') return { show: 'waiting' }
  if (session.state === 'unknown') return { show: 'failure', error: session.error, retry: session.retry }
  if (session.state === 'absent') {
    if (session.why === 'signed-out') return { show: 'elsewhere', to: '/' }
    return { show: 'elsewhere', to: `/login?redirect=${encodeURIComponent(here)}`, notice: ABSENCE_NOTICES[session.why] }
  }
  const { me } = session
  if (need.role && me.role !== need.role) {
    if (need.role === 'admin') return { show: 'not-found' }
    if (me.role === 'brand' && need.forBrands) return { show: 'elsewhere', to: me.complete ? need.forBrands : homeOf(me) }
    return { show: 'elsewhere', to: homeOf(me), notice: need.role === 'creator' ? 'for-creators' : 'for-brands' }
  }
  if (need.contract && me.termsToAccept) return { show: 'elsewhere', to: `/terms/accept?redirect=${encodeURIComponent(here)}` }
  if (need.role === 'admin' && !me.complete) return { show: 'elsewhere', to: `/account?redirect=${encodeURIComponent(here)}` }
  if (need.complete && !me.complete) {
    return { show: 'elsewhere', to: `/brand/form?redirect=${encodeURIComponent(here)}`, notice: 'complete-brand-first' }
  }
  return { show: 'page', me }
}
