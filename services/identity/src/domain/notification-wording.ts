import type { Locale, NotificationKind } from '@reelfair/contracts'
import { kinds } from './notification-kinds.ts'
import { type Medium, type Names, sayIn } from './notification-say.ts'
import { texts } from './notification-table.ts'

interface Kept {
  readonly kind: NotificationKind
  readonly values: Readonly<Record<string, string | number>>
}

/** A stored notification in one language. Its values have the kind's type, because `notify` accepts only those. */
export function wordingOf({ kind, values }: Kept, locale: Locale, names: Names, medium: Medium = 'bell') {
  const { title, text, link } = texts[locale][kind](values as never, sayIn(locale, names, medium))
  return { title, text, link: { href: kinds[kind].href(values as never), label: link } }
}
