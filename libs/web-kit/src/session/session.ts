import type { GoogleOutcome, Me, SignedIn } from '@reelfair/contracts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { type ApiInput, type ApiOutput, call } from '../api/client.ts'
import { discardFirstReads } from '../api/first-reads.ts'
import { useWrite } from '../api/queries.ts'
import { chosenLocale, showLocale } from '../i18n/i18n.ts'
import { rememberRole } from './role-hint.ts'

/** `ended`: the session ended elsewhere. `not-started`: the browser did not keep the cookie of a sign-in. */
type Absence = 'visitor' | 'signed-out' | 'ended' | 'not-started'

/** `signedInAt`: time of the sign-in whose response contained `me`, before any read with the cookie. */
type Known = { readonly me: Me; readonly signedInAt?: number } | { readonly me: null; readonly why: Absence }

/** If the session is missing this soon after the sign-in, the browser did not keep its cookie. */
const STARTING_MS = 10_000

/** `unknown`: the session could not be fetched; `ask` tries again. */
export type Session =
  | { readonly state: 'asking' }
  | { readonly state: 'unknown'; readonly error: Error; readonly retry: () => void }
  | { readonly state: 'absent'; readonly why: Absence }
  | { readonly state: 'present'; readonly me: Me }

const KEY = ['session'] as const
const SIGN_OUT = ['sign-out'] as const
const REPLACE = ['replace-session'] as const

function absent(client: QueryClient): Known {
  const before = client.getQueryData<Known>(KEY)
  // Another request or the live stream may detect the end of the session before the sign-out response arrives.
  if (client.isMutating({ mutationKey: SIGN_OUT })) return { me: null, why: 'signed-out' }
  if (!before?.me) return { me: null, why: before?.why ?? 'visitor' }
  const isStarting = before.signedInAt !== undefined && Date.now() - before.signedInAt < STARTING_MS
  return { me: null, why: isStarting ? 'not-started' : 'ended' }
}

async function ask(client: QueryClient, signal: AbortSignal): Promise<Known> {
  const { me } = await call('GET', '/identity/session', {}, { signal })
  // The old session may be reported as ended before the response with the new one arrives.
  const before = client.getQueryData<Known>(KEY)
  if (!me && before?.me && client.isMutating({ mutationKey: REPLACE })) return before
  rememberRole(me?.role ?? null)
  return me ? { me } : absent(client)
}

/** Returns the session that the gateway wrote into the page. Undefined if unknown or on a development server. */
function writtenInPage(): Known | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content
  if (!written?.startsWith('{"') && written !== '{}') return undefined
  const { me }: ApiOutput<'GET', '/identity/session'> = JSON.parse(written)
  rememberRole(me?.role ?? null)
  return me ? { me } : { me: null, why: 'visitor' }
}

/**
 * Returns the current session and keeps it up to date. Only a convenience, because each service checks access itself.
 */
export function useSession(): Session {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery<Known, Error>({
    queryKey: KEY,
    queryFn: ({ signal }) => ask(client, signal),
    initialData: writtenInPage,
    initialDataUpdatedAt: performance.timeOrigin,
    staleTime: 60_000,
  })
  if (data) return data.me ? { state: 'present', me: data.me } : { state: 'absent', why: data.why }
  if (error) return { state: 'unknown', error, retry: () => void refetch() }
  return { state: 'asking' }
}

/**
 * Signs in and discards the previous user's data. Users with two-step sign-in must then enter a code.
 * @example signIn.mutate({ email, password }, { onSuccess: (result) => navigate(afterSignIn(result, undefined)) })
 */
export function useSignIn() {
  return useStartSession('/identity/sessions')
}

/**
 * Confirms an e-mail address with the e-mailed token and the password chosen at sign-up, and signs the user in.
 * @example confirm.mutate({ token, password }, { onSuccess: (result) => navigate(afterSignIn(result, undefined)) })
 */
export function useConfirmEmail() {
  return useStartSession('/identity/confirmations')
}

/**
 * Signs in with the token from an e-mailed sign-in link.
 * @example enter.mutate({ token }, { onSuccess: (result) => navigate(afterSignIn(result, undefined)) })
 */
export function useSignInByLink() {
  return useStartSession('/identity/sessions/by-link')
}

/**
 * A step in signing in with Google: the return from Google, a new user's role and Terms, or a password.
 * @example step.mutate({ state, code }, { onSuccess: (result) => result.outcome === 'signed-in' && navigate(homeOf(result.me)) })
 */
export function useGoogleStep<Path extends `/identity/google/${'callbacks' | 'registrations' | 'links'}`>(path: Path) {
  const client = useQueryClient()
  const adoptLanguage = useAdoptLanguage()
  return useMutation<GoogleOutcome, Error, ApiInput<'POST', Path>>({
    mutationKey: REPLACE,
    mutationFn: (input) => call<'POST', Path>('POST', path, input),
    retry: false,
    onSuccess: async (result) => {
      if (result.outcome === 'connected') return refreshSession(client)
      if (result.outcome !== 'signed-in') return
      forgetAllBut(client, { me: result.me, signedInAt: Date.now() })
      rememberRole(result.me.role)
      adoptLanguage(result.me)
    },
  })
}

/**
 * Sets a new password with the token from an e-mailed reset link, and signs the user in.
 * @example reset.mutate({ token, password }, { onSuccess: (result) => navigate(afterSignIn(result, undefined)) })
 */
export function useResetPassword() {
  return useStartSession('/identity/password-resets/confirm')
}

/**
 * Completes a sign-in with a code from the user's authenticator app, or with a recovery code.
 * @example answer.mutate({ code }, { onSuccess: (result) => navigate(afterSignIn(result, redirect)) })
 */
export function useAnswerChallenge() {
  return useStartSession('/identity/sessions/by-code')
}

type SignInPath = `/identity/${'sessions' | 'sessions/by-code' | 'confirmations' | 'sessions/by-link' | 'password-resets/confirm'}`

function useStartSession<Path extends SignInPath>(path: Path) {
  const client = useQueryClient()
  const adoptLanguage = useAdoptLanguage()
  return useMutation<SignedIn, Error, ApiInput<'POST', Path>>({
    mutationFn: (proof) => call<'POST', Path>('POST', path, proof),
    // Retries could submit a wrong password three times or open three sessions.
    retry: false,
    onSuccess: (me) => {
      if ('secondStep' in me) return
      forgetAllBut(client, { me, signedInAt: Date.now() })
      rememberRole(me.role)
      adoptLanguage(me)
    },
  })
}

/**
 * After a sign-in, a language chosen in this browser wins and is saved with the account; otherwise the account's
 * language applies. A failure to save needs no message, because only e-mails use the other language.
 * @source decisions §7
 */
function useAdoptLanguage(): (me: Me) => void {
  const save = useWrite('PUT', '/identity/account/language')
  return ({ locale }) => {
    const chosen = chosenLocale()
    if (locale === undefined || locale === chosen) return
    if (chosen) save.mutate({ locale: chosen })
    else showLocale(locale)
  }
}

/** Signs out and discards all cached data. If this fails, the user stays signed in (ADR 13). */
export const useSignOut = () => useEndSession('/identity/sessions/current')

/** Signs out in all browsers and discards all cached data. */
export const useSignOutEverywhere = () => useEndSession('/identity/sessions')

function useEndSession(path: '/identity/sessions/current' | '/identity/sessions') {
  const client = useQueryClient()
  return useMutation<void, Error, void>({
    mutationKey: SIGN_OUT,
    mutationFn: async () => {
      await call('DELETE', path, {}).catch((error: unknown) => {
        // The session has already ended elsewhere, so the sign-out succeeds.
        if (!(error instanceof ApiError && error.code === 'not_signed_in')) throw error
      })
    },
    onSuccess: () => {
      rememberRole(null)
      forgetAllBut(client, { me: null, why: 'signed-out' })
    },
  })
}

/** Call this when the browser has a new session: a request sent with the old one must not overwrite the result. */
async function refreshSession(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: KEY, exact: true })
  await client.invalidateQueries({ queryKey: KEY })
}

/** A session request sent earlier must not overwrite the new state. */
async function replaceMe(client: QueryClient, me: Me): Promise<void> {
  await client.cancelQueries({ queryKey: KEY, exact: true })
  client.setQueryData<Known>(KEY, { me })
}

/**
 * Changes the signed-in user's password. The browser gets a new session.
 * @example change.mutate({ currentPassword, password })
 */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation<Me, Error, ApiInput<'PUT', '/identity/password'>>({
    mutationKey: REPLACE,
    mutationFn: (input) => call('PUT', '/identity/password', input),
    retry: false,
    onSuccess: async (me) => {
      await replaceMe(client, me)
      return client.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => queryKey.length > KEY.length })
    },
  })
}

/**
 * Accepts a version of the Terms, so that the session may use all pages again.
 * @example accept.mutate({ version: '1.1' })
 */
export function useAcceptTerms() {
  const client = useQueryClient()
  return useMutation<Me, Error, ApiInput<'POST', '/identity/terms-acceptances'>>({
    mutationFn: (input) => call('POST', '/identity/terms-acceptances', input),
    onSuccess: (me) => replaceMe(client, me),
  })
}

type CredentialPath =
  `/identity/${'email-changes/confirm' | 'google/disconnections' | `second-factor${'' | '/enrolments' | '/recovery-codes' | '/removals'}`}`

/**
 * Changes how the signed-in user signs in: the e-mail address, Google or two-step sign-in. Never retries, because a
 * code works only once. The browser may get a new session.
 * @param onDone runs even if the new state has replaced the form
 * @example const add = useChangeCredentials('/identity/second-factor', ({ recoveryCodes }) => show(recoveryCodes))
 */
export function useChangeCredentials<Path extends CredentialPath>(path: Path, onDone?: (output: ApiOutput<'POST', Path>) => void) {
  const client = useQueryClient()
  return useMutation<ApiOutput<'POST', Path>, Error, ApiInput<'POST', Path>>({
    mutationKey: REPLACE,
    mutationFn: (input) => call<'POST', Path>('POST', path, input),
    retry: false,
    onSuccess: (output) => {
      onDone?.(output)
      // An admin's access depends on the second factor.
      return refreshSession(client)
    },
  })
}

function forgetAllBut(client: QueryClient, known: Known): void {
  discardFirstReads()
  // Cancel any session request in flight, because its response would be out of date.
  void client.cancelQueries({ queryKey: KEY })
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] || queryKey.length > 1 })
  client.setQueryData<Known>(KEY, known)
}
