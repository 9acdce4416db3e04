import type { Context } from '@reelfair/service-kit'
import type { MailOutcome } from '../adapters/mailer.ts'
import { unseal } from '../adapters/sealed-text.ts'
import { confirmationLink, confirmationMail } from '../domain/confirmation-mail.ts'
import { afterAttempt, claimMail } from '../domain/mail.ts'
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

async function send(mail: StoredMail, { ports, log }: Context<'system', Ports>): Promise<MailOutcome> {
  const link = confirmationLink(ports.publicOrigin, unseal(mail.sealedToken ?? '', ports.sealingKey), mail.redirect)
  const messageId = `<${mail.id}@${new URL(ports.publicOrigin).hostname}>`
  const outcome = await ports.mailer.send({ messageId, to: mail.to, ...confirmationMail(link, mail.locale) })
  if (outcome.kind !== 'sent') {
    log.warn({ mailId: mail.id, attempts: mail.attempts, outcome: outcome.kind, reason: outcome.reason }, 'a mail was not sent')
  }
  return outcome
}

/** Whoever lost the lease meanwhile records nothing: the other one's outcome counts. */
const record = (mail: StoredMail, outcome: MailOutcome | { kind: 'dropped' }, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const current = await mailById(tx, mail.id)
    if (current?.version === mail.version) await saveMail(tx, afterAttempt(current, outcome, ctx.now()))
  })

/** A new link for whoever has signed up with the address and not confirmed it; nothing for anyone else. */
const answerResend = (mail: StoredMail, ctx: Context<'system', Ports>) =>
  ctx.transact(async (tx) => {
    const current = await mailById(tx, mail.id)
    if (current?.version !== mail.version) return
    const user = await findUserByEmail(tx, mail.to)
    if (user && !user.confirmedAt) {
      const { id, email } = user
      const former = await confirmationById(tx, id)
      await sendConfirmation(tx, { id, email, locale: mail.locale, redirect: former?.redirect }, ctx)
    }
    await saveMail(tx, afterAttempt(current, { kind: 'dropped' }, ctx.now()))
  })
