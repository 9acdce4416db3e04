import type { Context } from '@reelfair/service-kit'
import type { MailOutcome } from '../adapters/mailer.ts'
import { unseal } from '../adapters/sealed-text.ts'
import { confirmationLink, confirmationMail } from '../domain/confirmation-mail.ts'
import { afterAttempt, claimMail, turnAfter } from '../domain/mail.ts'
import type { Ports } from '../ports.ts'
import { confirmationById } from '../store/confirmations.ts'
import { mailById, nextDueMail, type StoredMail, saveMail } from '../store/mails.ts'
import { findUserByEmail } from '../store/users.ts'
import { sendConfirmation } from './send-confirmation.ts'

/** The worker of the mails' outbox: claim → send → record. A process that dies in between leaves a lease; the mail then goes out under the same Message-ID. */
export async function sendNextMail(ctx: Context<'system', Ports>): Promise<boolean> {
  const claimed = await ctx.transact(async (tx) => {
    const mail = await nextDueMail(tx, ctx.now(), machineNow())
    return mail && saveMail(tx, claimMail(mail, machineNow()))
  })
  if (!claimed) return false
  if (claimed.kind === 'resend') await answerResend(claimed, ctx)
  else await record(claimed, claimed.until > ctx.now() ? await send(claimed, ctx) : { kind: 'dropped' }, ctx)
  return true
}

/** Leases are about processes, so they go by the machine's time: a jump of the house's clock must not give one mail to two. */
const machineNow = () => new Date()

async function send(mail: StoredMail, { ports, log }: Context<'system', Ports>): Promise<MailOutcome | { kind: 'unreadable' }> {
  const token = unseal(mail.sealedToken ?? '', ports.sealingKey)
  if (token === undefined) {
    log.warn({ mailId: mail.id }, 'a waiting mail was sealed with another key; a new link takes the place of its own')
    return { kind: 'unreadable' }
  }
  const link = confirmationLink(ports.publicOrigin, token, mail.redirect)
  const messageId = `<${mail.id}@${new URL(ports.publicOrigin).hostname}>`
  const outcome = await ports.mailer.send({ messageId, to: mail.to, ...confirmationMail(link, mail.locale) })
  if (outcome.kind !== 'sent') {
    log.warn({ mailId: mail.id, attempts: mail.attempts, outcome: outcome.kind, reason: outcome.reason }, 'a mail was not sent')
  }
  return outcome
}

/** Whoever lost the lease meanwhile records nothing: the other one's outcome counts. */
const record = (mail: StoredMail, outcome: MailOutcome | { kind: 'dropped' | 'unreadable' }, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const current = await mailById(tx, mail.id)
    if (current?.version === mail.version) await saveMail(tx, afterAttempt(current, outcome, ctx.now()))
  })

/** A new link for whoever has signed up with the address and not confirmed it, once per cool-down; nothing for anyone else. */
const answerResend = (mail: StoredMail, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const current = await mailById(tx, mail.id)
    if (current?.version !== mail.version) return
    const user = await findUserByEmail(tx, mail.to)
    const former = user && !user.confirmedAt ? await confirmationById(tx, user.id) : undefined
    const turn = former ? turnAfter(former, mail.createdAt) : mail.createdAt
    if (turn && turn > ctx.now()) {
      await saveMail(tx, { ...current, dueAt: turn, leaseUntil: new Date(0) })
      return
    }
    if (user && !user.confirmedAt && turn) {
      const { id, email } = user
      await sendConfirmation(tx, { id, email, locale: mail.locale, redirect: mail.redirect ?? former?.redirect }, ctx)
    }
    await saveMail(tx, afterAttempt(current, { kind: 'dropped' }, ctx.now()))
  })
