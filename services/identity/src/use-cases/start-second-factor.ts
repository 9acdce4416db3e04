import { ENROLMENT_MINUTES, refuse, type SecondFactorOffer, type SecondFactorStart } from '@reelfair/contracts'
import { type Context, seal, unseal } from '@reelfair/service-kit'
import { z } from 'zod'
import { base32, newTotpSecret, totpUrl } from '../adapters/totp.ts'
import type { Ports } from '../ports.ts'
import { provePresence } from './prove-presence.ts'

const Enrolment = z.object({ secret: z.string(), sessionId: z.string(), expiresAt: z.iso.datetime().pipe(z.coerce.date()) })

/**
 * Offers a secret for an authenticator app. Nothing is stored until a code confirms it: the browser keeps the sealed
 * secret, which works only in this session and for ten minutes.
 */
export async function startSecondFactor({ password }: SecondFactorStart, ctx: Context<'user', Ports>): Promise<SecondFactorOffer> {
  const { sessionId } = ctx.actor
  const { email, secondFactor } = await provePresence(password, ctx)
  if (secondFactor) refuse('second_factor_active')
  const bytes = newTotpSecret()
  const expiresAt = new Date(ctx.now().getTime() + ENROLMENT_MINUTES * 60_000)
  const text = JSON.stringify({ secret: bytes.toString('base64url'), sessionId, expiresAt })
  const secret = base32(bytes)
  return { enrolment: seal(text, ctx.ports.factorKey), secret, url: totpUrl(secret, email) }
}

/** @throws Refusal `enrolment_invalid` if the enrolment was altered, has expired, or belongs to another session */
export function secretOfEnrolment(enrolment: string, sessionId: string, ctx: Context<'user', Ports>): string {
  const text = unseal(enrolment, ctx.ports.factorKey)
  const { data } = Enrolment.safeParse(text?.startsWith('{') ? JSON.parse(text) : undefined)
  const isValid = data && data.sessionId === sessionId && data.expiresAt > ctx.now()
  return isValid ? data.secret : refuse('enrolment_invalid', { minutes: ENROLMENT_MINUTES })
}
