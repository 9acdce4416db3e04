import type { AccountSettings } from '@reelfair/contracts'
import { formatDate, TextLink } from '@reelfair/ui'
import { AccountRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'

/** Admins and users created by a command have not accepted any Terms. */
export function TermsRow({ terms }: Pick<AccountSettings, 'terms'>) {
  const { t, locale } = useText()
  if (!terms) return null
  const { version, acceptedAt } = terms
  const text = t('terms-accepted', { version, day: formatDate(acceptedAt, locale, { year: true }) })
  return <AccountRow label={t('terms')} value={<TextLink href={`/terms/${version}`}>{text}</TextLink>} />
}
