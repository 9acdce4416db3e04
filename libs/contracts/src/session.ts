import { z } from 'zod'
import { Id, Locale, Role } from './words.ts'

/**
 * Claims of the short-lived token. Each service verifies the token without calling the identity service.
 * `termsOutdated`: the user must accept the current Terms before entering into a new contract.
 */
export const SessionClaims = z.object({
  sub: Id,
  sid: Id,
  role: Role,
  complete: z.boolean(),
  termsOutdated: z.literal(true).optional(),
})
export type SessionClaims = z.infer<typeof SessionClaims>

/** Maximum lifetime of a token. The gateway requests a new token well before the old one expires. */
export const TOKEN_SECONDS = 20

/** If the event for a revoked session is lost, the session stays usable for this long. */
export const SESSION_CACHE_SECONDS = 4

/**
 * `name` is the brand's name or the creator's first verified username; only brands have a logo. `complete` is false
 * for a brand without a saved registration form, and for an admin who must first set up two-step sign-in.
 * `termsToAccept` is set while the session requires a newer version of the Terms than the accepted one. `locale` is the
 * language saved with the account; missing before the first sign-in.
 */
export const Me = z.object({
  id: Id,
  email: z.string(),
  name: z.string().optional(),
  logoId: Id.optional(),
  role: Role,
  complete: z.boolean(),
  termsToAccept: z.object({ version: z.string(), accepted: z.string() }).optional(),
  locale: Locale.optional(),
})
export type Me = z.infer<typeof Me>

export const SessionToken = z.object({ token: z.string(), me: Me })
export type SessionToken = z.infer<typeof SessionToken>

/** Public pages also request the session, so a missing `me` is not an error. */
export const CurrentSession = z.object({ me: Me.optional() })
export type CurrentSession = z.infer<typeof CurrentSession>
