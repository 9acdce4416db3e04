import type { CurrentSession, Me } from '@reelfair/contracts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { forgetFirstReads } from '../api/first-reads.ts'
import { rememberRole } from './role-hint.ts'

/** Why nobody is signed in: never was, chose to leave, or the session ended elsewhere. */
type Absence = 'visitor' | 'left' | 'ended'

type Known = { readonly me: Me } | { readonly me: null; readonly why: Absence }

/** Who is looking. `unknown`: the question could not be answered; `ask` asks again. */
export type Session =
  | { readonly state: 'asking' }
  | { readonly state: 'unknown'; readonly error: Error; readonly ask: () => void }
  | { readonly state: 'absent'; readonly why: Absence }
  | { readonly state: 'present'; readonly me: Me }

const KEY = ['session'] as const
const SIGN_OUT = ['sign-out'] as const

function absent(client: QueryClient): Known {
  const before = client.getQueryData<Known>(KEY)
  // Other requests and the live connection may learn of the end before the request that asked for it is answered.
  if (client.isMutating({ mutationKey: SIGN_OUT })) return { me: null, why: 'left' }
  return { me: null, why: before?.me ? 'ended' : (before?.why ?? 'visitor') }
}

async function ask(client: QueryClient, signal: AbortSignal): Promise<Known> {
  const { me } = await call<CurrentSession>('GET', '/identity/session', { signal })
  rememberRole(me?.role ?? null)
  return me ? { me } : absent(client)
}

/** What the gateway wrote into the page; undefined where it did not know, or where a development server serves the page. */
function writtenInPage(): Known | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content
  if (!written?.startsWith('{"') && written !== '{}') return undefined
  const { me } = JSON.parse(written) as CurrentSession
  rememberRole(me?.role ?? null)
  return me ? { me } : { me: null, why: 'visitor' }
}

/** Who is signed in, kept fresh. Courtesy only: each service decides for itself. */
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
  if (error) return { state: 'unknown', error, ask: () => void refetch() }
  return { state: 'asking' }
}

/**
 * Signs in with e-mail and password. What an earlier person saw is forgotten first.
 * @example signIn.mutate({ email, password }, { onSuccess: (me) => navigate(homeOf(me)) })
 */
export function useSignIn() {
  return useBeginning<{ email: string; password: string }>('/identity/sessions')
}

/**
 * Confirms an address by the secret of the mail's link and the password chosen at sign-up, and signs its owner in.
 * @example confirm.mutate({ token, password }, { onSuccess: (me) => navigate(homeOf(me)) })
 */
export function useConfirmEmail() {
  return useBeginning<{ token: string; password: string }>('/identity/confirmations')
}

/**
 * Signs in by the secret of a mailed sign-in link.
 * @example enter.mutate({ token }, { onSuccess: (me) => navigate(homeOf(me)) })
 */
export function useSignInByLink() {
  return useBeginning<{ token: string }>('/identity/sessions/by-link')
}

function useBeginning<Proof>(path: `/identity/${'sessions' | 'confirmations' | 'sessions/by-link'}`) {
  const client = useQueryClient()
  return useMutation<Me, Error, Proof>({
    mutationFn: (proof) => call<Me>('POST', path, { body: proof }),
    // A wrong password must not be sent three times by itself, nor a right one open three sessions.
    retry: false,
    onSuccess: (me) => {
      forgetAllBut(client, { me })
      rememberRole(me.role)
    },
  })
}

/** Ends this session and forgets all that it showed. */
export function useSignOut() {
  const client = useQueryClient()
  return useMutation<void, Error, void>({
    mutationKey: SIGN_OUT,
    mutationFn: async () => {
      await call<void>('DELETE', '/identity/sessions/current').catch((error: unknown) => {
        // Already ended elsewhere: that is what was asked for.
        if (!(error instanceof ApiError && error.code === 'not_signed_in')) throw error
      })
    },
    onSuccess: () => {
      rememberRole(null)
      forgetAllBut(client, { me: null, why: 'left' })
    },
  })
}

function forgetAllBut(client: QueryClient, known: Known): void {
  forgetFirstReads()
  // An answer that is under way tells of the time before.
  void client.cancelQueries({ queryKey: KEY })
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] })
  client.setQueryData<Known>(KEY, known)
}
