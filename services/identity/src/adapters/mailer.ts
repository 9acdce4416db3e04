import { createTransport } from 'nodemailer'

interface OutgoingMail {
  /** Stays the same when the worker sends an e-mail again, so that mailboxes can detect duplicates. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly replyTo?: string | undefined
  /** One-click unsubscription. @source RFC 8058 */
  readonly unsubscribeUrl?: string | undefined
}

/**
 * `refused`: the server will never accept this e-mail. `later`: the e-mail was probably not sent, so the worker
 * retries.
 */
export type MailOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'later'; readonly reason: string }

export interface Mailer {
  send(mail: OutgoingMail): Promise<MailOutcome>
}

const CONNECT_MS = 8_000
const SILENCE_MS = 15_000
/** Time limit for one attempt; must be well below the e-mail's lease of 60 s. */
const ATTEMPT_MS = 40_000

export function smtpMailer({ url, from, attemptMs = ATTEMPT_MS }: { url: string; from: string; attemptMs?: number }): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, dnsTimeout: CONNECT_MS },
    { from },
  )
  return {
    send: async ({ unsubscribeUrl, replyTo, ...mail }) => {
      const headers = unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      const optional = { ...(replyTo && { replyTo }), ...(headers && { headers }) }
      try {
        // Our e-mails never contain local files or remote content, so nodemailer must load neither.
        await transport.sendMail({
          ...mail,
          ...optional,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(attemptMs),
        })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/**
 * A 5xx reply about the recipient or the message is final. All other errors are treated as temporary, even if a
 * server rejects our host name or sender, because an operator can fix the configuration.
 */
function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const command = 'command' in error ? error.command : undefined
  const isFinal = status >= 500 && (command === 'RCPT TO' || command === 'DATA')
  // Omits the server's own text, which may contain the recipient's address.
  return { kind: isFinal ? 'refused' : 'later', reason: `${String(error.code)}${status ? ` ${status}` : ''}` }
}
