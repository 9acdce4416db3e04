import type { Locale, NotificationGroup } from '@reelfair/contracts'
import type { MailText } from './mail-layout.ts'
import { groups } from './notification-groups.ts'
import type { Wording } from './notification-values.ts'

const footers = {
  en: {
    always: 'We always send e-mails about payments, the Terms and security.',
    optional: (name: string, url: string) => `Stop e-mails about “${name}”: ${url}`,
  },
  fr: {
    always: 'Nous envoyons toujours les e-mails concernant les paiements, les Conditions et la sécurité.',
    optional: (name: string, url: string) => `Ne plus recevoir d’e-mails concernant « ${name} » : ${url}`,
  },
} as const

interface Options {
  readonly group: NotificationGroup
  readonly href: string
  readonly locale: Locale
  /** Missing if the group cannot be switched off. */
  readonly unsubscribeUrl?: string | undefined
}

/** A notification as an e-mail. */
export function notificationMail({ title, text, link }: Wording, { group, href, locale, unsubscribeUrl }: Options): MailText {
  const { always, optional } = footers[locale]
  const after = unsubscribeUrl === undefined ? always : optional(groups[group].name[locale], unsubscribeUrl)
  return { subject: title, before: [text], button: { label: link, href }, after: [after] }
}
