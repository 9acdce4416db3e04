import type { Locale } from '@reelfair/contracts'

/** An e-mail's content in one language, as plain text. The layout escapes it for HTML. */
export interface MailText {
  readonly subject: string
  readonly before: readonly string[]
  readonly button?: { readonly label: string; readonly href: string } | undefined
  /** Small print, such as what to do if the recipient did not expect the e-mail. */
  readonly after?: readonly string[] | undefined
}

export interface LaidOutMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/** The one layout of all e-mails: the same content as plain text and as HTML. */
export function layOut({ subject, before, button, after = [] }: MailText, locale: Locale): LaidOutMail {
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(text).replaceAll('\n', '<br>')}</p>`
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:32px 20px;background:#f3efe6;color:#141a2a;font:16px/1.5 Georgia,serif">
<div style="max-width:480px;margin:0 auto;padding:28px;background:#fffdf8;border-top:3px solid #141a2a">
<p style="margin:0 0 20px;font-size:24px">${escaped(subject)}</p>
${before.map((text) => paragraph(text)).join('\n')}
${button ? `<p style="margin:24px 0"><a href="${escaped(button.href)}" style="display:inline-block;padding:12px 22px;background:#1d3fb5;color:#fffdf8;text-decoration:none">${escaped(button.label)}</a></p>` : ''}
${after.map((text) => paragraph(text, 'font-size:14px')).join('\n')}
</div></body></html>`
  return { subject, text: [...before, ...(button ? [button.href] : []), ...after].join('\n\n'), html }
}

/**
 * A time in an e-mail, in Paris time because the reader's time zone is unknown.
 * @example mailTime(at, 'en') // '24 November 2026 at 20:05, Paris time'
 */
export function mailTime(at: Date, locale: Locale): string {
  const language = locale === 'fr' ? 'fr-FR' : 'en-GB'
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' }).format(at)
  return locale === 'fr' ? `${text}, heure de Paris` : `${text}, Paris time`
}
