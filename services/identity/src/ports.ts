/** Identity's dependencies other than its database. */
import type { KeyObject } from 'node:crypto'
import type { ConfigOf } from '@reelfair/service-kit'
import { type Mailer, smtpMailer } from './adapters/mailer.ts'
import { sealingKeyOf } from './adapters/sealed-text.ts'
import type { config } from './config.ts'

export interface Ports {
  /** Signs the session tokens. */
  readonly sessionKey: KeyObject
  /** Encrypts the link secrets of queued e-mails. */
  readonly sealingKey: KeyObject
  readonly mailer: Mailer
  /** Base URL of all links in e-mails; never taken from the host of a request. */
  readonly publicOrigin: string
  /** Stream from which commands read a password. */
  readonly standardInput: NodeJS.ReadableStream
}

export const portsOf = (given: ConfigOf<typeof config>): Ports => ({
  sessionKey: given.SESSION_PRIVATE_KEY,
  sealingKey: sealingKeyOf(given.SESSION_PRIVATE_KEY),
  mailer: smtpMailer({ url: given.SMTP_URL, from: given.MAIL_FROM }),
  publicOrigin: given.PUBLIC_ORIGIN,
  // A getter, so that standard input is opened only when a command reads it.
  get standardInput() {
    return process.stdin
  },
})
