import { type ConfirmationSent, type PasswordResetInput, RESEND_COOL_DOWN_SECONDS } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { LINK_MS } from '../domain/link-mail.ts'
import { requestMail } from './request-mail.ts'

/** Grows to a link's lifetime, so that strangers who request links cannot keep invalidating the owner's. */
const coolDown = { firstMs: RESEND_COOL_DOWN_SECONDS * 1_000, longestMs: LINK_MS.reset }

/** The response is the same for every address; the worker looks up the user. */
export const requestPasswordReset = ({ email }: PasswordResetInput, ctx: Context<'visitor'>): Promise<ConfirmationSent> =>
  requestMail({ kind: 'reset-asked', email, coolDown }, ctx)
