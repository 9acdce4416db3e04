/**
 * E-mails without a one-time link. To add one, write its definition in `notices/` and add a line to `noticeMails`. The
 * outbox stores only a notice's values, so keep them few, and deletes them after sending.
 */
import type { Locale } from '@reelfair/contracts'
import type { z } from 'zod'
import type { Notice, NoticeRecord, NoticeText } from './notices/notice.ts'
import { passwordChanged } from './notices/password-changed.ts'

export const noticeMails = {
  'password-changed': passwordChanged,
} as const

export type NoticeKind = keyof typeof noticeMails

export type NoticeValues<Kind extends NoticeKind> = z.infer<(typeof noticeMails)[Kind]['values']>

export const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(noticeMails, kind)

/** @throws ZodError if the stored values do not fit the kind, which is a bug */
export function noticeText(
  kind: NoticeKind,
  values: NoticeRecord | undefined,
  reader: { readonly locale: Locale; readonly origin: string },
): NoticeText {
  const notice: Notice<NoticeRecord> = noticeMails[kind] as never
  return notice.compose(notice.values.parse(values ?? {}), reader)
}
