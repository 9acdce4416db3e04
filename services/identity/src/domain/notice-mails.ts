/**
 * E-mails without a one-time link. To add one, write its function in `notices/` and add a line to `noticeMails`. The
 * outbox stores only a notice's values, so keep them few, and deletes them after sending.
 */
import type { Locale } from '@reelfair/contracts'
import { accountDeleted } from './notices/account-deleted.ts'
import { contactCopy, contactMessage } from './notices/contact-message.ts'
import { emailChangeAsked } from './notices/email-change-asked.ts'
import { emailChanged } from './notices/email-changed.ts'
import { googleConnected } from './notices/google-connected.ts'
import { googleDisconnected } from './notices/google-disconnected.ts'
import type { Notice, NoticeRecord, NoticeText } from './notices/notice.ts'
import { passwordChanged } from './notices/password-changed.ts'
import { recoveryCodeUsed } from './notices/recovery-code-used.ts'
import { secondFactorAdded } from './notices/second-factor-added.ts'
import { secondFactorRemoved } from './notices/second-factor-removed.ts'
import { signUpUnfinished } from './notices/sign-up-unfinished.ts'

export const noticeMails = {
  'password-changed': passwordChanged,
  'email-change-asked': emailChangeAsked,
  'email-changed': emailChanged,
  'account-deleted': accountDeleted,
  'google-connected': googleConnected,
  'google-disconnected': googleDisconnected,
  'second-factor-added': secondFactorAdded,
  'second-factor-removed': secondFactorRemoved,
  'recovery-code-used': recoveryCodeUsed,
  'sign-up-unfinished': signUpUnfinished,
  'contact-message': contactMessage,
  'contact-copy': contactCopy,
} as const

export type NoticeKind = keyof typeof noticeMails

export type NoticeValues<Kind extends NoticeKind> = Parameters<(typeof noticeMails)[Kind]>[0]

export const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(noticeMails, kind)

/** `sendNotice` stores only values of the kind's own type. */
export const noticeText = (
  kind: NoticeKind,
  values: NoticeRecord,
  reader: { readonly locale: Locale; readonly origin: string },
): NoticeText => (noticeMails[kind] as Notice<never>)(values as never, reader)
