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

/** A whole attempt ends well within the lease of a claim. */
const CONNECT_MS = 8_000
const SILENCE_MS = 15_000

/** @example const mailer = smtpMailer({ url: 'smtp://127.0.0.1:2525', from: 'Reelfair <hello@reelfair.example>' }) */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, dnsTimeout: CONNECT_MS },
    { from },
  )
  return {
    send: async (mail) => {
      try {
        // Nothing in a mail of ours is a file or an address to fetch, so a text can never make it one.
        await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/** A reply 5xx about the recipient or the message is for good; no connection, a time-out and 4xx pass. */
function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const isFinal = status >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  // Never the server's own words: they may repeat the address.
  return { kind: isFinal ? 'refused' : 'later', reason: `${String(error.code)}${status ? ` ${status}` : ''}` }
}
