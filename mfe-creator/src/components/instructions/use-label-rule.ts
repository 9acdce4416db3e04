import type { Network } from '@reelfair/contracts'
import { labelNames, labelNetworks } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { formatDateTime } from '@reelfair/ui'
import { useAccounts } from '../queries.ts'
import { useText } from './messages/index.ts'

/**
 * Explains what counts as a disclosure. The sentence includes the date of the account's statistics, because they report
 * the consent status.
 */
export function useLabelRule(network: Network, accountId: string | undefined): string {
  const { t, locale } = useText()
  const accounts = useAccounts()
  const { paidLabelConsent, statsAt } = accounts.data?.items.find(({ id }) => id === accountId) ?? {}
  const names = { network: NETWORK_NAMES[network], label: labelNames[network][locale] }
  if (!labelNetworks.includes(network)) return t('mention-words', names)
  const rule = t('mention-label', names)
  if (paidLabelConsent === undefined || statsAt === undefined) return rule
  return `${rule} ${t(paidLabelConsent ? 'mention-label-open' : 'mention-label-closed', { at: formatDateTime(statsAt, locale) })}`
}
