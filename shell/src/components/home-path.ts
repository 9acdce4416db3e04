import type { Locale } from '@reelfair/contracts'
import type { SignUpRole } from './auth-page-link.ts'

/**
 * Path of the landing page, which the gateway serves and the shell's router does not know.
 * @example homePath('fr', 'creator', 'receipt') // '/fr?role=creator#receipt'
 */
export function homePath(locale: Locale, role?: SignUpRole, section?: string): string {
  const path = locale === 'fr' ? '/fr' : '/'
  return `${path}${role ? `?role=${role}` : ''}${section ? `#${section}` : ''}`
}
