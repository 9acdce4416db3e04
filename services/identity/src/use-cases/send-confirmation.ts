import { CONFIRMATION_HOURS, type Locale } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { seal } from '../adapters/sealed-text.ts'
import { hashOfSecret, newSecret } from '../adapters/secret.ts'
import { makeMail } from '../domain/mail.ts'
import type { Ports } from '../ports.ts'
import { putConfirmation } from '../store/confirmations.ts'
import { insertMail } from '../store/mails.ts'

/** A new link for a user and the mail that brings it, in one transaction; older links are void from then on. */
export async function sendConfirmation(
  tx: Tx,
  user: { id: string; email: string; locale: Locale; redirect?: string | undefined },
  ctx: Pick<Context<'system', Ports>, 'now' | 'newId' | 'ports'>,
): Promise<void> {
  const token = newSecret()
  const at = ctx.now()
  const { id, email: to, locale, redirect } = user
  const expiresAt = new Date(at.getTime() + CONFIRMATION_HOURS * 3_600_000)
  await putConfirmation(tx, { id, tokenHash: hashOfSecret(token), expiresAt, redirect })
  await insertMail(
    tx,
    makeMail({ id: ctx.newId(), kind: 'confirm', to, locale, redirect, sealedToken: seal(token, ctx.ports.sealingKey) }, at),
  )
}
