import { type ConfirmationSent, RESEND_COOL_DOWN_SECONDS, type SignInLinkInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { LINK_MS } from '../domain/link-mail.ts'
import { askForMail } from './ask-for-mail.ts'

/** Strangers can ask too, and a new link voids the former one: in the end each link lives out its time, so the owner always has one that works. */
const coolDown = { firstMs: RESEND_COOL_DOWN_SECONDS * 1_000, longestMs: LINK_MS['sign-in'] }

/** Asks for a link that signs in without the password: the owner's way in while strangers guess at the address. */
export const requestSignInLink = ({ email, redirect }: SignInLinkInput, ctx: Context<'visitor'>): Promise<ConfirmationSent> =>
  askForMail({ kind: 'sign-in-asked', email, redirect, coolDown }, ctx)
