/** What identity needs from outside its database. */
import type { KeyObject } from 'node:crypto'
import type { ConfigOf } from '@reelfair/service-kit'
import { type Mailer, smtpMailer } from './adapters/mailer.ts'
import { sealingKeyOf } from './adapters/sealed-text.ts'
import type { config } from './config.ts'

export interface Ports {
  /** Signs the session tokens. */
  readonly sessionKey: KeyObject
  /** Seals the links of mails that wait. */
  readonly sealingKey: KeyObject
  readonly mailer: Mailer
  /** Links in mails begin with it; never with what a request says its host is. */
  readonly publicOrigin: string
  /** Where a command reads a password. */
  readonly standardInput: NodeJS.ReadableStream
}

export const portsOf = (given: ConfigOf<typeof config>): Ports => ({
  sessionKey: given.SESSION_PRIVATE_KEY,
  sealingKey: sealingKeyOf(given.SESSION_PRIVATE_KEY),
  mailer: smtpMailer({ url: given.SMTP_URL, from: given.MAIL_FROM }),
  publicOrigin: given.PUBLIC_ORIGIN,
  // Opened only when a command reads it.
  get standardInput() {
    return process.stdin
  },
})
