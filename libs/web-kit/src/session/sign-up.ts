import { useMutation } from '@tanstack/react-query'
import { type ApiInput, call } from '../api/client.ts'
import { redirectToProvider } from '../page/redirect-to-provider.ts'
import { safeRedirect } from './access.ts'

/**
 * Creates an account; the service then sends a confirmation e-mail. Never retried automatically, because a retry would
 * report that the account already exists.
 * @example signUp.mutate({ email, password, role: 'brand', termsAccepted: true })
 */
export const useSignUp = () =>
  useMutation({
    mutationFn: (input: ApiInput<'POST', '/identity/users'>) => call('POST', '/identity/users', input),
    retry: false,
  })

/**
 * Requests another confirmation e-mail. The response does not reveal whether the address has an account.
 * @example resend.mutate(email, { onSuccess: ({ resendAfterSeconds }) => … })
 */
export const useResendConfirmation = () =>
  useMutation({
    mutationFn: (email: string) => call('POST', '/identity/confirmations/resend', { email }),
    retry: false,
  })

/**
 * Requests an e-mail with a sign-in link. The response does not reveal whether the address has an account.
 * @example ask.mutate({ email, redirect: '/balance' }, { onSuccess: ({ resendAfterSeconds }) => … })
 */
export const useRequestSignInLink = () =>
  useMutation({
    mutationFn: (input: ApiInput<'POST', '/identity/sign-in-links'>) => call('POST', '/identity/sign-in-links', input),
    retry: false,
  })

/**
 * Leaves the page for Google. `sign-ins` signs in or up; `connections` connects Google to the signed-in user.
 * @example start.mutate({ role: 'brand', termsAccepted: true, redirect })
 */
export const useStartGoogle = <Path extends `/identity/google/${'sign-ins' | 'connections'}`>(path: Path) =>
  useMutation({
    mutationFn: (input: ApiInput<'POST', Path>) => call<'POST', Path>('POST', path, input),
    retry: false,
    onSuccess: ({ url }) => {
      rememberStart()
      redirectToProvider(url)
    },
  })

const GOOGLE_START = 'reelfair.google-start'

function rememberStart(): void {
  try {
    sessionStorage.setItem(GOOGLE_START, location.pathname + location.search)
  } catch {
    // Storage is blocked; a failed sign-in then leads back to the sign-in page.
  }
}

/** The page that left for Google in this tab, with its query; undefined if unknown. */
export function googleStart(): string | undefined {
  try {
    return safeRedirect(sessionStorage.getItem(GOOGLE_START))
  } catch {
    return undefined
  }
}

/**
 * Requests an e-mail with a link to choose a new password. The response does not reveal whether the address has an
 * account.
 * @example ask.mutate(email, { onSuccess: ({ resendAfterSeconds }) => … })
 */
export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (email: string) => call('POST', '/identity/password-resets', { email }),
    retry: false,
  })

/**
 * Requests a link to a new e-mail address. The response does not reveal whether another account uses it.
 * @example ask.mutate({ email, password }, { onSuccess: ({ resendAfterSeconds }) => … })
 */
export const useRequestEmailChange = () =>
  useMutation({
    mutationFn: (input: ApiInput<'POST', '/identity/email-changes'>) => call('POST', '/identity/email-changes', input),
    retry: false,
  })
