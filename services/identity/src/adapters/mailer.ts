/** Sends e-mails over SMTP with nodemailer. */
import { createTransport } from 'nodemailer'

interface OutgoingMail {
  /** Message-ID, identical in every attempt to send an e-mail, so that mailboxes can detect duplicates. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * `refused`: the server will never accept this e-mail. `later`: the e-mail was probably not sent and will be retried.
 */
export type MailOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'later'; readonly reason: string }

export interface Mailer {
  send(mail: OutgoingMail): Promise<MailOutcome>
}

const CONNECT_MS = 8_000
const SILENCE_MS = 15_000
/** Time limit for one attempt, however slowly the server replies. Must be well below the e-mail's 60 s lease. */
const ATTEMPT_MS = 40_000

/** @example const mailer = smtpMailer({ url: 'smtp://127.0.0.1:2525', from: 'Reelfair <hello@reelfair.example>' }) */
export function smtpMailer({ url, from, attemptMs = ATTEMPT_MS }: { url: string; from: string; attemptMs?: number }): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, dnsTimeout: CONNECT_MS },
    { from },
  )
  return {
    send: async (mail) => {
      try {
        // Our e-mails never contain local files or remote content, so nodemailer must not load either.
        await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true, signal: AbortSignal.timeout(attemptMs) })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/**
 * A 5xx reply about the recipient or the message is final. All other errors are temporary: no connection, a timeout, a
 * 4xx reply, or a server that rejects our host name or sender. An operator must fix such a rejection while the e-mails
 * wait.
 */
function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const command = 'command' in error ? error.command : undefined
  const isFinal = status >= 500 && (command === 'RCPT TO' || command === 'DATA')
  // Never include the server's own text, which may contain the recipient's address.
  return { kind: isFinal ? 'refused' : 'later', reason: `${String(error.code)}${status ? ` ${status}` : ''}` }
}
