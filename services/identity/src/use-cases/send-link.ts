import type { LinkPurpose, Locale } from '@reelfair/contracts'
import { type Context, hashOfSecret, newSecret, seal, type Tx } from '@reelfair/service-kit'
import { LINK_MS } from '../domain/link-mail.ts'
import { makeMail } from '../domain/mail.ts'
import type { Ports } from '../ports.ts'
import { putLink } from '../store/links.ts'
import { insertMail } from '../store/mails.ts'

interface Addressee {
  readonly id: string
  readonly email: string
  readonly locale: Locale
  readonly redirect?: string | undefined
  readonly newEmail?: string | undefined
  /** Set if the request waited for a worker. */
  readonly askedAt?: Date
  readonly dueAt?: Date
}

/** Sends an e-mail with a new link, which invalidates the user's older links with this purpose. */
export async function sendLink(
  tx: Tx,
  purpose: LinkPurpose,
  { id: userId, email: to, locale, redirect, newEmail, askedAt, dueAt }: Addressee,
  ctx: Pick<Context<'system', Ports>, 'now' | 'newId' | 'ports'>,
): Promise<void> {
  const token = newSecret()
  const at = ctx.now()
  const expiresAt = new Date(at.getTime() + LINK_MS[purpose])
  await putLink(tx, { userId, purpose, tokenHash: hashOfSecret(token), expiresAt, redirect, newEmail })
  const sealedToken = seal(token, ctx.ports.mailKey)
  await insertMail(tx, makeMail({ id: ctx.newId(), kind: purpose, userId, to, locale, redirect, sealedToken, askedAt, dueAt }, at))
}
