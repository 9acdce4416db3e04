import { LinkPurpose, type Locale, RESEND_COOL_DOWN_SECONDS } from '@reelfair/contracts'
import { LINK_MS } from './link-mail.ts'
import { isNotice, type NoticeKind, noticeMails } from './notice-mails.ts'

/** The worker looks up the user later, so that a request costs the same for every address. */
const requestedLinks = {
  resend: 'confirm',
  'sign-in-asked': 'sign-in',
  'reset-asked': 'reset',
  'change-email-asked': 'change-email',
} as const satisfies Readonly<Record<string, LinkPurpose>>

export type RequestedMail = keyof typeof requestedLinks

type LinkKind = LinkPurpose | RequestedMail

/** Every kind of e-mail: with a link, requested, a notice, or a notification, whose text the worker composes. */
export type MailKind = LinkKind | NoticeKind | 'notification'

export const REQUESTED = Object.keys(requestedLinks) as RequestedMail[]

export const MAIL_KINDS = [...LinkPurpose.options, ...REQUESTED, ...(Object.keys(noticeMails) as NoticeKind[]), 'notification'] as const

/** Every kind that contains a link or will lead to one. */
export const LINK_KINDS: readonly MailKind[] = [...LinkPurpose.options, ...REQUESTED]

export const isRequested = (kind: MailKind): kind is RequestedMail => kind in requestedLinks

export const purposeOf = (kind: LinkKind): LinkPurpose => (isRequested(kind) ? requestedLinks[kind] : kind)

const requestFor = (kind: LinkKind): RequestedMail => REQUESTED.find((one) => requestedLinks[one] === purposeOf(kind)) as RequestedMail

/** After a longer outage, news about an account is too old to send. */
const NOTICE_MS = 7 * 86_400_000

/** How long after the request a link that expired unsent is still replaced. */
const RENEW_MS = 86_400_000

const isNews = (kind: MailKind): kind is NoticeKind | 'notification' => kind === 'notification' || isNotice(kind)

/** How long an outage of the mail server may delay a message to support before an operator has to look at it. */
const SUPPORT_MS = 3 * 86_400_000

/** A message to support exists nowhere else, so it is kept until it is sent, however long that takes. */
const isKeptUntilSent = (kind: MailKind): boolean => kind === 'contact-message'

const untilOf = (kind: MailKind, at: Date): Date | undefined =>
  isKeptUntilSent(kind) ? undefined : new Date(at.getTime() + (isNews(kind) ? NOTICE_MS : LINK_MS[purposeOf(kind)]))

/** `given-up`: the server refused the e-mail permanently. `dropped`: there was nothing to send, or the link expired. */
type MailState = 'waiting' | 'sent' | 'given-up' | 'dropped'

export interface Mail {
  readonly id: string
  readonly kind: MailKind
  readonly to: string
  readonly locale: Locale
  readonly state: MailState
  /** Missing if the user is unknown or, for the last e-mail, deleted. */
  readonly userId?: string | undefined
  /** The link's encrypted secret; deleted after sending. */
  readonly sealedToken?: string | undefined
  readonly redirect?: string | undefined
  /** A notice's values; deleted after sending. */
  readonly values?: Readonly<Record<string, string | number>> | undefined
  readonly attempts: number
  readonly dueAt: Date
  /**
   * The worker does not send the e-mail after this time: when its link expires or, for a notice, after seven days.
   * Missing for an e-mail that is kept until it is sent.
   */
  readonly until?: Date | undefined
  readonly createdAt: Date
  /** When the user asked for the link, if a worker made it later, maybe to replace one that expired unsent. */
  readonly askedAt?: Date | undefined
  readonly sentAt?: Date | undefined
  /** Error code of the last failed attempt; never contains an address. */
  readonly problem?: string | undefined
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 5 * 60_000

export function makeMail(
  mail: Pick<Mail, 'id' | 'kind' | 'to' | 'locale' | 'userId' | 'sealedToken' | 'redirect' | 'values' | 'askedAt'> & {
    readonly dueAt?: Date | undefined
  },
  at: Date,
): Mail {
  return {
    ...mail,
    state: 'waiting',
    attempts: 0,
    dueAt: mail.dueAt ?? at,
    until: untilOf(mail.kind, at),
    createdAt: at,
  }
}

export const isOverdue = ({ until }: Mail, now: Date): boolean => until !== undefined && until <= now

/** `renewed`: a new link is made. `dropped`: there is nothing to send any more. */
export type Unsent = 'renewed' | 'dropped'

/** Decides how to handle an e-mail not sent in time. After an outage, the user still gets the requested link. */
export const expired = ({ kind, createdAt, askedAt = createdAt }: Mail, now: Date): Unsent =>
  !isNews(kind) && now.getTime() - askedAt.getTime() < RENEW_MS ? 'renewed' : 'dropped'

export const claimMail = <M extends Mail>(mail: M): M => ({ ...mail, attempts: mail.attempts + 1 })

/**
 * Delays a requested confirmation e-mail until the cool-down after the address's previous link is over. A request made
 * after that is due immediately.
 * @returns undefined if the previous link is newer than the request, so that nothing needs to be sent
 */
export function nextSendTime(link: { readonly expiresAt: Date }, askedAt: Date): Date | undefined {
  const madeAt = link.expiresAt.getTime() - LINK_MS.confirm
  return madeAt > askedAt.getTime() ? undefined : new Date(Math.max(madeAt + RESEND_COOL_DOWN_SECONDS * 1_000, askedAt.getTime()))
}

/** Marks the e-mail as dropped and removes its secrets and values. */
export const drop = <M extends Mail>({ sealedToken, values, ...rest }: M): M => ({ ...rest, state: 'dropped' }) as M

/** Whether the queue counts a failed attempt and, after repeated ones, sets the e-mail aside for an operator. */
export const countsAsFailure = ({ kind, createdAt }: Mail, outcome: 'refused' | 'later', now: Date): boolean =>
  isKeptUntilSent(kind) && (outcome === 'refused' || now.getTime() - createdAt.getTime() >= SUPPORT_MS)

/** Doubles the pause between attempts from one second up to five minutes. */
export function afterAttempt<M extends Mail>(
  mail: M,
  outcome: { kind: 'sent' } | { kind: 'refused' | 'later'; reason: string } | { kind: Unsent },
  at: Date,
): M {
  const { sealedToken, values, ...rest } = mail
  switch (outcome.kind) {
    case 'sent':
      return { ...rest, state: 'sent', sentAt: at, until: rest.until ?? at } as M
    case 'refused':
      return { ...rest, state: 'given-up', problem: outcome.reason } as M
    case 'dropped':
      return drop(mail)
    case 'renewed':
      // Turns the e-mail back into a request, so that the worker creates a new link and e-mail.
      return { ...rest, ...(!isNews(mail.kind) && { kind: requestFor(mail.kind) }) } as M
    case 'later': {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (mail.attempts - 1), MAX_PAUSE_MS)
      return { ...mail, dueAt: new Date(at.getTime() + pause), problem: outcome.reason }
    }
  }
}
