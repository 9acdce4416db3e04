import type { ConfirmationSent, SignInLinkInput, SignUpInput } from '@reelfair/contracts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/**
 * Opens an account; a mail then asks to confirm its address. Never sent again by itself: the second answer would be that the account exists.
 * @example signUp.mutate({ email, password, role: 'brand', termsAccepted: true })
 */
export const useSignUp = () =>
  useMutation<ConfirmationSent, Error, SignUpInput>({
    mutationFn: (input) => call<ConfirmationSent>('POST', '/identity/users', { body: input }),
    retry: false,
  })

/**
 * Asks for the confirmation mail again. The answer is the same whether or not anybody has the address.
 * @example resend.mutate(email, { onSuccess: ({ resendAfterSeconds }) => … })
 */
export const useResendConfirmation = () =>
  useMutation<ConfirmationSent, Error, string>({
    mutationFn: (email) => call<ConfirmationSent>('POST', '/identity/confirmations/resend', { body: { email } }),
    retry: false,
  })

/**
 * Asks for a mail with a sign-in link. The answer is the same whether or not anybody has the address.
 * @example ask.mutate({ email, redirect: '/balance' }, { onSuccess: ({ resendAfterSeconds }) => … })
 */
export const useSignInLink = () =>
  useMutation<ConfirmationSent, Error, SignInLinkInput>({
    mutationFn: (input) => call<ConfirmationSent>('POST', '/identity/sign-in-links', { body: input }),
    retry: false,
  })
