import type { KeyObject } from 'node:crypto'
import type { ConfigOf } from '@reelfair/service-kit'
import { type Mailer, smtpMailer } from './adapters/mailer.ts'
import { sealingKeyOf } from './adapters/sealed-text.ts'
import type { config } from './config.ts'

export interface Ports {
  readonly sessionKey: KeyObject
  readonly sealingKey: KeyObject
  readonly mailer: Mailer
  /** Base URL of all links in e-mails; never taken from a request's Host header, which clients can forge. */
  readonly publicOrigin: string
  readonly standardInput: NodeJS.ReadableStream
}

export const portsOf = (given: ConfigOf<typeof config>): Ports => ({
  sessionKey: given.SESSION_PRIVATE_KEY,
  sealingKey: sealingKeyOf(given.SESSION_PRIVATE_KEY),
  mailer: smtpMailer({ url: given.SMTP_URL, from: given.MAIL_FROM }),
  publicOrigin: given.PUBLIC_ORIGIN,
  // A getter, so that only commands that read a password open standard input.
  get standardInput() {
    return process.stdin
  },
})
