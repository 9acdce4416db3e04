/** The way out for mails: SMTP by nodemailer. */
import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  /** The same for each attempt at one mail, so that a mailbox which gets it twice can tell. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** `refused`: the server will never take this mail. `later`: it was not sent, or nobody knows; the same mail is tried again. */
export type MailOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'later'; readonly reason: string }

export interface Mailer {
  send(mail: OutgoingMail): Promise<MailOutcome>
}

const CONNECT_MS = 8_000
const SILENCE_MS = 15_000
/** However slowly a server lets its answers drip, an attempt ends well within the lease of a claim (60 s): nobody else has the mail meanwhile. */
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
        // Nothing in a mail of ours is a file or an address to fetch, so a text can never make it one.
        await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true, signal: AbortSignal.timeout(attemptMs) })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/**
 * A reply 5xx about the recipient or the message is for good. All else passes: no connection, a time-out, a reply 4xx, and a refusal of our own name or
 * sender, which somebody has to mend while the mails wait.
 */
function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const command = 'command' in error ? error.command : undefined
  const isFinal = status >= 500 && (command === 'RCPT TO' || command === 'DATA')
  // Never the server's own words: they may repeat the address.
  return { kind: isFinal ? 'refused' : 'later', reason: `${String(error.code)}${status ? ` ${status}` : ''}` }
}
