import type { Locale } from '@reelfair/contracts'
import type { MailText } from '../mail-layout.ts'

export type NoticeRecord = Readonly<Record<string, string | number>>

export interface NoticeText extends MailText {
  /** Where replies go, if not to our own address. */
  readonly replyTo?: string | undefined
}

/** Composes an e-mail from the values that the outbox stores. Dates are ISO strings. */
export type Notice<Values extends NoticeRecord> = (
  values: Values,
  reader: { readonly locale: Locale; readonly origin: string },
) => NoticeText
