import type { KeyObject } from 'node:crypto'
import { GOOGLE_RETURN_PATH } from '@reelfair/contracts'
import { ConfigError, type ConfigOf, keyFor } from '@reelfair/service-kit'
import { type Google, googleOf } from './adapters/google.ts'
import { type Mailer, smtpMailer } from './adapters/mailer.ts'
import type { config } from './config.ts'

export interface Ports {
  readonly sessionKey: KeyObject
  readonly mailKey: KeyObject
  readonly factorKey: KeyObject
  readonly googleKey: KeyObject
  readonly unsubscribeKey: KeyObject
  /** Hashes the networks of visitors. */
  readonly networkKey: KeyObject
  readonly mailer: Mailer
  /** Undefined if the operator has not set GOOGLE_CLIENT_ID. */
  readonly google: Google | undefined
  /** Base URL of all links in e-mails; never taken from a request's Host header, which clients can forge. */
  readonly publicOrigin: string
  readonly standardInput: NodeJS.ReadableStream
}

export const portsOf = (given: ConfigOf<typeof config>): Ports => ({
  sessionKey: given.SESSION_PRIVATE_KEY,
  mailKey: keyFor(given.SESSION_PRIVATE_KEY, 'identity: text of waiting mails'),
  factorKey: keyFor(given.SESSION_PRIVATE_KEY, 'identity: second factors'),
  googleKey: keyFor(given.SESSION_PRIVATE_KEY, 'identity: Google sign-ins'),
  unsubscribeKey: keyFor(given.SESSION_PRIVATE_KEY, 'identity: unsubscribe links'),
  networkKey: keyFor(given.SESSION_PRIVATE_KEY, 'identity: networks'),
  mailer: smtpMailer({ url: given.SMTP_URL, from: given.MAIL_FROM }),
  google: googleFor(given),
  publicOrigin: given.PUBLIC_ORIGIN,
  // A getter, so that only commands that read a password open standard input.
  get standardInput() {
    return process.stdin
  },
})

function googleFor(given: ConfigOf<typeof config>): Google | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = given
  if (clientId === undefined) return undefined
  if (clientSecret === undefined) throw new ConfigError('identity', ['GOOGLE_CLIENT_SECRET is required, because GOOGLE_CLIENT_ID is set'])
  return googleOf({
    clientId,
    clientSecret,
    returnUrl: given.PUBLIC_ORIGIN + GOOGLE_RETURN_PATH,
    authorizationUrl: given.GOOGLE_AUTHORIZATION_URL,
    tokenUrl: given.GOOGLE_TOKEN_URL,
    userinfoUrl: given.GOOGLE_USERINFO_URL,
  })
}
