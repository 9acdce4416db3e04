import { z } from 'zod'
import { Id, Instant, Page, PageQuery } from './words.ts'

/** Security events are kept for 12 months. @source decisions §7 */
export const SECURITY_EVENT_DAYS = 365

/** `wrong-password` and `wrong-code` were entered within a session, to prove the user's presence. */
export const SecurityEventKind = z.enum([
  'sign-in-password',
  'sign-in-google',
  'sign-in-link',
  'sign-in-failed',
  'signed-out',
  'session-ended',
  'other-sessions-ended',
  'all-sessions-ended',
  'password-changed',
  'password-reset',
  'email-changed',
  'google-connected',
  'google-disconnected',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
  'recovery-codes-replaced',
  'email-change-requested',
  'data-export-requested',
  'data-export-downloaded',
  'deletion-requested',
  'wrong-password',
  'wrong-code',
])
export type SecurityEventKind = z.infer<typeof SecurityEventKind>

/** How a user signed in. */
export const SignInCause = SecurityEventKind.extract(['sign-in-password', 'sign-in-google', 'sign-in-link'])
export type SignInCause = z.infer<typeof SignInCause>

/** An event that affects the security of the reader's account. */
export const SecurityEvent = z.object({
  id: z.string(),
  kind: SecurityEventKind,
  at: Instant,
  /** The browser and operating system, in the reader's language. */
  device: z.string(),
  ip: z.string().optional(),
  /** How often it happened. Failures of one kind on one day form one event; `at` and `device` describe the last. */
  count: z.int().min(1),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const SecurityEventsQuery = PageQuery
export type SecurityEventsQuery = z.infer<typeof SecurityEventsQuery>

export const SecurityEventsPage = Page(SecurityEvent)
export type SecurityEventsPage = z.infer<typeof SecurityEventsPage>

/** One more sign-in ends the user's oldest session. */
export const MAX_SESSIONS = 20

export const UserSession = z.object({
  id: Id,
  /** The browser and operating system, in the reader's language. */
  device: z.string(),
  isMobile: z.boolean(),
  /** Whether the request was sent in this session. */
  isCurrent: z.boolean(),
  cause: SignInCause,
  /** Whether the user had never signed in with the browser before; false for the very first sign-in. */
  isNewDevice: z.boolean(),
  startedAt: Instant,
  /** The last recorded use; later uses within an hour are not recorded. */
  usedAt: Instant,
})
export type UserSession = z.infer<typeof UserSession>

export const UserSessions = z.object({ items: z.array(UserSession).max(MAX_SESSIONS) })
export type UserSessions = z.infer<typeof UserSessions>

export const SessionPath = z.strictObject({ sessionId: Id })
export type SessionPath = z.infer<typeof SessionPath>
