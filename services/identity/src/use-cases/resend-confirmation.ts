import { type ConfirmationSent, RESEND_COOL_DOWN_SECONDS, type ResendInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { requestMail } from './request-mail.ts'

const coolDown = { firstMs: RESEND_COOL_DOWN_SECONDS * 1_000, longestMs: RESEND_COOL_DOWN_SECONDS * 1_000 }

export const resendConfirmation = ({ email }: ResendInput, ctx: Context<'visitor'>): Promise<ConfirmationSent> =>
  requestMail({ kind: 'resend', email, coolDown }, ctx)
