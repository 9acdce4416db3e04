import { type ConfirmationSent, RESEND_COOL_DOWN_SECONDS, type SignInLinkInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { LINK_MS } from '../domain/link-mail.ts'
import { requestMail } from './request-mail.ts'

/**
 * Strangers can request links, and each new link invalidates the previous one. The cool-down therefore grows to a
 * link's lifetime, so that the owner has time to use a link.
 */
const coolDown = { firstMs: RESEND_COOL_DOWN_SECONDS * 1_000, longestMs: LINK_MS['sign-in'] }

/** Requests a passwordless sign-in link, which works even while strangers are guessing passwords. */
export const requestSignInLink = ({ email, redirect }: SignInLinkInput, ctx: Context<'visitor'>): Promise<ConfirmationSent> =>
  requestMail({ kind: 'sign-in-asked', email, redirect, coolDown }, ctx)
