import type { Account } from '@reelfair/contracts'
import { labelNames } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { formatDateTime, ReasonChip } from '@reelfair/ui'
import { type Connect, isConnected } from '../../components/connection/connection.ts'
import { useText } from './messages/index.ts'

interface LabelConsentProps {
  readonly network: Account['network']
  readonly accounts: readonly Account[]
  readonly connect: Connect
}

/**
 * Shows whether the network's own label counts as a disclosure. Read-only, because the account's statistics report the
 * consent.
 */
export function LabelConsent({ network, accounts, connect }: LabelConsentProps) {
  const { t, locale } = useText()
  const names = { network: NETWORK_NAMES[network], label: labelNames[network][locale] }
  const needsConnection = connect === 'offered' && accounts.some((account) => !account.paidLabelConsent && !isConnected(account))
  return (
    <section className="creator-waiting">
      <h2 className="creator-step-title">{t('label-title', names)}</h2>
      <p>{t('label-text', names)}</p>
      <ul className="creator-chips">
        {accounts.map(({ id, username, paidLabelConsent, statsAt }) => (
          <li key={id}>
            <ReasonChip
              kind={paidLabelConsent ? 'passed' : 'held'}
              reason={t(paidLabelConsent ? 'label-read' : 'label-unread', { username })}
              fix={[
                paidLabelConsent !== undefined && statsAt !== undefined && t('label-as-of', { at: formatDateTime(statsAt, locale) }),
                paidLabelConsent && t('label-until'),
              ]
                .filter(Boolean)
                .join(' ')}
            />
          </li>
        ))}
      </ul>
      {/* The account's own row has the button. */}
      {needsConnection && <p>{t('label-connect')}</p>}
    </section>
  )
}
