import type { ConfirmationSent, SignInLinkInput, SignUpInput } from '@reelfair/contracts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/**
 * Creates an account; the service then sends a confirmation e-mail. Not retried automatically, because a retry would
 * report that the account already exists.
 * @example signUp.mutate({ email, password, role: 'brand', termsAccepted: true })
 */
export const useSignUp = () =>
  useMutation<ConfirmationSent, Error, SignUpInput>({
    mutationFn: (input) => call<ConfirmationSent>('POST', '/identity/users', { body: input }),
    retry: false,
  })

/**
 * Requests another confirmation e-mail. The response is the same whether or not an account has this address.
 * @example resend.mutate(email, { onSuccess: ({ resendAfterSeconds }) => … })
 */
export const useResendConfirmation = () =>
  useMutation<ConfirmationSent, Error, string>({
    mutationFn: (email) => call<ConfirmationSent>('POST', '/identity/confirmations/resend', { body: { email } }),
    retry: false,
  })

/**
 * Requests an e-mail with a sign-in link. The response is the same whether or not an account has this address.
 * @example ask.mutate({ email, redirect: '/balance' }, { onSuccess: ({ resendAfterSeconds }) => … })
 */
export const useRequestSignInLink = () =>
  useMutation<ConfirmationSent, Error, SignInLinkInput>({
    mutationFn: (input) => call<ConfirmationSent>('POST', '/identity/sign-in-links', { body: input }),
    retry: false,
  })
