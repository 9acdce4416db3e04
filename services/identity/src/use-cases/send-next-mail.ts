import { type Context, type Scope, type Tx, unseal } from '@reelfair/service-kit'
import type { MailOutcome } from '../adapters/mailer.ts'
import { linkMail, mailedLink } from '../domain/link-mail.ts'
import {
  afterAttempt,
  claimMail,
  countsAsFailure,
  drop,
  expired,
  isOverdue,
  isRequested,
  type MailKind,
  nextSendTime,
  purposeOf,
  type RequestedMail,
  type Unsent,
} from '../domain/mail.ts'
import { layOut } from '../domain/mail-layout.ts'
import { isNotice, noticeText } from '../domain/notice-mails.ts'
import { kinds } from '../domain/notification-kinds.ts'
import type { Ports } from '../ports.ts'
import { linkOf, removeLink } from '../store/links.ts'
import { addressedTo, dropMails, mailById, mailQueue, type StoredMail, saveMail } from '../store/mails.ts'
import { notificationById } from '../store/notifications.ts'
import { settingAt } from '../store/setting-changes.ts'
import { findUserByEmail, userById } from '../store/users.ts'
import { composeNotification } from './compose-notification.ts'
import { sendLink } from './send-link.ts'
import { sendNotice } from './send-notice.ts'

/**
 * If the process crashes after sending, the lease expires and another worker sends the e-mail again with the same
 * Message-ID.
 */
export const sendNextMail = (ctx: Context<'system', Ports>): Promise<boolean> =>
  mailQueue.workOne(
    ctx,
    async (claimed) => {
      const { kind } = claimed
      if (isRequested(kind)) await answerAsked({ ...claimed, kind }, ctx)
      else await record(claimed, isOverdue(claimed, ctx.now()) ? { kind: expired(claimed, ctx.now()) } : await send(claimed, ctx), ctx)
    },
    (due) => due.map(claimMail),
  )

/** `to`: where the e-mail was sent. */
type Attempt = (MailOutcome & { readonly to: string }) | { readonly kind: Unsent }

async function send(mail: StoredMail, ctx: Context<'system', Ports>): Promise<Attempt> {
  const { ports, log } = ctx
  const { kind } = mail
  const content = kind === 'notification' ? await composeNotification(mail, ctx) : contentOf({ ...mail, kind }, ctx)
  if (!content) {
    if (kind === 'notification') return { kind: 'dropped' }
    log.warn({ mailId: mail.id }, 'mail cannot be decrypted; new link requested')
    return { kind: 'renewed' }
  }
  const messageId = `<${mail.id}@${new URL(ports.publicOrigin).hostname}>`
  const to = await addressNow(mail, ctx, ctx.now())
  const outcome = await ports.mailer.send({ messageId, to, ...content })
  if (outcome.kind === 'sent') return { ...outcome, to }
  log.warn({ mailId: mail.id, attempts: mail.attempts, outcome: outcome.kind, reason: outcome.reason }, 'mail delivery failed')
  if (countsAsFailure(mail, outcome.kind, ctx.now()))
    throw new Error(`${outcome.kind === 'refused' ? 'refused by the mail server' : 'not sent for days'}: ${outcome.reason}`)
  return { ...outcome, to }
}

/**
 * A message to support follows the setting, which an operator may have corrected. Notifications follow the user, except
 * those about security, like the notice of an e-mail change: a stranger may have signed in or exported the data, and
 * then changed the address.
 */
async function addressNow({ kind, to, userId, values }: StoredMail, scope: Scope, now: Date): Promise<string> {
  if (kind === 'contact-message') return (await settingAt(scope, 'support_email', now)).value
  if (kind !== 'notification' || userId === undefined) return to
  const notification = await notificationById(scope, String(values?.notificationId))
  if (!notification || kinds[notification.kind].group === 'security') return to
  return (await userById(scope, userId))?.email ?? to
}

/** @returns undefined if the link's secret was encrypted with another key */
function contentOf(
  { kind, sealedToken, redirect, values, locale }: StoredMail & { readonly kind: Exclude<MailKind, 'notification'> },
  { ports }: Context<'system', Ports>,
) {
  if (isNotice(kind)) {
    const { replyTo, ...text } = noticeText(kind, values ?? {}, { locale, origin: ports.publicOrigin })
    return { ...layOut(text, locale), replyTo }
  }
  const token = unseal(sealedToken ?? '', ports.mailKey)
  if (token === undefined) return undefined
  const purpose = purposeOf(kind)
  return linkMail(purpose, mailedLink(purpose, ports.publicOrigin, token, redirect), locale)
}

/**
 * Does nothing if another worker has claimed the e-mail in the meantime. The address may have changed during the
 * attempt: a sent e-mail keeps the one that it was sent to, and a refused one goes to the new one.
 */
const record = (mail: StoredMail, attempt: Attempt, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const current = await mailById(tx, mail.id)
    if (!current || !mailQueue.isMine(current, mail)) return
    const isReaddressed = attempt.kind === 'refused' && attempt.to !== (await addressNow(current, tx, ctx.now()))
    const after = isReaddressed ? current : afterAttempt(current, attempt, ctx.now())
    if (attempt.kind === 'later') {
      await mailQueue.postpone(tx, current, after)
      return
    }
    if (attempt.kind === 'refused') mailQueue.countFailure(tx)
    await saveMail(tx, attempt.kind === 'sent' ? addressedTo(after, attempt.to) : after)
  })

/** The worker sends a confirmation link at most once per cool-down; other links are limited when they are requested. */
const answerAsked = (mail: StoredMail & { readonly kind: RequestedMail }, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const current = await mailById(tx, mail.id)
    if (!current || !mailQueue.isMine(current, mail)) return
    const purpose = purposeOf(mail.kind)
    const recipient = await recipientOf(tx, mail, ctx)
    const former = recipient && purpose === 'confirm' ? await linkOf(tx, recipient.id, purpose) : undefined
    const turn = former ? nextSendTime(former, mail.createdAt) : mail.createdAt
    if (turn && turn > ctx.now()) {
      await saveMail(tx, { ...current, dueAt: turn })
      return
    }
    // Only the newest link works, so an older e-mail that an outage delays must not arrive, let alone renew its link.
    const userId = recipient?.id ?? mail.userId
    if (userId !== undefined && turn) await dropMails(tx, userId, [purpose])
    if (recipient && turn) {
      const { locale, redirect = former?.redirect, createdAt, askedAt = createdAt } = mail
      // An e-mail that replaces one that an outage delayed has waited since the request.
      await sendLink(tx, purpose, { ...recipient, locale, redirect, askedAt, dueAt: mail.askedAt ?? turn }, ctx)
    }
    await saveMail(tx, drop(current))
  })

interface Recipient {
  readonly id: string
  readonly email: string
  readonly newEmail?: string
}

/**
 * Confirmation links are for unconfirmed users, sign-in and reset links for confirmed ones. A request to reset the
 * password of an unconfirmed user leads to an invitation to sign up again, because a stranger may have chosen the role
 * and accepted the Terms. A new address that another user has confirmed gets no e-mail.
 */
async function recipientOf(
  tx: Tx,
  { kind, to, userId, locale }: StoredMail & { readonly kind: RequestedMail },
  ctx: Context<'system', Ports>,
): Promise<Recipient | undefined> {
  const known = await findUserByEmail(tx, to)
  const user = known && { id: known.id, email: known.email }
  switch (kind) {
    case 'resend':
      return known?.confirmedAt ? undefined : user
    case 'sign-in-asked':
      return known?.confirmedAt ? user : undefined
    case 'reset-asked':
      if (known && !known.confirmedAt) await sendNotice(tx, 'sign-up-unfinished', { to, userId: known.id, locale, values: {} }, ctx)
      return known?.confirmedAt ? user : undefined
    case 'change-email-asked': {
      const former = userId === undefined ? undefined : await linkOf(tx, userId, 'change-email')
      // The user now wants another address, even if it turns out to be taken.
      if (former) await removeLink(tx, former)
      const isTaken = known?.confirmedAt && known.id !== userId
      return userId === undefined || isTaken ? undefined : { id: userId, email: to, newEmail: to }
    }
  }
}
