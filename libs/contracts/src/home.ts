/** Does not import zod, so that screens can load this file on its own. */
import type { Role } from './words.ts'

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
