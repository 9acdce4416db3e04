/** Mails that wait to be sent. Pure. */
import { type Locale, RESEND_COOL_DOWN_SECONDS } from '@reelfair/contracts'
import { LINK_MS, type LinkPurpose } from './link-mail.ts'

/** Somebody asked for a mail with a link. The worker finds out whether there is one to send, so the request costs the same for every address. */
export type AskedMail = 'resend' | 'sign-in-asked'

/** A mail with a link of this purpose, or what was asked for. */
export type MailKind = LinkPurpose | AskedMail

/** What the link of a mail does, also of one that was only asked for. */
export const purposeOf = (kind: MailKind): LinkPurpose => (kind === 'confirm' || kind === 'resend' ? 'confirm' : 'sign-in')

const askedFor = (kind: MailKind): AskedMail => (purposeOf(kind) === 'confirm' ? 'resend' : 'sign-in-asked')

/** `given-up`: the server refused it for good. `dropped`: nothing was to be sent, or it came to be of no use. */
export type MailState = 'waiting' | 'sent' | 'given-up' | 'dropped'

export interface Mail {
  readonly id: string
  readonly kind: MailKind
  readonly to: string
  readonly locale: Locale
  readonly state: MailState
  /** The link's secret, sealed; gone once it is sent. */
  readonly sealedToken?: string | undefined
  readonly redirect?: string | undefined
  readonly attempts: number
  /** By the house's clock. */
  readonly dueAt: Date
  /** From then on it is of no use. */
  readonly until: Date
  readonly createdAt: Date
  readonly sentAt?: Date | undefined
  /** Why the last attempt failed: a code, never an address. */
  readonly problem?: string | undefined
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000

export function makeMail(
  mail: Pick<Mail, 'id' | 'kind' | 'to' | 'locale'> & { sealedToken?: string; redirect?: string | undefined },
  at: Date,
): Mail {
  return {
    ...mail,
    state: 'waiting',
    attempts: 0,
    dueAt: at,
    until: new Date(at.getTime() + LINK_MS[purposeOf(mail.kind)]),
    createdAt: at,
  }
}

/** Begins an attempt. */
export const claimMail = <M extends Mail>(mail: M): M => ({ ...mail, attempts: mail.attempts + 1 })

/**
 * When somebody who asked for a confirmation gets one, if the address was sent a link before: a cool-down after that link. Whoever asked before that link was made
 * has it already.
 * @returns undefined when there is nothing to send
 */
export function turnAfter(link: { readonly expiresAt: Date }, askedAt: Date): Date | undefined {
  const madeAt = link.expiresAt.getTime() - LINK_MS.confirm
  return madeAt > askedAt.getTime() ? undefined : new Date(madeAt + RESEND_COOL_DOWN_SECONDS * 1_000)
}

/** What has become of it after an attempt; 1, 2, 4 … seconds, at most five minutes until the next one. */
export function afterAttempt<M extends Mail>(
  mail: M,
  outcome: { kind: 'sent' } | { kind: 'refused' | 'later'; reason: string } | { kind: 'dropped' | 'unreadable' },
  at: Date,
): M {
  const { sealedToken, ...rest } = mail
  switch (outcome.kind) {
    case 'sent':
      return { ...rest, state: 'sent', sentAt: at } as M
    case 'refused':
      return { ...rest, state: 'given-up', problem: outcome.reason } as M
    case 'dropped':
      return { ...rest, state: 'dropped' } as M
    case 'unreadable':
      // A mail with a new link takes its place.
      return { ...rest, kind: askedFor(mail.kind) } as M
    case 'later': {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (mail.attempts - 1), LONGEST_PAUSE_MS)
      return { ...mail, dueAt: new Date(at.getTime() + pause), problem: outcome.reason }
    }
  }
}
