import type { Me, Role } from '@reelfair/contracts'
import type { Session } from './session.ts'

/** What a page needs. `complete`: a brand page that only a brand with a saved registration may see. */
export interface Need {
  readonly role: Role
  readonly complete?: boolean
}

/** Why someone was led elsewhere; the page they arrive at says it. */
export type Notice = 'sign-in-first' | 'session-ended' | 'complete-brand-first' | 'for-creators' | 'for-brands'

export type Access =
  | { readonly show: 'page'; readonly me: Me }
  | { readonly show: 'waiting' }
  | { readonly show: 'failure'; readonly error: Error; readonly retry: () => void }
  | { readonly show: 'not-found' }
  | { readonly show: 'elsewhere'; readonly to: string; readonly notice?: Notice }

/** The first page of someone signed in. */
export function homeOf(me: Me): string {
  switch (me.role) {
    case 'creator':
      return '/dashboard'
    case 'admin':
      return '/admin'
    case 'brand':
      return me.complete ? '/brand-dashboard' : '/brand/form'
  }
}

/**
 * A path to go to after signing in, or undefined when the query holds something that leads off this site.
 * @example safeRedirect('//elsewhere.example') // undefined
 */
export function safeRedirect(value: string | null): string | undefined {
  if (!value?.startsWith('/')) return undefined
  const base = 'https://reelfair.invalid'
  if (!URL.canParse(value, base)) return undefined
  const { origin, pathname, search, hash } = new URL(value, base)
  // Judged and followed as the browser reads it: `/..//elsewhere.example` would begin with two slashes by then.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/**
 * Where to go after signing in or confirming: a brand whose registration is missing first to its form, everybody else to where they wanted to go.
 * @param redirect as `safeRedirect` let it through
 * @source specification §2, /login and /auth/confirm
 */
export function afterSignIn(me: Me, redirect: string | undefined): string {
  if (redirect === undefined) return homeOf(me)
  return me.role === 'brand' && !me.complete ? `/brand/form?redirect=${encodeURIComponent(redirect)}` : redirect
}

/**
 * Whether the page may be shown, and if not, where to lead the visitor and why. Courtesy only: the services decide.
 * @source specification §2: wrong role to the own home, incomplete brands to the form, admin paths "not found" for others
 * @param here path and query, to come back to
 */
export function accessTo(need: Need, session: Session, here: string): Access {
  if (session.state === 'asking') return { show: 'waiting' }
  if (session.state === 'unknown') return { show: 'failure', error: session.error, retry: session.ask }
  if (session.state === 'absent') {
    if (session.why === 'left') return { show: 'elsewhere', to: '/' }
    const notice = session.why === 'ended' ? 'session-ended' : 'sign-in-first'
    return { show: 'elsewhere', to: `/login?redirect=${encodeURIComponent(here)}`, notice }
  }
  const { me } = session
  if (me.role !== need.role) {
    if (need.role === 'admin') return { show: 'not-found' }
    return { show: 'elsewhere', to: homeOf(me), notice: need.role === 'creator' ? 'for-creators' : 'for-brands' }
  }
  if (need.complete && !me.complete) {
    return { show: 'elsewhere', to: `/brand/form?redirect=${encodeURIComponent(here)}`, notice: 'complete-brand-first' }
  }
  return { show: 'page', me }
}
