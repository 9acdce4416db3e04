import type { Network } from '@reelfair/contracts'
import { labelNames, labelNetworks } from '@reelfair/contracts/reasons'
import { useAccounts } from '../queries.ts'
import { useText } from './messages/index.ts'

/** Whether the network's own label counts as the mention of an account's videos, in words. Unknown until the account's statistics say so. */
export function useLabelRule(network: Network, accountId: string | undefined): string {
  const { t, locale } = useText()
  const accounts = useAccounts()
  const consent = accounts.data?.items.find(({ id }) => id === accountId)?.paidLabelConsent
  const withConsent = consent === undefined ? 'mention-label-unknown' : consent ? 'mention-label' : 'mention-label-closed'
  return t(labelNetworks.includes(network) ? withConsent : 'mention-words', {
    network: t(`network-${network}`),
    label: labelNames[network][locale],
  })
}
