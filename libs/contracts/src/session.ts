/** What crosses between gateway, identity and services about who is asking. */
import { z } from 'zod'
import { Id, Role } from './words.ts'

/** The claims of the short signed token that each service verifies by itself. */
export const SessionClaims = z.object({ sub: Id, sid: Id, role: Role, complete: z.boolean() })
export type SessionClaims = z.infer<typeof SessionClaims>

/** Longest life of a token, in seconds; the gateway asks for a new one well before. */
export const TOKEN_SECONDS = 20

/** How long the gateway may use what identity said of a session, in seconds: so long can a revoked session live if its event is lost. */
export const SESSION_CACHE_SECONDS = 4

/** Who is signed in, as the screens see it. `name`: a brand's, or a creator's first verified username. `complete`: a brand whose registration form is saved; always true for others. @example const { me } = CurrentSession.parse(answer) */
export const Me = z.object({ id: Id, email: z.string(), name: z.string().optional(), role: Role, complete: z.boolean() })
export type Me = z.infer<typeof Me>

/** The answer of identity's internal `POST /sessions/token {secret}`. */
export const SessionToken = z.object({ token: z.string(), me: Me })
export type SessionToken = z.infer<typeof SessionToken>

/** The answer to a page that everyone may open: who is signed in, or nobody. A visitor is an answer here, not an error. */
export const CurrentSession = z.object({ me: Me.optional() })
export type CurrentSession = z.infer<typeof CurrentSession>
